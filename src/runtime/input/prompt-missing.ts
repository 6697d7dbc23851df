import { inputJsonSchema } from '../../schema/index.ts'
import type { Missing } from './argv/compile.ts'
import { mainType } from './argv/field.ts'
import type { Command } from '../declare/command.ts'
import { flagName } from '../declare/framework-flags.ts'
import { createPrompts, type Prompts } from '../human/interactive/prompts.ts'
import { choicesIn } from './argv/field.ts'
import type { Run } from '../run/run-state.ts'
import type { Shape } from '../declare/standard-schema.ts'

/**
 * Prompts the user for missing values and returns the command line with the answers as options, so
 * that they are parsed and checked like all others.
 */
export async function promptMissing(
  run: Run,
  command: Command,
  argv: readonly string[],
  missing: readonly Missing[],
): Promise<readonly string[]> {
  const prompts = createPrompts({
    input: process.stdin,
    output: process.stderr,
    isTty: true,
    signal: run.signal,
    whileAsking: (wait) => run.limit.pauseFor(wait),
  })
  const { args = {}, options = {} } = command.declaration
  const shapes: Record<string, Shape> = {
    args,
    options,
    globals: run.cli.declaration.globals ?? {},
  }
  const answers: string[] = []
  for (const { set, key } of missing) {
    const schema = shapes[set]?.[key]
    if (schema) {
      const answer = await ask(prompts, key, inputJsonSchema(schema))
      if (inputJsonSchema(schema)['x-secret'] === true) run.redactor.learn(answer)
      answers.push(`--${flagName(key)}=${answer}`)
    }
  }
  const end = argv.indexOf('--')
  return end < 0 ? [...argv, ...answers] : [...argv.slice(0, end), ...answers, ...argv.slice(end)]
}

async function ask(
  prompts: Prompts,
  key: string,
  json: ReturnType<typeof inputJsonSchema>,
): Promise<string> {
  const { description } = json
  const message = typeof description === 'string' ? description : flagName(key)
  const choices = choicesIn(json)?.map(String)
  if (choices) return prompts.select(message, choices)
  if (mainType(json) === 'boolean') return String(await prompts.confirm(message))
  return json['x-secret'] === true ? prompts.password(message) : prompts.text(message)
}
