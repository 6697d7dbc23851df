import { traitsOf, wordFor } from '../../dialects/wires.ts'
import { given } from '@surety/internal/given.ts'
import { choicesIn } from '@surety/internal/json-schema/choices.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { JsonSchema } from '../../schema/index.ts'
import { callWords } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { isCommonExit, resolveErrors, tablesOf } from '../declare/exits/exit-table.ts'
import { flagName } from '../declare/flag-name.ts'
import { frameworkFlags, particularFlags } from '../declare/framework-flags.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { HelpArgument, HelpExitCode, HelpModel, HelpOption } from '../human/help.ts'
import { findMember } from '../route/command-tree.ts'
import { mannersIn } from '../run/manners.ts'
import type { Run } from '../run/run-state.ts'
import {
  aboutOf,
  errorModels,
  inWords,
  parameters,
  spellings,
  type ParameterModel,
} from './cli-model.ts'
import type { ExitNumbers, ExitRow } from './manifest/exit-entries.ts'
import { saysSomething } from './manifest/flag-entry.ts'
import { relationNotes } from './manifest/option-relations.ts'

function groupFlagsOf({ cli, output }: Run): Shape {
  return frameworkFlags(cli, {}, output.rules)
}

/** Describes the options of every command. */
export async function optionsModel(run: Run): Promise<HelpModel> {
  const { name, globals } = run.cli.declaration
  const calledAs = quoteWords(callWords(run.cli))
  const { helpCommand: command } = await import('./builtins/help.ts')
  const { formatVariable: variable } = run.output
  return {
    name,
    path: [],
    summary: 'Options and exit codes of every command',
    usage: [
      `${calledAs} <command> [options]`,
      `${calledAs} --mcp [--mcp-tools <pattern>] [--mcp-http <port>]`,
      `${calledAs} --version`,
    ],
    globalOptions: optionsIn(
      parameters({ ...globals, ...groupFlagsOf(run) }),
      new Map([['format', variable === '' ? [] : [`or ${variable}`]]]),
    ),
    exitCodes: await exitsOf(run, command, false),
  }
}

/** Names the options of every command that steer and inspect a call, where callers must find them in each help. */
function inspectingLine(run: Run): readonly string[] {
  const names = Object.keys(groupFlagsOf(run)).map((key) => `--${flagName(key)}`)
  return mannersIn(run.output.dialect).optionsInHelp(names)
}

/** Describes a command for its help; `optionsLine` leads to the options of every command. */
export async function commandModel(
  run: Run,
  path: readonly string[],
  command: Command,
  optionsLine: string,
): Promise<HelpModel> {
  const { name, version } = run.cli.declaration
  const { declaration } = command
  const { deprecated, filter } = declaration
  const streams = filter === 'by-default' && run.output.endsStreams
  const [args, options] = [parameters(declaration.args), parameters(declaration.options)]
  const notes = relationNotes([...args, ...options], declaration)
  return given({
    name,
    calledAs: quoteWords(callWords(run.cli)),
    version,
    path,
    summary: declaration.description ?? '',
    danger: declaration.danger,
    arguments: argumentsOf(args),
    options: optionsIn([...options, ...parameters(shownFlags(run, declaration))], notes),
    globalOptions: optionsOf(run.cli.declaration.globals),
    examples: declaration.examples,
    exitCodes: await exitsOf(run, command, true),
    environment: parameters(declaration.env, (variable) => variable).map((variable) => ({
      name: variable.name,
      description: aboutOf(variable) ?? '',
    })),
    deprecated: typeof deprecated === 'object' ? deprecated.message : deprecated,
    footer: [...(streams ? [STREAMS] : []), optionsLine, ...inspectingLine(run)],
  })
}

const STREAMS = 'Streams (streaming_default); --no-stream for one envelope'

/** Leaves out what nobody asked for: a command that says nothing about its danger may change nothing. */
function shownFlags(run: Run, declaration: Command['declaration']): Shape {
  const { idempotencyKey, ...rest } = particularFlags(run.cli, declaration, run.output.rules)
  return declaration.danger === undefined || !idempotencyKey ? rest : { ...rest, idempotencyKey }
}

function argumentsOf(parameters: readonly ParameterModel[]): HelpArgument[] {
  return parameters.map(({ name, schema, required }) => ({
    name,
    ...facts(schema),
    required,
    variadic: mainType(schema) === 'array',
  }))
}

/** Describes the options of a shape. */
export function optionsOf(shape: Shape | undefined): HelpOption[] {
  return optionsIn(parameters(shape))
}

