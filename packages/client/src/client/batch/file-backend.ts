import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

import { isJsonObject, parseJson, SuretyError } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'
import { tryLock } from '@surety/internal/process/file-lock.ts'
import { orphansOf } from '../process/orphans.ts'
import {
  type BatchBackend,
  type BatchCounts,
  type Doubt,
  type EarlierStart,
  onlyOpen,
  type PlannedCall,
} from './backend.ts'
import { type BatchCall, callName } from './call-identity.ts'
import { isEndInDoubt, settledRecord, type BatchRecord, type Settlement } from './record.ts'

/** `create` and `use` lock the file; `read` looks at it while a batch may be writing. */
export type StateAccess = 'create' | 'use' | 'read'

export type FileClaim =
  | { readonly kind: 'free' }
  | { readonly kind: 'finished'; readonly record: BatchRecord }
  | { readonly kind: 'doubt'; readonly earlier: EarlierStart }

interface Span {
  readonly at: number
  readonly length: number
}

/** What is known of a call: where the lines of its start and end are. */
interface Entry {
  readonly index: number
  readonly call: string | null
  readonly start?: Span
  readonly end?: Span & { readonly ok: boolean }
}

const CHUNK_BYTES = 1024 * 1024
/** Below the length limit of strings, above that of any record. */
const MAX_LINE_BYTES = 400 * 1024 * 1024
const LINE_FEED = 10
const START = '{"key":'

/**
 * A batch in a file: one line when a call starts, one when it has ended. Answers stay on disk, so the file may be
 * larger than the memory. It follows the file, not its path.
 */
export class FileBackend implements BatchBackend {
  readonly #path: string
  readonly #file: number
  readonly #entries = new Map<string, Entry>()
  /** The process that uses the file, for those who only look. */
  readonly #user: number | undefined
  readonly #unlock: (() => void) | undefined
  /** Whether the last line has no end; one that is appended to it could not be read. */
  #isTorn = false
  #problem: SuretyError | undefined

