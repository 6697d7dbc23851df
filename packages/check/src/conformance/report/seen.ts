import { oneLine } from '@surety/internal/visible-text.ts'
import { readFailure } from 'surety/unstable/failure-reader'

interface Ended {
  readonly exit_code: number | null
  readonly ended_by: string | null
  readonly stopped: string | null
  readonly start_error: string | null
  readonly stdout: { readonly text: string }
  readonly stderr: { readonly text: string }
}

/** Says how a call ended, with the first line of each stream. */
export function seenIn(run: Ended, isAlive = false): string {
  const { start_error: startError, stdout, stderr } = run
  const end =
    startError !== null
      ? `not started (${startError})`
      : isAlive
        ? 'still running'
        : run.stopped !== null
          ? 'no end'
          : `exit ${run.exit_code ?? run.ended_by ?? 'unknown'}`
  const isPlain = !stderr.text.includes('\u001B') && !/^\s*[[{]/.test(stderr.text)
  const told = isPlain
    ? (readFailure({ stdout: '', stderr: stderr.text }).message ?? '')
    : stderr.text
  return `${end}, stdout ${firstLine(stdout.text)}, stderr ${firstLine(told)}.`
}

/** The first line; of a document its start, and before all else a line with escape codes. */
function firstLine(text: string): string {
  const lines = text.split('\n').filter((each) => each.trim() !== '')
  const isDocument = /^\s*[[{]\s*$/.test(lines[0] ?? '')
  const first = isDocument ? text.slice(0, 400).replaceAll(/\s+/g, ' ') : lines[0]
  const line = lines.find((each) => each.includes('\u001B')) ?? first
  if (line === undefined) return 'nothing'
  const shown = oneLine(line.trim())
  return `"${shown.length > 100 ? `${shown.slice(0, 100)}…` : shown}"`
}
