export { checkTool, draftProfile, planOf, type CheckOptions } from './check-tool.ts'
export {
  findDrift,
  compareFixtures,
  recordFixtures,
  type Compared,
  type Recorded,
} from './fixtures/fixtures.ts'
export { differenceText } from './fixtures/differences.ts'
export type { DriftVerdict } from './fixtures/drift.ts'
export { helpEntries, type HelpEntry } from './discover/help-commands.ts'
export { loadProfile, type LoadedProfile, type Profile } from './profile/profile.ts'
export { CHECK_IDS } from './registry.ts'
export { baselineText, readBaseline } from './report/known.ts'
export { showsNothing, toData, toLean, type Report } from './report/report.ts'
export { REPORT_FILES, writeReport, type ReportFormat } from './report/writers/write-report.ts'
export { reportText, type ShownReport } from './report/writers/text.ts'
