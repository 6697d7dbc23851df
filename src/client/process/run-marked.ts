import type { ProcessEnd, ProcessRequest } from '../../internal/process/process-request.ts'
import { runProcess } from '../../internal/process/run-process.ts'
import { innermost, MARK, readMarks } from './attempt-mark.ts'
import { findMarked, signalMarked } from './marked-processes.ts'

/** Runs the process of an attempt; descendants that left its group are found by the attempt's mark. */
export function runMarked(request: ProcessRequest): Promise<ProcessEnd> {
  const mark = innermost(request.env[MARK] ?? '')
  if (readMarks(mark).length === 0) return runProcess(request)
  const isOurs = (value: string) => value.split('/').includes(mark)
  return runProcess({
    ...request,
    alsoSignal: (signal) => void signalMarked(findMarked(isOurs), signal),
  })
}