  constructor(path: string, access: StateAccess = 'create') {
    this.#path = path
    const { O_APPEND, O_RDWR, O_CREAT } = constants
    const isNew = access === 'create'
    try {
      if (isNew) makeFolder(dirname(path), 0o700)
      this.#file = openSync(path, O_APPEND | O_RDWR | (isNew ? O_CREAT : 0), 0o600)
    } catch (error) {
      throw unusable(path, error)
    }
    try {
      if (!fstatSync(this.#file).isFile()) throw new Error('not a regular file')
      const lock = `${realpathSync(path)}.lock`
      const attempt = tryLock(lock)
      if (attempt.kind === 'taken' && access !== 'read') this.#unlock = attempt.release
      else if (attempt.kind === 'taken') attempt.release()
      else if (access === 'read') this.#user = attempt.pid
      else throw locked(path, lock, attempt)
      this.#read()
    } catch (error) {
      this.#end()
      throw error instanceof SuretyError ? error : unusable(path, error)
    }
  }

  claim({ key }: PlannedCall): FileClaim {
    const { call = null, end } = this.#entries.get(key) ?? {}
    if (end !== undefined) return { kind: 'finished', record: this.#record(end) }
    return this.#entries.has(key) ? { kind: 'doubt', earlier: { call } } : { kind: 'free' }
  }

  async mark({ key, index, call: invocation }: PlannedCall, call: string): Promise<void> {
    // After a failed write the next one may fit by chance, but its end may not.
    if (this.#problem !== undefined) throw this.#problem
    const start = this.#append({ key, call, index, invocation })
    this.#entries.set(key, { index, call, start })
  }

  async withdraw({ key }: PlannedCall): Promise<void> {
    this.#append({ key, withdrawn: true })
    this.#entries.delete(key)
  }

  async seal({ key }: PlannedCall, record: BatchRecord): Promise<void> {
    this.#ended(key, record, this.#append({ key, record }))
  }

  async *doubts(): AsyncGenerator<Doubt> {
    for (const [key, { call: id, index, start, end }] of this.#entries) {
      const ended = end && !end.ok ? this.#record(end) : undefined
      // Without the line of its start nothing can be asked about it.
      if (start === undefined || (end && !(ended && isEndInDoubt(ended)))) continue
      const call = this.#started(start)
      const pids = id === null ? [] : orphansOf(id)
      yield { name: callName(call, index), key, index, call, pids, ...given({ ended }) }
    }
  }

  async settle(name: string, settlement: Settlement): Promise<BatchRecord> {
    const planned = this.#find(name, isEndInDoubt)
    const record = settledRecord(planned.index, planned.call, settlement)
    await this.seal(planned, record)
    return record
  }

  /** Finds a call that failed or is in doubt. */
  reopen(name: string): PlannedCall {
    return this.#find(name, ({ outcome }) => !outcome.ok)
  }

  async *results(): AsyncGenerator<BatchRecord> {
    const entries = [...this.#entries.values()].toSorted((one, other) => one.index - other.index)
    for (const { end } of entries) if (end) yield { ...this.#record(end), resumed: true }
  }

  async counts(): Promise<BatchCounts> {
    const entries = [...this.#entries.values()]
    const succeeded = entries.filter(({ end }) => end?.ok === true).length
    const failed = entries.filter(({ end }) => end?.ok === false).length
    const open = entries.length - succeeded - failed
    const [running, in_doubt] = this.#user === undefined ? [0, open] : [open, 0]
    return { total: entries.length, waiting: 0, running, succeeded, failed, in_doubt }
  }

  async cancel(): Promise<boolean> {
    if (this.#user !== undefined) process.kill(this.#user, 'SIGTERM')
    return this.#user !== undefined
  }

  async close(): Promise<void> {
    this.#end()
  }

  #end(): void {
    this.#unlock?.()
    closeSync(this.#file)
  }

  #find(name: string, isOpenEnd: (record: BatchRecord) => boolean): PlannedCall {
    const found = [...this.#entries].flatMap(([key, { index, start, end }]) => {
      const isNamed = key === name || key.slice(0, key.lastIndexOf('@')) === name
      const isOpen = end === undefined || (isNamed && isOpenEnd(this.#record(end)))
      return isNamed ? [{ key, index, start, isOpen }] : []
    })
    const { key, index, start } = onlyOpen(name, found)
    return { key, index, call: this.#started(start) }
  }

  #started(start: Span | undefined): BatchCall {
    if (start === undefined) throw unusable(this.#path, new Error('a line of the call is gone'))
    return (JSON.parse(this.#text(start)) as { readonly invocation: BatchCall }).invocation
  }

  #record(end: Span): BatchRecord {
    return (JSON.parse(this.#text(end)) as { readonly record: BatchRecord }).record
  }

  #text({ at, length }: Span): string {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length;) {
      const count = readSync(this.#file, bytes, done, length - done, at + done)
      if (count === 0) throw new Error('it was cut short')
      done += count
    }
    return bytes.toString('utf8')
  }

  #read(): void {
    for (const span of this.#spans()) {
      const text = span.length > MAX_LINE_BYTES ? '\0' : this.#text(span)
      const line = parseJson(text)
      // A line that a crash cut short is no JSON; it was never acknowledged.
      const isCut = text.includes('\0') || text.startsWith(START) || START.startsWith(text)
      if (line === undefined && isCut) continue
      const { key, record, invocation, call, index, withdrawn } = isJsonObject(line) ? line : {}
      if (typeof key !== 'string') throw new Error(FOREIGN)
      // A finished call is never run again, even if the line of its start is gone.
      if (isJsonObject(record)) this.#ended(key, record as unknown as BatchRecord, span)
      else if (isJsonObject(invocation) && typeof index === 'number')
        this.#entries.set(key, { index, call: typeof call === 'string' ? call : null, start: span })
      else if (withdrawn === true) this.#entries.delete(key)
      else throw new Error(FOREIGN)
    }
  }

  #ended(key: string, { index, outcome }: BatchRecord, span: Span): void {
    const known = this.#entries.get(key)
    this.#entries.set(key, { index, call: null, ...known, end: { ...span, ok: outcome.ok } })
  }

  /** Finds the lines, the last one also if it has no end. */
  *#spans(): Generator<Span> {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES)
    let [at, position] = [0, 0]
    for (;;) {
      const count = readSync(this.#file, bytes, 0, CHUNK_BYTES, position)
      if (count === 0) break
      const chunk = bytes.subarray(0, count)
      for (let end = chunk.indexOf(LINE_FEED); end !== -1;) {
        yield { at, length: position + end - at }
        at = position + end + 1
        end = chunk.indexOf(LINE_FEED, end + 1)
      }
      position += count
    }
    this.#isTorn = at < position
    if (this.#isTorn) yield { at, length: Math.min(position - at, MAX_LINE_BYTES) }
  }

  #append(line: object): Span {
    try {
      const { nlink, size } = fstatSync(this.#file)
      if (nlink === 0) throw new Error('it was deleted')
      const start = this.#isTorn ? '\n' : ''
      const bytes = Buffer.from(`${start}${JSON.stringify(line)}\n`)
      const written = writeSync(this.#file, bytes)
      if (written > 0) this.#isTorn = written !== bytes.length
      if (written !== bytes.length) throw new Error('ENOSPC')
      return { at: size + start.length, length: written - start.length - 1 }
    } catch (cause) {
      const message = `The state file ${this.#path} cannot be written (${whyOf(cause)}), so no more calls were started.`
      const fix_required = 'Make room for the file, then run the same batch again.'
      const facts = { target: this.#path, cause, fix_required }
      this.#problem ??= new SuretyError('STATE_UNWRITABLE', 'PRECONDITION', message, facts)
      throw this.#problem
    }
  }
}

const FOREIGN = 'it has lines that no batch wrote'

function whyOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  return code ?? message
}

function unusable(path: string, cause: unknown): SuretyError {
  const message = `${path} cannot be used as a state file (${whyOf(cause)}).`
  const facts = { phase: 'validation', target: path, cause } as const
  return new SuretyError('STATE_UNUSABLE', 'PRECONDITION', message, facts)
}

function locked(
  path: string,
  lock: string,
  { pid, host }: { readonly pid: number; readonly host: string },
): SuretyError {
  const message = `Another batch (process ${pid} on ${host}) is using ${path}.`
  return new SuretyError('STATE_LOCKED', 'UNAVAILABLE', message, {
    retryable: true,
    phase: 'validation',
    target: path,
    suggestion: `Wait for it to end, or use another state file. If there is no such process, remove ${lock}.`,
  })
}
