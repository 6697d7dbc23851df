export {
  CHECK_IDS,
  checkTool,
  draftProfile,
  REPORT_FILES,
  toData,
  writeReport,
} from '../../../conformance/index.ts'
