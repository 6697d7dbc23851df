export { checkTool, draftProfile } from './check-tool.ts'
export {
  checkConsistency,
  recordFixtures,
  updateFixtures,
  verifyFixtures,
  type Compared,
  type Recorded,
} from './fixtures/fixtures.ts'
export type { Inconsistency } from './fixtures/consistency.ts'
export { differenceText } from './fixtures/differences.ts'
export { CHECK_IDS } from './registry.ts'
export { TOPICS, type Finding, type Report, type Topic } from './report/report.ts'
export { REPORT_FILES, writeReport, type ReportFormat } from './report/writers/write-report.ts'
export { toData } from './report/to-data.ts'
