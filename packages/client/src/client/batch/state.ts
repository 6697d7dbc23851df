import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'

import type { BatchCall } from './call-identity.ts'
import type { BatchRecord } from './record.ts'
import { type Span, StateFile } from './state-file.ts'
import { isJsonObject, parseJson, SuretyError, type JsonObject } from 'surety/unstable/contract'
import { tryLock } from '@surety/internal/process/file-lock.ts'
import {
  mayBeAlive,
  ownIdentity,
  type ProcessIdentity,
} from '@surety/internal/process/process-identity.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

/** `create` and `use` lock the file; `read` looks at it while a batch may be writing. */
export type StateAccess = 'create' | 'use' | 'read'

/** Opens and locks the state of a batch. Records stay on disk, so the file may be larger than the memory. */
export function openBatchState(path: string, access: StateAccess = 'create'): BatchState {
  const isNew = access === 'create'
  const undo: (() => void)[] = []
  const close = (): void => {
    while (undo.length > 0) undo.pop()!()
  }
  try {
    if (isNew) makeFolder(dirname(path), 0o700)
    const file = new StateFile(path, isNew)
    undo.push(() => file.close())
    if (access !== 'read') undo.push(lockBeside(path))
    const state = new BatchState(path, file, close)
    state.readOn()
    if (access !== 'read') undo.push(state.claim())
    return state
  } catch (error) {
    close()
    throw error instanceof SuretyError ? error : unusable(path, error)
  }
}

function whyOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  return code ?? message
}

function unusable(path: string, cause: unknown): SuretyError {
  const message = `${path} cannot be used as a state file (${whyOf(cause)}).`
  const facts = { phase: 'validation', target: path, cause } as const
  return new SuretyError('STATE_UNUSABLE', 'PRECONDITION', message, facts)
}

function unwritable(path: string, cause: unknown): SuretyError {
  const message = `The state file ${path} cannot be written (${whyOf(cause)}), so no more calls were started.`
  const fix_required = 'Make room for the file, then run the same batch again.'
  const facts = { target: path, cause, fix_required }
  return new SuretyError('STATE_UNWRITABLE', 'PRECONDITION', message, facts)
}

const FOREIGN = 'it has lines that no batch wrote'
const STARTS = ['{"key":', '{"claim":', '{"release":']

function isTorn(text: string | null): boolean {
  if (text === null || text.includes('\0')) return true
  return STARTS.some((start) => text.startsWith(start) || start.startsWith(text))
}

interface Entry {
  readonly call: string | null
  isFinished: boolean
  /** Where its lines are; not known of lines that this process appended and has not read again. */
  readonly start?: Span
  record?: Span
}

/** The progress of a batch, on disk: one line when a call starts, one when it is finished. */
export class BatchState {
  /** Releases the lock. */
  readonly close: () => void
  readonly #path: string
  readonly #file: StateFile
  /**
   * The claims in the file, because a hard link has no lock beside it: the first living process holds the file. Those of
   * other hosts count for nothing: nobody knows whether they are alive, and they cannot be removed like a lock.
   */
  readonly #claims = new Map<string, ProcessIdentity>()
  readonly #entries = new Map<string, Entry>()
  #position = 0
  #problem: SuretyError | undefined

  constructor(path: string, file: StateFile, close: () => void) {
    this.#path = path
    this.#file = file
    this.close = close
  }

