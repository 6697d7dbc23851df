/** What `surety/conformance` offers: checking whether a tool keeps its contract. */
export { checkTool, draftProfile, type CheckOptions } from './check-tool.ts'
export { diagnoseCall, type Diagnosis, type DiagnoseOptions } from './diagnose/diagnose-call.ts'
export type { Fix } from './diagnose/smallest-fix.ts'
export { type ContractLock, type LockedCommand, type LockedFlag } from './lock/contract-lock.ts'
export { CHECK_IDS } from './registry.ts'
export type { FailOn } from './report/writers/fail-on.ts'
export {
  REPORT_FILES,
  writeReport,
  type ReportFormat,
  type WriteReportOptions,
} from './report/writers/write-report.ts'
export {
  FINDING_STATUSES,
  LEVELS,
  TOPICS,
  type Evidence,
  type Finding,
  type FindingStatus,
  type LeftOut,
  type Level,
  type RecordedBytes,
  type Report,
  type ReportedLevel,
  type ReportedTool,
  type RunRecord,
  type Topic,
} from './report/report.ts'
