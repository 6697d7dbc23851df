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
import { stateFolder } from '../../run/run-state.ts'
import type { World } from '../../process/world.ts'
import { textIn, makeFolder } from '@surety/internal/own-folder.ts'

/** How long the answer of a call stays. */
export const KEPT_MS = 24 * 60 * 60 * 1000
/** How long a worker may take until its number is known. */
const STARTING_MS = 10_000

export interface KeptCall {
  readonly id: string
  readonly key: string
  readonly at: number
  /** What the call was given. */
  readonly input: string
}

export interface StoredAnswer extends JsonObject {
  readonly data: JsonValue
  /** Null for a success; the exit is a name or an exit of the author. */
  readonly failure: JsonObject | null
  readonly warnings: readonly string[]
  readonly meta: JsonObject
}

/** What calls with a key answered: a folder for each; files change in one step. */
export class CallStore {
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
  keep(facts: KeptCall): void {
    this.#write(facts.id, 'job.json', { ...facts })
    writeInOneStep(join(this.folder, `${facts.key}.call`), facts.id)
  }

  find(id: string): KeptCall | null {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) return null
    return this.#read(id, 'job.json') as KeptCall | null
  }

  ofCall(key: string): KeptCall | null {
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

  isAlive({ id, at }: KeptCall): boolean {
    const worker = this.#read(id, 'worker.json')
    if (worker === null) return this.#now() - at < STARTING_MS
    return mayBeAlive(worker as unknown as ProcessIdentity)
  }

  keepAnswer(id: string, answer: StoredAnswer): void {
    this.#write(id, 'answer.json', answer)
  }

  answerOf(id: string): StoredAnswer | null {
    return this.#read(id, 'answer.json') as StoredAnswer | null
  }

  forget({ id, key }: KeptCall): void {
    rmSync(join(this.folder, `${key}.call`), { force: true })
    rmSync(this.folderOf(id), { recursive: true, force: true })
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
