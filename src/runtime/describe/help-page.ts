import { mannersIn } from '../run/manners.ts'
import { Schema, type JsonSchema } from '../../schema/index.ts'
import { traitsOf, wordFor } from '../../dialects/index.ts'
import { compileArgv } from '../input/argv/compile.ts'
import { builtinsOf, usefulBuiltins } from './builtins/index.ts'
import {
  aboutOf,
  errorModels,
  inWords,
  parameters,
  spellings,
  typedOptions,
  type ParameterModel,
} from './cli-model.ts'
import { isCommand, type Command } from '../declare/command.ts'
import { callWords, type Cli } from '../declare/cli.ts'
import { findFlag, frameworkFlags, particularFlags } from '../declare/framework-flags.ts'
import { flagName } from '../declare/flag-name.ts'
import { screenOf } from '../output/screen-of.ts'
import { isCommonExit, resolveErrors, tablesOf } from '../declare/exits/exit-table.ts'
import { factsOf, type Members } from '../declare/groups/group.ts'
import {
  helpData,
  renderHelp,
  type HelpArgument,
  type HelpExitCode,
  type HelpModel,
  type HelpOption,
} from '../human/help.ts'
import { given } from '../../internal/given.ts'
import { mainType } from '../../internal/json-schema/main-type.ts'
import { choicesIn } from '../input/argv/field.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import type { Run } from '../run/run-state.ts'
import type { RunEnd, UnfinishedOutcome } from '../run/ending/run-end.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { findMember, loadMember } from '../route/command-tree.ts'
import type { ExitNumbers, ExitRow } from './manifest/exit-entries.ts'
import { saysSomething } from './manifest/flag-entry.ts'
import { relationNotes } from './manifest/option-relations.ts'
import { quoteWords } from '../../internal/quote-words.ts'

/** Answers a request for help; `rest` is the arguments of a call without a command. */
export async function helpEnd(
  run: Run,
  path: readonly string[],
  rest: readonly string[] = [],
): Promise<RunEnd> {
  if (rest.length > 0) {
    const { flags, problems } = await compileArgv({
      flags: { globals: run.cli.declaration.globals ?? {} },
      framework: {
        make: () => ({ ...groupFlagsOf(run), llms: new Schema(findFlag('llms')!.def) }),
        isRead: true,
      },
    }).read(rest)
    // Without a command no argument can be missing.
    const wrong = problems.filter(({ code }) => code !== 'MISSING_ARGUMENT')
    if (wrong.length > 0) throw inputFailure(run, wrong)
    const { schema, showConfig, llms } = flags['flags'] ?? {}
    if (schema === true) return (await import('./schema-flag.ts')).groupSchemaEnd(run, path)
    if (showConfig === true) return (await import('./show-config.ts')).configEnd(run)
    if (llms === true) return (await import('./schema-flag.ts')).llmsEnd(run, path)
  }
  const model = await helpModel(run, path)
  const text = renderHelp(model, screenOf(run))
  const { dialect } = run.output
  if (traitsOf(dialect).marksHelp) return { kind: 'help', text, outcome: helpMarker(path) }
  return { kind: 'text', text, data: helpData(model), type: 'help' }
}

/** Makes the marker that stdout gets instead of the help text (REQ-F-048). */
function helpMarker(path: readonly string[]): UnfinishedOutcome {
  const schema_ref = [...path, '--schema'].join(' ')
  return {
    data: { help: true, command: path.join(' '), schema_ref },
    failure: null,
    type: 'help',
    meta: { help: true, schema_ref },
  }
}

function groupFlagsOf({ cli, output }: Run): Shape {
  return frameworkFlags(cli, {}, output.rules)
}

async function helpModel(run: Run, path: readonly string[]): Promise<HelpModel> {
  const { cli } = run
  const { name, version, description, commands, examples } = cli.declaration
  const builtins = builtinsOf(cli, run.output.dialect)
  const builtInLine = `Built in: ${usefulBuiltins(cli, builtins).join(', ')}`
  if (cli.root && path.length === 0) {
    const page = await commandModel(run, path, cli.root)
    return { ...page, footer: [builtInLine, optionsLine(cli)] }
  }
  let members: Members = commands
  let summary = description
  for (const [index, word] of path.entries()) {
    const found = findMember(members, word) ?? (index === 0 ? findMember(builtins, word) : null)
    if (!found) {
      if (path.length === 1 && word === optionsTopic(cli)) return optionsModel(run)
      const useful = index === 0 ? usefulBuiltins(cli, builtins) : []
      const siblings = [...listed(members).map((member) => member.name), ...useful]
      const rest = [...path.slice(index + 1), '--help']
      const { explainUnknown } = await import('../route/refusal.ts')
      const known = path.slice(0, index)
      throw await explainUnknown(run, { kind: 'unknown', path: known, word, siblings, rest })
    }
    const loaded = await loadMember(path.slice(0, index + 1), found.member)
    if (isCommand(loaded)) return commandModel(run, path, loaded)
    summary = factsOf(found.member).description ?? loaded.description ?? ''
    members = loaded.commands
  }
  return {
    name,
    calledAs: quoteWords(callWords(cli)),
    version,
    path,
    summary,
    commands: listed(members),
    ...(path.length === 0 && examples && { examples }),
    globalOptions: optionsOf(parameters(cli.declaration.globals)),
    footer: [
      ...(path.length === 0 ? [builtInLine] : []),
      `Options of a command: ${quoteWords([...callWords(cli), ...path])} <command> --help`,
      optionsLine(cli),
    ],
  }
}

