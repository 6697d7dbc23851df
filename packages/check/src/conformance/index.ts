export { checkTool, draftProfile } from './check-tool.ts'
export {
  checkConsistency,
  compareFixtures,
  recordFixtures,
  type Compared,
  type Recorded,
} from './fixtures/fixtures.ts'
export type { Inconsistency } from './fixtures/consistency.ts'
export { differenceText } from './fixtures/differences.ts'
export { diagnoseCall, type Diagnosis } from './diagnose/diagnose-call.ts'
export { verifyLock, writeLock, type LockVerdict } from './lock/lock-files.ts'
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
