export { parseInvocation, type Invocation, type ParsedInvocation } from './batch/invocation.ts'
export type { BatchRecord } from './batch/record.ts'
export { runBatch, type BatchOptions } from './batch/run-batch.ts'
export type { AnswerCache, CachedAnswer } from './call/cache.ts'
export { createClient, run, type Client, type Plan } from './client.ts'
export { CLIENT_CODES } from './client-codes.ts'
export {
  parseCommandLine,
  toolOf,
  type ParsedCommandLine,
  type ToolName,
} from './call/command-line.ts'
export { decide } from './decide/decide.ts'
export { isInRange, type DataSchema, type Expectation } from './call/expect.ts'
export { NO_KNOWLEDGE, type History, type HistoryStep, type Knowledge } from './decide/history.ts'
export type { JournalEntry } from './journal/entry.ts'
export { createJournal, type Journal, type JournalOptions } from './journal/journal.ts'
export { readJournal, tailJournal } from './journal/read.ts'
export {
  journalStats,
  type DurationFigures,
  type JournalStats,
  type StatsFilter,
  type StatsGroup,
  type StatsKey,
} from './journal/stats.ts'
export type {
  ListedTool,
  Memory,
  MemoryProblem,
  RememberedManifest,
  RememberedMode,
  RememberedRedirect,
  ToolFacts,
} from './memory/facts.ts'
export { createFileMemory } from './memory/file-memory.ts'
export { toolKey } from './memory/key.ts'
export { stateFolder } from './memory/location.ts'
export { createSessionMemory } from './memory/session-memory.ts'
export type {
  ClientEvent,
  ClientOptions,
  CommandQuestion,
  DialectChoice,
  Question,
  Refreshed,
  RunOptions,
} from './options.ts'
export { endOrphans, findOrphans, type Orphan } from './process/orphans.ts'
export {
  DEFAULT_POLICY,
  resolvePolicy,
  type Capabilities,
  type DeclaredCommand,
  type DeclaredExit,
  type Policy,
  type PolicyInput,
  type Safety,
} from './decide/policy.ts'
export type { Anomaly, Attempt, Page, RunResult, Timing } from './result.ts'
export { VERDICT_REASONS, type Verdict, type VerdictReason } from './decide/verdict.ts'
