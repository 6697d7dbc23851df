import { startOf } from '../../internal/process/process-identity.ts'
import { readJournal } from '../journal/read.ts'
import { readMarks, type CallMark } from './attempt-mark.ts'
import { endMarked, findMarked } from './marked-processes.ts'

/** A process whose client ended in the middle of an attempt. */
export interface Orphan {
  readonly pid: number
  readonly command: string
  /** Its call and attempt; the journal has no line about the end of that attempt. */
  readonly call: string
  readonly attempt: number
  readonly client_pid: number
}

/**
 * Finds the processes of clients that were killed before they could end them. A process whose attempt is
 * in the journal does not count: a daemon may outlive a finished call. Linux only.
 *
 * @example
 * ```ts
 * import { findOrphans, stateFolder } from 'surety/client'
 *
 * for (const { pid, command } of await findOrphans(`${stateFolder(process.env)}/journal`)) {
 *   console.log(pid, command)
 * }
 * ```
 */
export async function findOrphans(journal: string): Promise<readonly Orphan[]> {
  const left = findMarked((value) => abandonedIn(value) !== undefined).flatMap((process) => {
    const mark = abandonedIn(process.mark)
    return mark === undefined ? [] : [{ process, mark }]
  })
  if (left.length === 0) return []
  const ended = new Set<string>()
  for await (const { call, attempt } of readJournal(journal)) ended.add(`${call}.${attempt}`)
  return left
    .filter(({ mark }) => !ended.has(`${mark.call}.${mark.attempt}`))
    .map(({ process: { pid, command }, mark }) => ({
      pid,
      command,
      call: mark.call,
      attempt: mark.attempt,
      client_pid: mark.clientPid,
    }))
}

/**
 * Ends the processes of calls whose client is gone: SIGTERM first, SIGKILL after the grace.
 *
 * @example
 * ```ts
 * import { endOrphans, findOrphans } from 'surety/client'
 *
 * const orphans = await findOrphans('/var/lib/my-agent/journal')
 * await endOrphans(new Set(orphans.map(({ call }) => call)))
 * ```
 */
export async function endOrphans(
  calls: ReadonlySet<string>,
  graceMs = 2000,
): Promise<readonly number[]> {
  const fits = (value: string) =>
    readMarks(value).some((mark) => calls.has(mark.call) && isAbandoned(mark))
  return (await endMarked(fits, graceMs)).map(({ pid }) => pid)
}

/** Lists the running processes of a call whose client is gone. */
export function orphansOf(call: string): readonly number[] {
  const fits = (value: string) =>
    readMarks(value).some((mark) => mark.call === call && isAbandoned(mark))
  return findMarked(fits).map(({ pid }) => pid)
}

function abandonedIn(value: string): CallMark | undefined {
  return readMarks(value).findLast(isAbandoned)
}

function isAbandoned({ clientPid, clientStart }: CallMark): boolean {
  return clientStart !== 'unknown' && startOf(clientPid) !== clientStart
}