  get user(): ProcessIdentity | undefined {
    const own = ownIdentity()
    const isNear = ({ host, space }: ProcessIdentity) => host === own.host && space === own.space
    return [...this.#claims.values()].find((each) => isNear(each) && mayBeAlive(each))
  }

  /** Claims the file; returns what takes the claim back. */
  claim(): () => void {
    const own = ownIdentity()
    const refuseIfHeld = (): void => {
      const { user } = this
      if (user !== undefined && user.id !== own.id) throw locked(this.#path, user, '')
    }
    const release = (): void => {
      try {
        this.#file.append({ release: own.id })
      } catch {
        // A claim that cannot be taken back, for want of space, ends with this process.
      }
    }
    refuseIfHeld()
    this.#file.append({ claim: own })
    try {
      this.readOn()
      refuseIfHeld()
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  finished(key: string): BatchRecord | undefined {
    if (this.#entries.get(key)?.isFinished !== true) return undefined
    return (this.#reread(key, 'record') as { readonly record: BatchRecord }).record
  }

  inDoubt(key: string): { readonly call: string | null } | undefined {
    const entry = this.#entries.get(key)
    return entry === undefined || entry.isFinished ? undefined : { call: entry.call }
  }

  *known() {
    for (const [key, { call, isFinished }] of this.#entries) yield { key, call, isFinished }
  }

  started(key: string) {
    return this.#reread(key, 'start') as { readonly index: number; readonly invocation: BatchCall }
  }

  indexOf(key: string): number {
    const { start, record } = this.#entries.get(key) ?? {}
    return start === undefined && record !== undefined
      ? this.finished(key)!.index
      : this.started(key).index
  }

  start(key: string, call: string, index: number, invocation: BatchCall): void {
    // After a failed write the next one may fit by chance, but its end may not.
    if (this.#problem !== undefined) throw this.#problem
    this.#append({ key, call, index, invocation })
    this.#entries.set(key, { call, isFinished: false })
  }

  finish(key: string, record: BatchRecord): void {
    this.#append({ key, record })
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.isFinished = true
  }

  withdraw(key: string): void {
    this.#append({ key, withdrawn: true })
    this.#entries.delete(key)
  }

  readOn(): void {
    const lines = this.#file.lines(this.#position)
    for (;;) {
      const { done, value } = lines.next()
      if (done === true) {
        if (!isTorn(this.#file.rest)) throw new Error(FOREIGN)
        this.#position = value
        return
      }
      const { text, ...span } = value
      // A line that a crash cut short is no JSON; it was never acknowledged.
      const line = text === null ? undefined : parseJson(text)
      if (line === undefined && isTorn(text)) continue
      if (!isJsonObject(line)) throw new Error(FOREIGN)
      if (!this.#read(line, span)) throw new Error(FOREIGN)
    }
  }

  #read(line: JsonObject, span: Span): boolean {
    const { claim, release, key, call, record, invocation, withdrawn } = line
    if (typeof release === 'string') {
      this.#claims.delete(release)
      return true
    }
    if (isJsonObject(claim) && typeof claim['id'] === 'string') {
      this.#claims.set(claim['id'], claim as unknown as ProcessIdentity)
      return true
    }
    if (typeof key !== 'string') return false
    const entry = this.#entries.get(key)
    if (withdrawn === true) this.#entries.delete(key)
    else if (isJsonObject(record)) {
      // A finished call is never run again, even if the line of its start is gone.
      if (entry === undefined)
        this.#entries.set(key, { call: null, isFinished: true, record: span })
      else Object.assign(entry, { record: span, isFinished: true })
    } else if (isJsonObject(invocation)) {
      const id = typeof call === 'string' ? call : null
      this.#entries.set(key, { call: id, isFinished: false, start: span })
    } else return false
    return true
  }

  #reread(key: string, which: 'start' | 'record'): unknown {
    if (this.#entries.get(key)?.[which] === undefined) this.readOn()
    const span = this.#entries.get(key)?.[which]
    if (span === undefined) throw unusable(this.#path, new Error('a line of the call is gone'))
    return this.#file.read(span)
  }

  #append(line: unknown): void {
    try {
      this.#file.append(line)
    } catch (error) {
      this.#problem ??= unwritable(this.#path, error)
      throw this.#problem
    }
  }
}

function lockBeside(path: string): () => void {
  const lock = `${realpathSync(path)}.lock`
  const attempt = tryLock(lock)
  if (attempt.kind === 'taken') return attempt.release
  throw locked(path, attempt, ` If there is no such process, remove ${lock}.`)
}

type Holder = Pick<ProcessIdentity, 'pid' | 'host'>

function locked(path: string, { pid, host }: Holder, more: string): SuretyError {
  const message = `Another batch (process ${pid} on ${host}) is using ${path}.`
  return new SuretyError('STATE_LOCKED', 'UNAVAILABLE', message, {
    retryable: true,
    phase: 'validation',
    target: path,
    suggestion: `Wait for it to end, or use another state file.${more}`,
  })
}