async function optionsModel(run: Run): Promise<HelpModel> {
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
    globalOptions: optionsOf(
      parameters({ ...globals, ...groupFlagsOf(run) }),
      new Map([['format', variable === '' ? [] : [`or ${variable}`]]]),
    ),
    exitCodes: await exitsOf(run, command, false),
  }
}

/** Names the page about global options; a command of the author keeps its own page. */
function optionsTopic({ declaration: { commands } }: Cli): string {
  return findMember(commands, 'options') ? 'global-options' : 'options'
}

function optionsLine(cli: Cli): string {
  return `Options of every command: ${quoteWords(callWords(cli))} help ${optionsTopic(cli)}`
}

/** Names the options of every command that steer and inspect a call, where callers must find them in each help. */
function inspectingLine(run: Run): readonly string[] {
  const names = Object.keys(groupFlagsOf(run)).map((key) => `--${flagName(key)}`)
  return mannersIn(run.output.dialect).optionsInHelp(names)
}

async function commandModel(
  run: Run,
  path: readonly string[],
  command: Command,
): Promise<HelpModel> {
  const { name, version } = run.cli.declaration
  const { declaration } = command
  const { deprecated, filter, type } = declaration
  // The lines of `exec` are answers, not items.
  const streams = filter === 'by-default' && type !== 'calls' && run.output.endsStreams
  const [args, options] = [parameters(declaration.args), typedOptions(run.cli, declaration)]
  const notes = relationNotes([...args, ...options], declaration)
  return given({
    name,
    calledAs: quoteWords(callWords(run.cli)),
    version,
    path,
    summary: declaration.description ?? '',
    danger: declaration.danger,
    arguments: argumentsOf(args),
    options: optionsOf([...options, ...parameters(shownFlags(run, declaration))], notes),
    globalOptions: optionsOf(parameters(run.cli.declaration.globals)),
    examples: declaration.examples,
    exitCodes: await exitsOf(run, command, true),
    environment: parameters(declaration.env, (variable) => variable).map((variable) => ({
      name: variable.name,
      description: aboutOf(variable) ?? '',
    })),
    deprecated: typeof deprecated === 'object' ? deprecated.message : deprecated,
    footer: [...(streams ? [STREAMS] : []), optionsLine(run.cli), ...inspectingLine(run)],
  })
}

const STREAMS = 'Streams (streaming_default); --no-stream for one envelope'

/** Leaves out what nobody asked for: a command that says nothing about its danger may change nothing. */
function shownFlags(run: Run, declaration: Command['declaration']): Shape {
  const { idempotencyKey, ...rest } = particularFlags(run.cli, declaration, run.output.rules)
  return declaration.danger === undefined || !idempotencyKey ? rest : { ...rest, idempotencyKey }
}

function listed(members: Members): NonNullable<HelpModel['commands']> {
  return Object.entries(members)
    .map(([name, member]) => ({ name, ...factsOf(member) }))
    .filter(({ hidden }) => !hidden)
    .map(({ name, description = '', aliases = [], danger }) =>
      given({ name, description, aliases, danger }),
    )
}

function argumentsOf(parameters: readonly ParameterModel[]): HelpArgument[] {
  return parameters.map(({ name, schema, required }) => ({
    name,
    ...facts(schema),
    required,
    variadic: mainType(schema) === 'array',
  }))
}

function optionsOf(
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
    choices: choicesIn(json)?.map(String),
    deprecated: textOf(reason),
    default: saysSomething(fallback) ? (textOf(fallback) ?? JSON.stringify(fallback)) : undefined,
  })
}

function placeholderOf(schema: JsonSchema, type: string | undefined): string {
  const { 'x-separator': separator, 'x-kind': kind } = schema
  if (typeof separator === 'string') return `value${separator}...`
  return PLACEHOLDERS[String(kind)] ?? PLACEHOLDERS[type ?? ''] ?? 'text'
}

/** What a person types for a value, by its kind or else its type. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  date: 'date',
  duration: 'duration',
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
  const checked = tablesOf(cli, command, path)
  const shown = Object.values(checked.exits).filter(
    ({ name, description }) => (description !== '' || !isCommonExit(name)) === isParticular,
  )
  // A success alone says nothing that is particular to the command.
  if (shown.every(({ name }) => name === 'SUCCESS')) return []
  const { dialectExits, exitRows } = await import('./manifest/exit-entries.ts')
  const numbers = await dialectExits(cli, output.dialect)
  const toolErrors = resolveErrors(cli.declaration.name, cli.declaration.errors)
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
