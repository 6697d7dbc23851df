export {
  CHECK_IDS,
  checkTool,
  REPORT_FILES,
  toData,
  writeReport,
} from '../../../conformance/index.ts'
