import { Schema, type Definition } from '../../schema/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { frameworkFlags } from '../declare/flag-shapes.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Run } from '../run/run-state.ts'
import type { InputScreen } from './agent-input.ts'
import { compileArgv, type ArgvParser, type Missing } from './argv/compile.ts'
import { refusedIn116 } from './rules-1.16.ts'

/** The validated input of a call, before the framework applies its own flags. */
export interface CheckedInput {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly globals: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, unknown>>
  readonly problems: readonly InputProblem[]
  /** Required values that the command line lacks; at a terminal the user is prompted for them. */
  readonly missing: readonly Missing[]
}

/** How the input of one command is read; the flags depend on the contract of the answer. */
interface Reader {
  readonly cli: Cli
  readonly isCurrent: boolean
  readonly parser: ArgvParser
  /** Null if the command declares no resource ids, no paths and no children. */
  readonly screen: InputScreen | null
}

const readers = new WeakMap<Command, Reader>()

async function readerOf({ cli, output: { isCurrent } }: Run, command: Command): Promise<Reader> {
  const known = readers.get(command)
  if (known?.cli === cli && known.isCurrent === isCurrent) return known
  const { args = {}, options = {}, children } = command.declaration
  const { globals = {} } = cli.declaration
  const needsScreen = children || mayNeedScreen(args) || mayNeedScreen(options)
  const screen = needsScreen
    ? (await import('./agent-input.ts')).compileInputScreen(command.declaration)
    : null
  const flags = frameworkFlags(cli, command.declaration, isCurrent)
  const parser = compileArgv({ args, flags: { options, globals, flags } })
  const reader: Reader = { cli, isCurrent, parser, screen }
  readers.set(command, reader)
  return reader
}

/**
 * Tests whether any value may be a path or a resource id. A schema of another library counts as one,
 * because only its JSON Schema can tell.
 */
function mayNeedScreen(shape: Shape): boolean {
  return Object.values(shape).some(
    (schema) => !(schema instanceof Schema) || mayHoldKind(schema.def),
  )
}

function mayHoldKind(def: Definition): boolean {
  switch (def.kind) {
    case 'string':
      return def.is !== undefined
    case 'array':
      return mayHoldKind(def.item)
    case 'object':
    case 'record':
    case 'union':
      return true
    default:
      return false
  }
}

/** Parses and validates arguments, options and variables, and collects all problems. */
export async function readInput(
  run: Run,
  command: Command,
  argv: readonly string[],
): Promise<CheckedInput> {
  const { parser, screen } = await readerOf(run, command)
  const parsed = parser.parse(argv)
  const { env, exactlyOne } = command.declaration
  const read =
    exactlyOne || parser.isRelated
      ? (await import('./related-options.ts')).checkRelated(run, parser, parsed, exactlyOne)
      : parser.check(parsed)
  const checked = read instanceof Promise ? await read : read
  const texts =
    env && (await (await import('./argv/texts.ts')).readTexts(env, (name) => run.world.env[name]))
  for (const secret of checked.secrets) run.redactor.learn(secret)
  for (const { param, deprecated } of checked.deprecated) {
    const reason = deprecated === true ? '.' : `: ${deprecated}`
    run.warnings.push(`${param} is deprecated${reason}`)
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
      ...checked.problems,
      ...(texts?.problems ?? []),
      ...(run.output.isCurrent ? refusedIn116(run.cli, command, parser, parsed) : []),
    ],
  }
  return screen === null ? input : { ...input, problems: [...input.problems, ...screen(input)] }
}
