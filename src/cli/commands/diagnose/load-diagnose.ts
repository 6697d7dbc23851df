export { diagnoseCall } from '../../../conformance/index.ts'
