/** What `@surety/client` offers: running tools, deciding what their answers ask for, remembering. */
export type { BatchRecord } from './batch/record.ts'
export { runBatch, type BatchOptions } from './batch/run-batch.ts'
export {
  parseCommandLine,
  toolOf,
  type ParsedCommandLine,
  type ToolName,
} from './call/redirect/command-line.ts'
export { createClient, runTool, type Client, type Plan } from './client.ts'
export type { Caller, CallOptions, CallResult, RowStream } from './connect/caller.ts'
export { connect } from './connect/connect.ts'
export { decide } from './decide/decide.ts'
export type { History } from './decide/history.ts'
export { resolvePolicy, type Policy } from './decide/policy.ts'
export type { Verdict } from './decide/verdict.ts'
export type { JournalEntry } from './journal/entry.ts'
export { createJournal, type Journal, type JournalOptions } from './journal/journal.ts'
export { readJournal, tailJournal, type JournalProblem } from './journal/read.ts'
export type { Memory } from './memory/facts.ts'
export { createFileMemory } from './memory/file-memory.ts'
export { stateFolder } from '@surety/internal/state-folder.ts'
export { createSessionMemory } from './memory/session-memory.ts'
export type { ClientEvent, ClientOptions, RunOptions } from './options.ts'
export { endOrphans, findOrphans, type Orphan } from './process/orphans.ts'
export type { Page, RunResult } from './result.ts'
export {
  judgeLine,
  observe,
  readStatuses,
  type EndedLine,
  type FailedPart,
  type JudgedLine,
  type ObservedLine,
  type ObserveOptions,
  type PipelineStatus,
} from '../shell/index.ts'
export { sh, type ShOptions, type ShResult, type ShSession } from './sh.ts'
