import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { logLine } from '../services/log.ts'

/** Writes in debug mode what concerns the author alone: the stack of an error, and advice. */
export function traceForAuthor(run: Run, end: RunEnd): void {
  const { name, version } = run.cli.declaration
  logLine(run, 'debug', `${name} ${version}, node ${process.version}`)
  const error = end.kind === 'threw' ? end.error : null
  if (error instanceof Error) logLine(run, 'debug', error.stack ?? error.message)
  for (const advice of run.advice) logLine(run, 'debug', `Advice: ${advice}`)
}
