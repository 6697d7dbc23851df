export { CHECKS, checkTool, toData } from '../../../conformance/index.ts'