function optionsIn(
  parameters: readonly ParameterModel[],
  notes: ReadonlyMap<string, readonly string[]> = new Map(),
): HelpOption[] {
  return parameters.map((parameter) => {
    const { name, schema, required } = parameter
    const { 'x-env': env } = schema
    const isCount = schema['x-count'] === true
    const type = mainType(schema)
    return given({
      // A switch that is on is of use only where it can be turned off.
      flags: [...spellings(parameter), ...(schema['default'] === true ? [`--no-${name}`] : [])],
      value: type === 'boolean' || isCount ? undefined : placeholderOf(schema, type),
      ...facts(isCount ? { ...schema, default: undefined } : schema),
      env: env === undefined ? undefined : [env].flat().map(String).join(' or '),
      group: textOf(schema['x-group']),
      notes: notes.get(name) ?? [],
      required,
      repeatable: type === 'array' || isCount,
    })
  })
}

function facts(json: Readonly<Record<string, unknown>>) {
  const fallback = json['default'] ?? undefined
  const reason = json['x-deprecated'] ?? (json['deprecated'] === true ? 'do not use it' : undefined)
  return given({
    description: textOf(json['description']),
    choices: (choicesIn(json) ?? choicesIn((json['items'] ?? {}) as JsonSchema))?.map(String),
    deprecated: textOf(reason),
    default: saysSomething(fallback) ? defaultText(fallback) : undefined,
  })
}

function defaultText(value: unknown): string {
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isPlainList ? value.join(', ') : (textOf(value) ?? JSON.stringify(value))
}

function placeholderOf(schema: JsonSchema, type: string | undefined): string {
  const { 'x-separator': separator, 'x-kind': kind = schema['format'] } = schema
  if (typeof separator === 'string') return `value${separator}...`
  return PLACEHOLDERS[String(kind)] ?? PLACEHOLDERS[type ?? ''] ?? 'text'
}

/** What a person types for a value, by its kind or else its type. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date-time',
  time: 'time',
  duration: 'duration',
  uri: 'url',
  json: 'json',
  bigint: 'n',
  path: 'path',
  integer: 'n',
  number: 'n',
  array: 'value',
  object: 'json',
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Lists the exits with the real exit numbers for the current dialect and format. */
async function exitsOf(
  run: Run,
  command: Command,
  isParticular: boolean,
): Promise<readonly HelpExitCode[]> {
  const { cli, output, path } = run
  const checked = tablesOf(cli, command)
  const shown = Object.values(checked.exits).filter(
    ({ name, description }) => (description !== '' || !isCommonExit(name)) === isParticular,
  )
  // A success alone says nothing that is particular to the command.
  if (shown.every(({ name }) => name === 'SUCCESS')) return []
  const { dialectExits, exitRows } = await import('./manifest/exit-entries.ts')
  const numbers = await dialectExits(cli, output.dialect)
  const toolErrors = resolveErrors(cli.declaration.errors)
  const declared = isParticular ? { ...toolErrors, ...checked.errors } : {}
  const isBuiltin = !path[0] || !findMember(cli.declaration.commands, path[0])
  const errors = errorModels(declared).map(({ code, exit }) => {
    const own = isBuiltin ? wordFor(numbers.words, code, exit) : undefined
    return { code: own ?? code, exit }
  })
  const isText = output.format === 'human' || output.format === 'plain'
  const inputExit = isText ? cli.declaration.output?.inputErrorExit : undefined
  const numberOf: ExitNumbers = (exit, code) =>
    (exit.name === 'ARG_ERROR' ? inputExit : undefined) ?? numbers(exit, code)
  const rows = exitRows(
    { exits: shown.map(inWords), errors },
    Object.assign(numberOf, { words: numbers.words }),
  )
  const own = new Set(errors.map(({ code }) => code))
  const words = await exitWords(run, new Set([...own, ...Object.values(numbers.words ?? {})]))
  // What the framework adds to an exit of the command is on the page about global options.
  const hasOwn = new Set(errors.map(({ exit }) => exit))
  return rows.flatMap((row) => {
    const codes = row.codes.filter((code) => own.has(code) || !hasOwn.has(row.exit.name))
    if (codes.length === 0) return []
    const description = row.exit.description.replace(/\.$/, '')
    return [{ number: row.number, ...words({ ...row, codes }), description }]
  })
}

/** Finds what callers see of an exit besides its number: its name in the spec, elsewhere words of the dialect. */
async function exitWords(
  { cli, output: { dialect } }: Run,
  own: ReadonlySet<string>,
): Promise<(row: ExitRow) => Pick<HelpExitCode, 'name' | 'codes'>> {
  if (traitsOf(dialect).generation !== undefined) return ({ exit: { name } }) => ({ name })
  const { dialectCodes } = await import('./manifest/exit-entries.ts')
  const written = await dialectCodes(cli, dialect)
  return ({ exit, codes }) => {
    const words = codes.map((code) => {
      const word = exit.name === 'SUCCESS' ? null : written(exit, code)
      return word === code && !own.has(code) ? null : word
    })
    const seen = [...new Set(words)].filter((word) => word !== null)
    return seen.length > 0 ? { codes: seen } : {}
  }
}
