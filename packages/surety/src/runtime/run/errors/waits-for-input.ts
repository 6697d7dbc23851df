import { suretyError, type SuretyError } from '../../../contract/index.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../../declare/cli.ts'
import { flagName } from '../../declare/framework-flag.ts'
import { commandName, type Run } from '../run-state.ts'

/** The failure of a handler that asks for input without a terminal. */
export function waitsForInput(run: Run): SuretyError {
  const { options = {}, args = {} } = run.command?.declaration ?? {}
  const inputs = [
    ...Object.keys(options).map((key) => `--${flagName(key)}`),
    ...Object.keys(args).map((key) => `<${flagName(key)}>`),
  ]
  const line = quoteWords([...callWords(run.cli), ...run.path])
  const instead = inputs.length === 0 ? `See '${line} --help'` : `Use ${inputs.join(', ')}`
  const suggestion = `${instead} to give the input with the call, or run it in a terminal.`
  return suretyError(
    'REPL_MODE_PROHIBITED',
    `'${commandName(run)}' waits for input, but standard input is not a terminal.`,
    { phase: 'execution', retryable: false, suggestion, fix_required: suggestion },
  )
}
