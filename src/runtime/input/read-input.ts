import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { frameworkFlags } from '../declare/framework-flags.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { warnWithCode, type Run } from '../run/run-state.ts'
import { compileInputScreen, type InputScreen } from './agent-input.ts'
import { compileArgv, type ArgvParser, type Missing } from './argv/compile.ts'
import type { ReadTexts } from './argv/texts.ts'
import type { GenerationRules } from '../declare/generation-rules.ts'

export interface CheckedInput extends Omit<ParsedInput, 'framework'> {
  readonly problems: readonly InputProblem[]
  /** Required values that the command line lacks; at a terminal the user is prompted for them. */
  readonly missing: readonly Missing[]
}

/** How the input of one command is read; the flags depend on the contract of the answer. */
interface Reader {
  readonly cli: Cli
  readonly rules: GenerationRules
  readonly parser: ArgvParser
  readonly screen: InputScreen
}

const readers = new WeakMap<Command, Reader>()

function readerOf({ cli, output: { rules } }: Run, command: Command): Reader {
  const known = readers.get(command)
  if (known?.cli === cli && known.rules === rules) return known
  const { args = {}, options = {} } = command.declaration
  const { globals = {} } = cli.declaration
  const screen = compileInputScreen(command.declaration)
  const flags = frameworkFlags(cli, command.declaration, rules)
  const parser = compileArgv({ args, flags: { options, globals, flags } })
  const reader: Reader = { cli, rules, parser, screen }
  readers.set(command, reader)
  return reader
}

export async function readInput(
  run: Run,
  command: Command,
  argv: readonly string[],
): Promise<CheckedInput> {
  const { parser, screen } = readerOf(run, command)
  const rewritten = run.output.rules.inspectable
    ? await (await import('./rewrite-input.ts')).rewriteInput(run, command, parser, argv)
    : null
  const parsed = parser.parse(rewritten?.words ?? argv)
  const { env, exactlyOne, optionRules } = command.declaration
  const checked = await (exactlyOne || optionRules || parser.isRelated
    ? (await import('./related-options.ts')).checkRelated(run, parser, parsed, command.declaration)
    : parser.check(parsed))
  const texts = env && (await readVariables(run, env))
  for (const secret of checked.secrets) run.redactor.learn(secret)
  for (const { param, deprecated } of checked.deprecated) {
    const reason = deprecated === true ? '.' : `: ${deprecated}`
    const replacement = typeof deprecated === 'string' ? deprecated : null
    warnWithCode(run, 'DEPRECATED', `${param} is deprecated${reason}`, { param, replacement })
  }
  if (texts) for (const secret of texts.secrets) run.redactor.learn(secret)
  const input: CheckedInput = {
    args: checked.args,
    options: checked.flags['options'] ?? {},
    globals: checked.flags['globals'] ?? {},
    flags: checked.flags['flags'] ?? {},
    env: texts?.values ?? {},
    missing: checked.missing,
    problems: [
      ...(rewritten?.problems ?? []),
      ...checked.problems,
      ...(texts?.problems ?? []),
      ...(run.output.rules.refusesRepeats
        ? (await import('./rules-1.16.ts')).refusedIn116(run.cli, command, parser, parsed)
        : []),
    ],
  }
  return { ...input, problems: [...input.problems, ...screen(input)] }
}

async function readVariables({ world }: Run, env: Shape): Promise<ReadTexts> {
  const { readTexts } = await import('./argv/texts.ts')
  return readTexts(env, (name) => world.env[name])
}
