import { inputJsonSchema, type JsonSchema } from '../../schema/index.ts'
import type { Command } from '../declare/command.ts'
import { flagName } from '../declare/flag-name.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { Prompts } from '../human/interactive/prompts.ts'
import { withOptions } from '../run/reissued-command-line.ts'
import { canAsk, learnSecret, whileAsking, type Run } from '../run/run-state.ts'
import { UsageFailure } from '../run/ending/run-end.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { usageLine } from '../result/failure/suggestion.ts'
import type { Missing } from './argv/compile.ts'
import { choicesIn, mainType } from '../../internal/json-schema/main-type.ts'
import type { CheckedInput } from './read-input.ts'
import { readLine } from './read-line.ts'

/** Asks for missing values at a terminal, and lets built-in commands do without global options; else throws. */
export async function recoverInput(
  run: Run,
  command: Command,
  argv: readonly string[],
  checked: CheckedInput,
): Promise<CheckedInput> {
  // A user can be asked if nothing is wrong but missing values.
  const canPrompt =
    command.declaration.interactive === true &&
    checked.problems.length === checked.missing.length &&
    canAsk(run, checked.flags)
  const recovered = canPrompt
    ? await readLine(run, command, await promptMissing(run, command, argv, checked.missing))
    : checked
  const problems = isBuiltin(run) ? withoutGlobals(recovered) : recovered.problems
  if (problems.length > 0) {
    const failure = inputFailure(run, problems)
    const helps =
      run.output.format === 'human' && problems.some(({ code }) => USAGE_HELPS.test(code))
    throw helps ? new UsageFailure(failure, usageLine(run, command)) : failure
  }
  return recovered
}

/** The problems that show that somebody does not know how the command is called. */
const USAGE_HELPS = /^(?:MISSING_ARGUMENT|UNEXPECTED_ARGUMENT|MISSING_VALUE)$/

function isBuiltin({ cli, path }: Run): boolean {
  return path[0] !== undefined && !Object.hasOwn(cli.declaration.commands, path[0])
}

/** Drops missing global options, which a tool requires only of its own commands. */
function withoutGlobals({ problems, missing }: CheckedInput): CheckedInput['problems'] {
  const ignored = new Set(
    missing.filter(({ set }) => set === 'globals').map(({ problem }) => problem),
  )
  return problems.filter((problem) => !ignored.has(problem))
}

/** Returns the command line with the answers as options, so that they are parsed and checked like all others. */
async function promptMissing(
  run: Run,
  command: Command,
  argv: readonly string[],
  missing: readonly Missing[],
): Promise<readonly string[]> {
  const prompts = (await import('../human/interactive/prompts.ts')).createPrompts({
    input: process.stdin,
    output: process.stderr,
    isTty: true,
    signal: run.signal,
    whileAsking: (wait) => whileAsking(run, wait),
  })
  const { args, options } = command.declaration
  const { globals } = run.cli.declaration
  const shapes: Record<string, Shape | undefined> = { args, options, globals }
  const answers: string[] = []
  for (const { set, key } of missing) {
    const schema = shapes[set]?.[key]
    if (!schema) continue
    const json = inputJsonSchema(schema)
    const answer = await ask(prompts, key, json)
    if (json['x-secret'] === true) learnSecret(run, answer)
    answers.push(`--${flagName(key)}=${answer}`)
  }
  return withOptions(argv, answers)
}

async function ask(prompts: Prompts, key: string, json: JsonSchema): Promise<string> {
  const { description } = json
  const message = typeof description === 'string' ? description : flagName(key)
  const choices = choicesIn(json)?.map(String)
  if (choices) return prompts.select(message, choices)
  if (mainType(json) === 'boolean') return String(await prompts.confirm(message))
  return json['x-secret'] === true ? prompts.password(message) : prompts.text(message)
}
