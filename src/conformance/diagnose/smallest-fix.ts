import type { Outcome } from '../../contract/index.ts'
import type { Run } from '../probing/run.ts'
import type { Finding } from '../report/report.ts'

/** What helps, and who has to act: the author of the tool, the caller, or nobody. */
export interface Fix {
  readonly by: 'author' | 'caller' | 'nobody'
  readonly text: string
}

/** Names the one change that helps most: at the tool if it breaks a promise, else at the call. */
export function smallestFix(
  run: Run,
  broken: readonly Finding[],
  outcome: Outcome | undefined,
): Fix {
  const { startError, stopped } = run.end
  if (startError !== null)
    return {
      by: 'caller',
      text: `Check the path and the permissions: the program did not start (${startError}).`,
    }
  const first =
    broken.find(({ check }) => stopped !== null && check.startsWith('no_hang')) ?? broken[0]
  if (first !== undefined) return { by: 'author', text: first.fix }
  if (stopped !== null)
    return { by: 'author', text: 'Bound every wait: the call did not end within the time limit.' }
  if (outcome === undefined) {
    return run.exitCode === 0
      ? { by: 'nobody', text: 'The call succeeded; there is no envelope to check.' }
      : {
          by: 'author',
          text: 'Print an error envelope: a code, a message, and whether a retry can help.',
        }
  }
  if (outcome.ok) return { by: 'nobody', text: 'Nothing is to be fixed.' }
  return { by: 'caller', text: callerFix(outcome.error) }
}

function callerFix(error: Extract<Outcome, { ok: false }>['error']): string {
  if (error.redirect != null) return `Run ${error.redirect.command} instead.`
  if (error.fix_command != null) return `Run ${error.fix_command} first.`
  if (error.suggestion != null && error.suggestion !== '') return error.suggestion
  if (error.retry_after_ms != null)
    return `Wait ${error.retry_after_ms} ms and make the same call again.`
  switch (error.recovery) {
    case 'identical':
      return 'Make the same call again later.'
    case 'after_fix':
      return `Correct the call: ${error.message}`
    case 'never':
      return 'The same call cannot succeed; change what it asks for.'
    case 'redirect':
    case 'unknown':
      return `The answer does not say whether a retry can help: ${error.message}`
  }
}
