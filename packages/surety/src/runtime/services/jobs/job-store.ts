import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  isJsonObject,
  parseJson,
  suretyError,
  toJsonValue,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { waitForLock } from '@surety/internal/process/file-lock.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import { mayBeAlive, type ProcessIdentity } from '@surety/internal/process/process-identity.ts'
import type { Cli } from '../../declare/cli.ts'
import { stateFolder } from '../../run/instance-folder.ts'
import type { World } from '../../process/world.ts'
import type { WorkProgress } from '../../run/call.ts'
import { namesIn, textIn, makeFolder } from '@surety/internal/own-folder.ts'

/** How long the answer of a call stays. */
export const KEPT_MS = 24 * 60 * 60 * 1000
/** How long a worker may take until its number is known. */
const STARTING_MS = 10_000

export interface JobFacts {
  readonly id: string
  readonly key: string
  /** Running in the background, or stopped at a checkpoint. */
  readonly state: 'running' | 'paused'
  readonly at: number
  /** The call that goes on with it. */
  readonly continue_command: string
  /** What the call was given, if its key alone does not say it. */
  readonly input?: string
  readonly retryable: boolean
}

export interface StoredAnswer extends JsonObject {
  readonly data: JsonValue
  /** Null for a success; the exit is a name or an exit of the author. */
  readonly failure: JsonObject | null
  readonly warnings: readonly string[]
  readonly meta: JsonObject
}

/** What calls answered: a folder for each job or call with a key, to which its calls point; files change in one step. */
export class JobStore {
  readonly tool: string
  readonly env: World['env']
  readonly folder: string
  readonly #now: () => number

  constructor(cli: Cli, { env, now }: Pick<World, 'env' | 'now'>) {
    this.tool = cli.declaration.name
    this.env = env
    const state = stateFolder(cli, env)
    if (state === null)
      throw suretyError('CONFIG_UNREADABLE', 'The answers of calls need a home directory.', {
        phase: 'validation',
        suggestion: 'Set HOME or XDG_STATE_HOME.',
      })
    this.folder = join(state, 'jobs')
    this.#now = () => now().getTime()
  }

  folderOf(id: string): string {
    return join(this.folder, id)
  }

  /** Does something about a call while no other process does; waits for the others. */
  async alone<Result>(key: string, work: () => Result): Promise<Result> {
    makeFolder(this.folder, 0o700)
    const lock = await waitForLock(join(this.folder, `${key}.lock`))
    try {
      return work()
    } finally {
      if (lock.kind === 'taken') lock.release()
    }
  }

  /** Creates or changes a job, and makes its call point to it. */
  keep(facts: JobFacts): void {
    this.#write(facts.id, 'job.json', { ...facts })
    writeInOneStep(join(this.folder, `${facts.key}.call`), facts.id)
  }

  find(id: string): JobFacts | null {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) return null
    return this.#read(id, 'job.json') as JobFacts | null
  }

  ofCall(key: string): JobFacts | null {
    const id = textIn(join(this.folder, `${key}.call`))
    return id === null ? null : this.find(id)
  }

  /** Returns when a call got its latest job; undefined if it has none. */
  changedAt(key: string): number | undefined {
    return changedAt(join(this.folder, `${key}.call`))
  }

  keepWorker(id: string, worker: ProcessIdentity): void {
    this.#write(id, 'worker.json', { ...worker })
  }

  isAlive({ id, at }: JobFacts): boolean {
    const worker = this.#read(id, 'worker.json')
    if (worker === null) return this.#now() - at < STARTING_MS
    return mayBeAlive(worker as unknown as ProcessIdentity)
  }

  worker(id: string): number | null {
    const pid = this.#read(id, 'worker.json')?.['pid']
    return typeof pid === 'number' ? pid : null
  }

  keepProgress(id: string, progress: WorkProgress): void {
    this.#write(id, 'progress.json', { ...progress })
  }

  progressOf(id: string): WorkProgress {
    const found = this.#read(id, 'progress.json')
    return typeof found?.['done'] === 'number' ? (found as unknown as WorkProgress) : { done: 0 }
  }

  keepAnswer(id: string, answer: StoredAnswer): void {
    this.#write(id, 'answer.json', answer)
  }

  answerOf(id: string): StoredAnswer | null {
    return this.#read(id, 'answer.json') as StoredAnswer | null
  }

  logOf(id: string): string {
    return (textIn(join(this.folderOf(id), 'log')) ?? '').slice(-2000)
  }

  /** Asks a job to stop at its next checkpoint or report. */
  askToStop(id: string): void {
    this.#write(id, 'stop.json', {})
  }

  isAskedToStop(id: string): boolean {
    return this.#read(id, 'stop.json') !== null
  }

  keepCheckpoint(key: string, checkpoint: JsonObject): void {
    makeFolder(this.folder, 0o700)
    writeInOneStep(join(this.folder, `${key}.state`), JSON.stringify(checkpoint))
  }

  checkpointOf(key: string): JsonObject | null {
    return parse(textIn(join(this.folder, `${key}.state`)))
  }

  dropCheckpoint(key: string): void {
    rmSync(join(this.folder, `${key}.state`), { force: true })
  }

  forget({ id, key }: JobFacts): void {
    this.dropCheckpoint(key)
    rmSync(join(this.folder, `${key}.call`), { force: true })
    rmSync(this.folderOf(id), { recursive: true, force: true })
  }

  /** Removes the folders of jobs that finished long ago. */
  removeOld(): void {
    for (const name of namesIn(this.folder)) {
      const age = this.#now() - (changedAt(join(this.folder, name, 'answer.json')) ?? Infinity)
      if (age > KEPT_MS) rmSync(join(this.folder, name), { recursive: true, force: true })
    }
  }

  #write(id: string, name: string, value: JsonObject): void {
    makeFolder(this.folderOf(id), 0o700)
    writeInOneStep(join(this.folderOf(id), name), JSON.stringify(value))
  }

  #read(id: string, name: string): JsonObject | null {
    return parse(textIn(join(this.folderOf(id), name)))
  }
}

/** Makes the key of a call: what makes two calls the same. */
export function keyOf(parts: readonly unknown[]): string {
  return sha256(JSON.stringify(toJsonValue(parts).json)).slice(0, 24)
}

let drafts = 0

function writeInOneStep(path: string, text: string): void {
  drafts += 1
  const draft = `${path}.${process.pid}-${drafts}.tmp`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, path)
}

function changedAt(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs
  } catch {
    // It is not there, or the name beside the folders is that of a file.
    return undefined
  }
}

/** Reads the text of a file; a damaged one says nothing. */
function parse(text: string | null): JsonObject | null {
  const value = text === null ? null : parseJson(text)
  return isJsonObject(value) ? value : null
}
