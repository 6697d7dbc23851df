import type { ReadOutcome } from 'surety/unstable/contract'
import { OpenCapture, type Capture } from 'surety/unstable/dialects'
import { plainOutcome, type KnownProgram } from './plain-outcome.ts'

/** Makes the outcome of a call that somebody else made, of no dialect, as `surety run` makes that of its own. */
export function endedOutcome(
  argv: readonly string[],
  given: Capture,
  program: KnownProgram | undefined,
): Promise<ReadOutcome> {
  const capture = OpenCapture.of(given)
  const stream = (name: 'stdout' | 'stderr') => {
    const held = given[name]
    const bytes = typeof held === 'string' ? new TextEncoder().encode(held) : held
    return { bytes, total: bytes.length, isCut: false }
  }
  const end = {
    kind: 'exited',
    exitCode: given.exit_code,
    signal: null,
    startError: null,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    leftBehind: false,
    pid: null,
    durationMs: 0,
  } as const
  return plainOutcome({ end, capture }, { argv, timeoutMs: 0, ...(program && { program }) })
}
