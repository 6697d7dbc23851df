/** What `@surety/check` offers: checking whether a tool keeps its contract. */
export { checkTool, draftProfile, type CheckOptions } from './check-tool.ts'
export { contractMatchers, type ContractMatchers } from './contract-matchers.ts'
export { CHECK_IDS } from './registry.ts'
export { writeReport } from './report/writers/write-report.ts'
export {
  TOPICS,
  type Evidence,
  type Finding,
  type FindingStatus,
  type LeftOut,
  type Level,
  type Preset,
  type RecordedBytes,
  type Report,
  type ReportedTool,
  type RunRecord,
  type Severity,
  type Topic,
} from './report/report.ts'
