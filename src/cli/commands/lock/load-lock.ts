export { verifyLock, writeLock } from '../../../conformance/index.ts'
