import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../declare/cli.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Names } from '../line/names.ts'
import { listIn } from '../line/params.ts'
import { readLine, type Line } from '../line/read.ts'
import { withoutSecrets } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Makes one problem of words that belong to another program and were typed without `--`. It shows the line that passes
 * them on; a text gets them as one word.
 */
export function asForeignWords(
  run: Run,
  { argv }: Line,
  names: Names,
  problems: readonly InputProblem[],
): readonly InputProblem[] {
  const first = problems.find((each) => isForeign(each) && !each.suggestion)
  if (!first || argv.includes('--')) return problems
  const { words } = readLine(argv, names)
  const program = words[0]?.at ?? argv.length
  const wrong = argv.findIndex((word, at) => at > program && word.startsWith(first.param))
  if (wrong < 0) return problems
  const at = Math.min(wrong, words[names.args.length - 1]?.at ?? wrong)
  const rest = argv.slice(at)
  const last = listIn(names.args.at(-1)?.def) ? rest : [quoteWords(rest)]
  const line = [...callWords(run.cli), ...run.path, ...argv.slice(0, at), '--', ...last]
  const suggestion = quoteWords(withoutSecrets(run, line))
  // The options that exist are no help to somebody who wrote one of another program.
  const { param, code, message } = first
  return [{ param, code, message, suggestion }, ...problems.filter((each) => !isForeign(each))]
}

/** Tests whether a problem is one of a word that nothing of ours takes. */
function isForeign({ code }: { readonly code: string }): boolean {
  return code === 'UNKNOWN_FLAG' || code === 'UNEXPECTED_ARGUMENT'
}
