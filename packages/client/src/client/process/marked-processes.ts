import { setTimeout as wait } from 'node:timers/promises'

import { innermost, MARK, readMarks } from './attempt-mark.ts'
import { monotonicMs } from '@surety/internal/monotonic.ts'
import { groupOf, ownLine, startOf } from '@surety/internal/process/process-table.ts'
import type { ProcessEnd, ProcessRequest } from '@surety/internal/process/process-request.ts'
import { runProcess } from '@surety/internal/process/run-process.ts'
import { namesIn, textIn } from '@surety/internal/own-folder.ts'

type MarkedProcess = ReturnType<typeof findMarked>[number]

/** Finds processes by the mark in their environment, also those with a session of their own. Linux only. */
export function findMarked(fits: (mark: string) => boolean) {
  // A caller that is itself a descendant, such as a shell inside tmux, must not be ended.
  const own = ownLine()
  return namesIn('/proc').flatMap((name) => {
    const pid = Number(name)
    const mark = Number.isInteger(pid) && !own.has(pid) ? markOf(pid) : undefined
    if (mark === undefined || !fits(mark)) return []
    // Its start distinguishes it from a later process with the same number.
    const start = startOf(pid)
    return start === null ? [] : [{ pid, start, mark, command: commandOf(pid) }]
  })
}

/** Tests marks for that of one attempt, also further out. */
export function holdsMark(mark: string): (value: string) => boolean {
  return (value) => value.split('/').includes(mark)
}

/** Signals processes, unless their number belongs to another process by now. */
export function signalMarked(processes: readonly MarkedProcess[], signal: NodeJS.Signals) {
  return processes.filter(({ pid, start }) => {
    if (startOf(pid) !== start) return false
    try {
      process.kill(pid, signal)
      return true
    } catch {
      // It has ended in the meantime, or belongs to another user.
      return false
    }
  })
}

export async function endMarked(fits: (mark: string) => boolean, graceMs: number) {
  const asked = signalMarked(findMarked(fits), 'SIGTERM')
  const until = monotonicMs() + graceMs
  while (monotonicMs() < until && asked.some(({ pid, start }) => startOf(pid) === start)) {
    await wait(20)
  }
  const killed = signalMarked(findMarked(fits), 'SIGKILL')
  return [...asked, ...killed.filter(({ pid }) => !asked.some((other) => other.pid === pid))]
}

const PREFIX = `${MARK}=`

function markOf(pid: number): string | undefined {
  const variables = textIn(`/proc/${pid}/environ`)?.split('\0')
  return variables?.find((each) => each.startsWith(PREFIX))?.slice(PREFIX.length)
}

function commandOf(pid: number): string {
  return (textIn(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim().slice(0, 200)
}

export async function runMarked(request: ProcessRequest): Promise<ProcessEnd> {
  const mark = innermost(request.env[MARK] ?? '')
  if (readMarks(mark).length === 0) return runProcess(request)
  const isOurs = holdsMark(mark)
  const end = await runProcess({
    ...request,
    alsoSignal: (signal) => void signalMarked(findMarked(isOurs), signal),
  })
  if (!end.leftBehind || end.kind === 'timed_out' || end.kind === 'aborted') return end
  // The group was killed a moment ago and may still be ending.
  const rest = findMarked(isOurs).filter(({ pid }) => groupOf(pid) !== end.pid)
  return { ...end, outlivedBy: rest.map(({ pid }) => pid) }
}
