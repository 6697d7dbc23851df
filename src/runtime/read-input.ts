import {
  SuretyError,
  suretyError,
  type JsonObject,
  type JsonValue,
  type SuretyErrorFacts,
} from '../contract/index.ts'
import { compileArgv, type ArgvParser } from './argv/compile.ts'
import { readTexts } from './argv/texts.ts'
import type { Cli } from './cli.ts'
import type { Command } from './command.ts'
import { declaredOptions, flagName, frameworkOptions } from './framework-flags.ts'
import { outputValues } from './output-request.ts'
import type { Problem } from './problem.ts'
import { redactError } from './redact-error.ts'
import type { Run } from './run.ts'
import { compileScreen, type Screen } from './screening/agent-input.ts'
import type { Shape } from './standard-schema.ts'

/** The input of a call after its schemas have seen it, before the framework acts on its own flags. */
export interface CheckedInput {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly globals: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, unknown>>
  readonly problems: readonly Problem[]
}

interface Reader {
  readonly cli: Cli
  /** For a command line without any option: the framework's many flags need not be prepared. */
  plain: ArgvParser | null
  full: ArgvParser | null
  readonly screens: readonly [args: Screen, options: Screen]
}

const readers = new WeakMap<Command, Reader>()

/** Gives what reads a command's input, made once. */
function readerOf(cli: Cli, command: Command): Reader {
  const known = readers.get(command)
  if (known?.cli === cli) return known
  const { args = {}, options = {} } = command.declaration
  const screens = [
    compileScreen(args, (key) => `<${flagName(key)}>`),
    compileScreen(options, (key) => `--${flagName(key)}`),
  ] as const
  const reader: Reader = { cli, plain: null, full: null, screens }
  readers.set(command, reader)
  return reader
}

function parserFor(reader: Reader, command: Command, argv: readonly string[]): ArgvParser {
  const { cli } = reader
  if (argv.some((token) => token.startsWith('-'))) {
    reader.full ??= compileWith(cli, command, flagsOf(cli, command))
    return reader.full
  }
  reader.plain ??= compileWith(cli, command, declaredOptions(command.declaration))
  return reader.plain
}

function compileWith(cli: Cli, command: Command, flags: Shape): ArgvParser {
  const { args = {}, options = {} } = command.declaration
  return compileArgv({ args, flags: { options, globals: cli.declaration.globals ?? {}, flags } })
}

/** The framework's flags of a command in a tool. */
export function flagsOf(cli: Cli, command: Command): Shape {
  const { contract, output } = cli.declaration
  const versions = contract && Object.keys(contract.versions)
  return frameworkOptions(command.declaration, {
    outputs: outputValues(cli),
    switches: Object.keys(output?.switches ?? {}),
    ...(versions && { versions }),
  })
}

/** Reads a call's arguments, options and variables, and finds everything that is wrong with them. */
export async function readInput(
  run: Run,
  command: Command,
  argv: readonly string[],
): Promise<CheckedInput> {
  const { cli, world } = run
  const reader = readerOf(cli, command)
  const { screens } = reader
  const read = parserFor(reader, command, argv).read(argv)
  const checked = read instanceof Promise ? await read : read
  const { env } = command.declaration
  const texts = env && (await readTexts(env, (name) => world.env[name]))
  for (const secret of checked.secrets) run.redactor.learn(secret)
  if (texts) for (const secret of texts.secrets) run.redactor.learn(secret)
  return {
    args: checked.args,
    options: checked.flags['options'] ?? {},
    globals: checked.flags['globals'] ?? {},
    flags: checked.flags['flags'] ?? {},
    env: texts?.values ?? {},
    problems: [
      ...checked.problems,
      ...screens[0](checked.args),
      ...screens[1](checked.flags['options'] ?? {}),
      ...(texts?.problems ?? []),
    ],
  }
}

/** Makes one failure of all problems; a single one keeps its own code. */
export function inputFailure(run: Run, problems: readonly Problem[]): SuretyError {
  const first = problems[0]!
  const params = [...new Set(problems.map((problem) => problem.param))].join(', ')
  const facts = {
    phase: 'validation',
    retryable: false,
    fix_required: `Correct ${params}.`,
    ...placeProblems(run, problems),
  } as const
  if (problems.length > 1) {
    const message = problems.map((problem) => problem.message).join(' ')
    return suretyError('ARG_ERROR', `${problems.length} problems with the input: ${message}`, facts)
  }
  const { code, message, suggestion } = first
  return new SuretyError(code, 'ARG_ERROR', message, {
    ...facts,
    ...(suggestion !== undefined && { suggestion: phrase(first, suggestion) }),
  })
}

/** Puts the list of problems where the dialect has a place of its own for it, and only there. */
function placeProblems(run: Run, problems: readonly Problem[]): SuretyErrorFacts {
  // Whoever raised them, a text that was given for a secret is not repeated in them.
  const list = redactError(problems as unknown as JsonValue, run.redactor) as JsonObject[]
  const { dialect } = run.output
  if (dialect.startsWith('incur')) return { field_errors: list }
  if (dialect.startsWith('animus')) return { details: { stage: 'parse', errors: list } }
  if (!dialect.startsWith('spec')) return { details: { errors: list } }
  run.meta['errors'] = list as JsonValue
  return {}
}

function phrase(problem: Problem, suggestion: string): string {
  if (problem.code === 'UNKNOWN_FLAG' || problem.code === 'UNKNOWN_COMMAND')
    return `Did you mean ${suggestion}?`
  return problem.code === 'INVALID_CHOICE' ? `Did you mean ${suggestion}?` : suggestion
}
