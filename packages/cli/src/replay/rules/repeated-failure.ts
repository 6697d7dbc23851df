import { EXIT_ROWS } from 'surety/unstable/contract'
import { sha256 } from '@surety/internal/sha256.ts'
import type { JudgedCall } from '../judge.ts'
import { Remembered, type Rule } from './rule.ts'

/** The same call failed in the same way again, and nothing was changed between. */
export const rule: Rule = {
  id: 'repeated_failure',
  title: 'calls repeated after a failure that cannot get better',
  start: () => {
    const failed = new Remembered<{ readonly how: string; readonly times: number }>()
    const changed = () => failed.forget()
    const judge = (judged: JudgedCall) => {
      const { command, isRefused } = judged.call
      if (isRefused) return []
      const how = lastingFailure(judged)
      if (how === undefined) {
        // Whatever is not known to read may have changed what the failure is about.
        if (!judged.isRead) changed()
        return []
      }
      const before = failed.get(command)
      const isSame = before?.how === how
      // A failing call may have changed something for others, but not for itself.
      if (!judged.isRead) failed.forget((each) => each !== before)
      failed.set(command, { how, times: isSame ? before.times + 1 : 1 })
      if (!isSame) return []
      const why = judged.end.failure?.code
      const again = `the same failure ${before.times === 1 ? 'again' : `for the ${before.times + 1}. time`}`
      return [
        { says: `${again}${why === undefined ? '' : ` (${why})`}; nothing was changed between` },
      ]
    }
    return { judge, changed }
  },
}

const TABLE: Readonly<Record<string, { readonly retryable: string }>> = EXIT_ROWS['1.6']
/** What asks whether something is there yet. */
const WAITS = /(?:^|[\s;&|])(?:sleep|wait|watch|until|while)\b/

/** Gives a digest of a failure that another try does not mend; undefined if there is none. */
function lastingFailure({ call, end, line, main }: JudgedCall): string | undefined {
  const { exit, output, isEnded, command } = call
  if (exit === undefined || exit === 0 || isEnded || end.answer !== undefined) return undefined
  if (line === undefined || WAITS.test(command)) return undefined
  // Of a network nobody knows whether it fails for long.
  if (end.failure === undefined && main?.known?.network) return undefined
  const name = end.failure?.exit ?? 'GENERAL_ERROR'
  const { retryable } = TABLE[name] ?? { retryable: 'depends' }
  if (retryable === 'yes' || (retryable === 'depends' && name !== 'GENERAL_ERROR')) return undefined
  // Times and numbers of processes differ from run to run.
  return sha256(`${exit}\0${output.replaceAll(/\d+/g, '0')}`).slice(0, 24)
}
