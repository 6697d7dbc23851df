import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { splitCommandLine } from '../run/command-line.ts'
import { withoutSecrets } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'
import { readerOf } from './read-line.ts'

/**
 * Makes one problem of words that belong to another program and were typed without `--`. It shows the line that passes
 * them on; a text gets them as one word.
 */
export function asForeignWords(
  run: Run,
  command: Command,
  argv: readonly string[],
  problems: CheckedInput['problems'],
): CheckedInput['problems'] {
  const first = problems.find((each) => isForeign(each) && !each.suggestion)
  if (!first) return problems
  const { parser } = readerOf(run, command)
  const { words, end } = splitCommandLine(argv, (flag) => ({
    takesNext: parser.takesValue(flag),
    row: undefined,
  }))
  const program = words[0]?.at ?? end
  const wrong = argv.findIndex((word, at) => at > program && word.startsWith(first.param))
  if (wrong < 0 || end < argv.length) return problems
  const places = Object.keys(command.declaration.args ?? {}).length
  const at = Math.min(wrong, words[places - 1]?.at ?? wrong)
  const rest = argv.slice(at)
  const last = parser.table.takesRest ? rest : [quoteWords(rest)]
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
