export { checkTool, draftProfile } from './check-tool.ts'
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
export {
  partText,
  showsNothing,
  toData,
  toLean,
  TOPICS,
  type Finding,
  type LeanFinding,
  type LeanReport,
  type Report,
  type Topic,
} from './report/report.ts'
export { REPORT_FILES, writeReport, type ReportFormat } from './report/writers/write-report.ts'
