import { groupOf } from '../../internal/process/process-identity.ts'
import type { ProcessEnd, ProcessRequest } from '../../internal/process/process-request.ts'
import { runProcess } from '../../internal/process/run-process.ts'
import { innermost, MARK, readMarks } from './attempt-mark.ts'
import { findMarked, signalMarked } from './marked-processes.ts'

/** Runs the process of an attempt; descendants that left its group are found by the attempt's mark. */
export async function runMarked(request: ProcessRequest): Promise<ProcessEnd> {
  const mark = innermost(request.env[MARK] ?? '')
  if (readMarks(mark).length === 0) return runProcess(request)
  const isOurs = (value: string) => value.split('/').includes(mark)
  const end = await runProcess({
    ...request,
    alsoSignal: (signal) => void signalMarked(findMarked(isOurs), signal),
  })
  if (!end.leftBehind || end.kind === 'timed_out' || end.kind === 'aborted') return end
  // The group was killed a moment ago and may still be ending.
  const rest = findMarked(isOurs).filter(({ pid }) => groupOf(pid) !== end.pid)
  return { ...end, outlivedBy: rest.map(({ pid }) => pid) }
}
