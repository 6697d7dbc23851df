import { startOf } from '@surety/internal/process/process-table.ts'
import { isStart, readRecords } from '../journal/read.ts'
import { readMarks, type CallMark } from './attempt-mark.ts'
import { endMarked, findMarked } from './marked-processes.ts'

/** A process whose client ended in the middle of an attempt. */
export interface Orphan {
  readonly pid: number
  readonly command: string
  /** Its call and attempt; the journal has a line about the start of that attempt, but not about its end. */
  readonly call: string
  readonly attempt: number
  readonly client_pid: number
}

/**
 * Finds the processes of clients that were killed before they could end them. The journal must have a line
 * about the start of their attempt and none about its end: a daemon may outlive a finished call, and calls
 * of other journals are not ours to end. Linux only.
 *
 * @example
 * ```ts
 * import { findOrphans, stateFolder } from '@surety/client'
 *
 * for (const { pid, command } of await findOrphans(`${stateFolder(process.env)}/journal`)) {
 *   console.log(pid, command)
 * }
 * ```
 */
export async function findOrphans(journal: string): Promise<readonly Orphan[]> {
  const left = findMarked((value) => readMarks(value).some(isAbandoned))
  if (left.length === 0) return []
  const wanted = new Set(left.flatMap(({ mark }) => readMarks(mark).map(keyOf)))
  const attempts = await readAttempts(journal, wanted)
  return left.flatMap(({ pid, command, mark }) => {
    const found = unfinishedIn(mark, attempts)
    if (found === undefined) return []
    const { call, attempt, clientPid } = found
    return [{ pid, command, call, attempt, client_pid: clientPid }]
  })
}

/**
 * Ends processes whose client is gone: SIGTERM first, SIGKILL after the grace. Takes what
 * {@link findOrphans} found, or the ids of calls that are known to be unfinished.
 *
 * @example
 * ```ts
 * import { endOrphans, findOrphans } from '@surety/client'
 *
 * await endOrphans(await findOrphans('/var/lib/my-agent/journal'))
 * ```
 */
export async function endOrphans(
  orphans: readonly Orphan[] | ReadonlySet<string>,
  graceMs = 2000,
): Promise<readonly number[]> {
  const fits = 'has' in orphans ? isOfCalls(orphans) : isLike(orphans)
  return (await endMarked(fits, graceMs)).map(({ pid }) => pid)
}

function isOfCalls(calls: ReadonlySet<string>): (value: string) => boolean {
  return (value) => readMarks(value).some((mark) => calls.has(mark.call) && isAbandoned(mark))
}

/** Processes with the same marks as an orphan are its descendants or siblings. */
function isLike(orphans: readonly Orphan[]): (value: string) => boolean {
  const pids = new Set(orphans.map(({ pid }) => pid))
  const attempts = new Set(orphans.map(keyOf))
  const found = findMarked((value) =>
    readMarks(value).some((mark) => attempts.has(keyOf(mark)) && isAbandoned(mark)),
  )
  const marks = new Set(found.filter(({ pid }) => pids.has(pid)).map(({ mark }) => mark))
  return (value) => marks.has(value)
}

export function orphansOf(call: string): readonly number[] {
  return findMarked(isOfCalls(new Set([call]))).map(({ pid }) => pid)
}

type Attempts = Awaited<ReturnType<typeof readAttempts>>

async function readAttempts(journal: string, wanted: ReadonlySet<string>) {
  const clients = new Map<string, string>()
  const ended = new Set<string>()
  for await (const record of readRecords(journal)) {
    const key = keyOf(record)
    if (!wanted.has(key)) continue
    if (isStart(record)) clients.set(key, record.client)
    else ended.add(key)
  }
  return { clients, ended }
}

function unfinishedIn(value: string, { clients, ended }: Attempts): CallMark | undefined {
  for (const mark of readMarks(value).toReversed()) {
    if (ended.has(keyOf(mark))) return undefined
    const client = `${mark.clientPid}.${mark.clientStart}`
    if (clients.get(keyOf(mark)) === client && isAbandoned(mark)) return mark
  }
  return undefined
}

function keyOf({ call, attempt }: { readonly call: string; readonly attempt: number }): string {
  return `${call}.${attempt}`
}

function isAbandoned({ clientPid, clientStart }: CallMark): boolean {
  return clientStart !== 'unknown' && startOf(clientPid) !== clientStart
}
