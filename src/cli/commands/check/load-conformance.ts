export { CHECK_IDS, checkTool, toData } from '../../../conformance/index.ts'
