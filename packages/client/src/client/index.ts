export { CallIds, NOT_UTF8 } from './batch/invocation.ts'
export type { Doubt } from './batch/backend.ts'
export { rerunHere } from './batch/run-call.ts'
export { FileBackend } from './batch/file-backend.ts'
export type { BatchRecord } from './batch/record.ts'
export { runBatch } from './batch/run-batch.ts'
export { withoutCursor } from './call/answers/pages.ts'
export { createClient, type Client } from './client.ts'
export { decide } from './decide/decide.ts'
export { disownedError } from './decide/policies/stop.ts'
export { NO_KNOWLEDGE } from './decide/history.ts'
export type { JournalEntry } from './journal/entry.ts'
export { followJournal } from './journal/follow.ts'
export { readJournal, tailJournal, type JournalProblem } from './journal/read.ts'
export { lastPart, type EntryFilter } from './journal/entry-filter.ts'
export type { EndedCommand } from './known/ended-command.ts'
export type { ListedTool, Memory } from './memory/facts.ts'
export { createFileMemory } from './memory/file-memory.ts'
export { stateFolder } from '@surety/internal/state-folder.ts'
export type { ClientEvent, ClientOptions, RunOptions } from './options.ts'
export { endOrphans, findOrphans } from './process/orphans.ts'
export { filesOf, placeOf, toolIdentity, toolKey } from './process/tool-file.ts'
export type { Attempt, Continuation, RunResult } from './result.ts'
export { resolvePolicy } from './decide/policy.ts'
export { VERDICT_REASONS, type Verdict } from './decide/verdict.ts'
export {
  runProbe,
  type ProbeEnd,
  type ProbeReader,
  type ProbeRequest,
  type ProbeSignal,
  type ProbeStdin,
} from './probe/run-probe.ts'
export { NO_INPUT } from './read/plain-outcome.ts'
export { listCommands, type ListedCommand, type ListedFlag } from './manifest/list-commands.ts'
export { manifestDialect } from './manifest/manifest-document.ts'
export { namesManifest, offersManifest } from './manifest/offers-manifest.ts'
export { manifestName, wholeCommands } from 'surety/unstable/description'
export { parseCommandLine, toolOf, type ToolName } from './call/redirect/command-line.ts'
export type { WorkerEvent } from './queue/worker.ts'

/** Loads what a queue takes; a batch on one machine does without. */
export const loadQueue = () => import('./queue/queue.ts')

export { isWorthALook } from './known/worth-a-look.ts'

/** Loads what would be missed of a command that a client ran; a hook waits for it. */
export const loadMissed = () => import('./known/missed-note.ts')

/** Loads what runs and judges lines of a shell. */
export const loadLines = () => import('./known/line-program.ts')

/** Loads what is known of ordinary programs. */
export const loadKnowledge = () => import('./known/known-program.ts')
