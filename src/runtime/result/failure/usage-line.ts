import { quoteWords } from '../../../internal/quote-words.ts'
import { acceptsAbsence, inputJsonSchema } from '../../../schema/index.ts'
import type { Command } from '../../declare/command.ts'
import { flagName } from '../../declare/framework-flags.ts'
import type { Run } from '../../run/run-state.ts'
import { callWords } from '../../declare/call-words.ts'

/** Shows how a command is called, as its help does: the options that it needs, whether it has others, its arguments. */
export function usageLine(run: Run, { declaration: { args = {}, options = {} } }: Command): string {
  const required = Object.entries(options).filter(([, schema]) => !acceptsAbsence(schema))
  const words = Object.entries(args).map(([key, schema]) => {
    const word = `${flagName(key)}${inputJsonSchema(schema)['type'] === 'array' ? '...' : ''}`
    return acceptsAbsence(schema) ? `[${word}]` : `<${word}>`
  })
  return [
    quoteWords([...callWords(run.cli), ...run.path]),
    ...required.map(([key]) => `--${flagName(key)} <value>`),
    ...(Object.keys(options).length > required.length ? ['[options]'] : []),
    ...words,
  ].join(' ')
}
