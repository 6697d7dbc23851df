import { compileArgv, type ArgvParser, type ArgvShape, type Missing } from './argv/compile.ts'
import { Schema, type Definition } from '../../schema/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import {
  declaredOptions,
  findCommonFlags,
  flagName,
  frameworkOptions,
  withoutOwnFlags,
} from '../declare/framework-flags.ts'
import { outputValues } from '../run/output-request.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Run } from '../run/run-state.ts'
import type { InputScreen } from './agent-input.ts'
import type { Shape } from '../declare/standard-schema.ts'

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

interface Reader {
  readonly cli: Cli
  /** For command lines without other options than the author's: compiled without the framework's common flags. */
  plain: ArgvParser | null
  full: ArgvParser | null
  /** Whether a line was read with a parser for its own flags alone; all later ones share the full parser. */
  hasReadAlone: boolean
  /** Null if the command declares no resource ids, no paths and no children. */
  readonly screen: InputScreen | null
}

const readers = new WeakMap<Command, Reader>()

/** Creates the reader of a command's input and caches it. */
async function makeReader(cli: Cli, command: Command): Promise<Reader> {
  const { args = {}, options = {}, children } = command.declaration
  const needsScreen = children || mayNeedScreen(args) || mayNeedScreen(options)
  const screen = needsScreen
    ? (await import('./agent-input.ts')).compileInputScreen(command.declaration)
    : null
  const reader: Reader = { cli, plain: null, full: null, hasReadAlone: false, screen }
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

function parserFor(reader: Reader, command: Command, argv: readonly string[]): ArgvParser {
  const { cli } = reader
  const words = argv.filter((token) => token.startsWith('-') && !isOwnOption(cli, command, token))
  if (words.length === 0) {
    reader.plain ??= compileWith(cli, command, declaredOptions(command.declaration))
    return reader.plain
  }
  const full = () => (reader.full ??= compileWith(cli, command, flagsOf(cli, command)))
  const { ownFlags, contract, output } = cli.declaration
  const isPlain = !ownFlags && !contract && !output && words.every((word) => word.startsWith('--'))
  if (!isPlain || reader.hasReadAlone) return full()
  // Most processes read one line, which names one or two of the sixteen common flags.
  reader.hasReadAlone = true
  const { keys, others } = findCommonFlags(words.map(withoutValue))
  const flags = frameworkOptions(command.declaration, {}, (key) => keys.includes(key))
  return compileWith(cli, command, flags, { names: others, table: () => full().table })
}

function withoutValue(token: string): string {
  return token.split('=', 1)[0]!
}

/** Tests for the full name of an option that the author declares; no flag of the framework has it. */
function isOwnOption(cli: Cli, { declaration }: Command, token: string): boolean {
  const name = withoutValue(token)
  return [declaration.options ?? {}, cli.declaration.globals ?? {}].some((shape) =>
    Object.keys(shape).some((key) => `--${flagName(key)}` === name),
  )
}

function compileWith(
  cli: Cli,
  command: Command,
  flags: Shape,
  others?: ArgvShape['others'],
): ArgvParser {
  const { args = {}, options = {} } = command.declaration
  const { globals = {}, ownFlags } = cli.declaration
  return compileArgv({
    args,
    flags: { options, globals, flags: withoutOwnFlags(flags, ownFlags) },
    others,
  })
}

/** Builds all framework flags of a command in a tool. */
export function flagsOf(cli: Cli, command: Command): Shape {
  return toolFlags(cli, command.declaration)
}

function toolFlags(cli: Cli, declaration: Parameters<typeof frameworkOptions>[0]): Shape {
  const { contract, output, ownFlags } = cli.declaration
  const versions = contract && Object.keys(contract.versions)
  const flags = frameworkOptions(declaration, {
    outputs: outputValues(cli),
    switches: Object.keys(output?.switches ?? {}),
    ...(versions && { versions }),
  })
  return withoutOwnFlags(flags, ownFlags)
}

/** Builds the framework flags of a command that not every command has. */
export function particularFlagsOf(cli: Cli, { declaration }: Command): Shape {
  return withoutOwnFlags(declaredOptions(declaration), cli.declaration.ownFlags)
}

/** Builds the framework flags of a group: those that every command has. */
export function groupFlags(cli: Cli): Shape {
  return toolFlags(cli, {})
}

/** Parses and validates arguments, options and variables, and collects all problems. */
export async function readInput(
  run: Run,
  command: Command,
  argv: readonly string[],
): Promise<CheckedInput> {
  const { cli, world } = run
  const known = readers.get(command)
  const reader = known?.cli === cli ? known : await makeReader(cli, command)
  const { screen } = reader
  const current = run.output.isCurrent
    ? (await import('./current-input.ts')).currentParser(run, command, argv, flagsOf(cli, command))
    : null
  const parser = current?.parser ?? parserFor(reader, command, argv)
  const parsed = parser.parse(argv)
  const { env, exactlyOne } = command.declaration
  const read =
    exactlyOne || parser.isRelated
      ? (await import('./related-options.ts')).checkRelated(run, parser, parsed, exactlyOne)
      : parser.check(parsed)
  const checked = read instanceof Promise ? await read : read
  const texts =
    env && (await (await import('./argv/texts.ts')).readTexts(env, (name) => world.env[name]))
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
    problems: [...checked.problems, ...(texts?.problems ?? []), ...(current?.problems ?? [])],
  }
  return screen === null ? input : { ...input, problems: [...input.problems, ...screen(input)] }
}
