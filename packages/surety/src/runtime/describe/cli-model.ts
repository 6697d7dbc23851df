import {
  EXIT_CODE_TABLES,
  isSignalExitName,
  isStandardExitName,
  SIGNAL_EXITS,
} from '../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import {
  acceptsAbsence,
  inputJsonSchema,
  outputJsonSchema,
  type JsonSchema,
} from '../../schema/index.ts'
import { callWords, type Cli } from '../declare/cli.ts'
import { exitName } from '../declare/exits/exit-declarations.ts'
import {
  resolveErrors,
  resolveExits,
  tablesOf,
  type ErrorTable,
  type ExitEntry,
} from '../declare/exits/exit-table.ts'
import { formatsOf, frameworkFlags, particularFlags } from '../declare/framework-flags.ts'
import { flagName } from '../declare/flag-name.ts'
import { GENERATION_RULES } from '../declare/generation-rules.ts'
import { factsOf, groupOf, type Members } from '../declare/groups/group.ts'
import type { Shape, StandardSchema } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { walkTree } from '../route/command-tree.ts'
import { loadAll, type Loaded } from './load-commands.ts'
import { commandFacts } from './manifest/command-facts.ts'

/** Loads every command, or those below a path, and describes the tool as data. */
export async function modelOf(
  cli: Cli,
  builtins: Members,
  report: (problem: string) => void,
  form: ManifestForm = '1.6',
  below?: readonly string[],
): Promise<CliModel> {
  const loaded = await loadAll(cli, builtins, report, below)
  const { nodes, isShown } = shownIn({ ...builtins, ...cli.declaration.commands })
  const groups = nodes.filter(({ member, path }) => groupOf(member) && isShown(path))
  const described = describeLoaded(cli, loaded, form, isShown)
  if (form === '1.16') described.commands.forEach((command) => reportIds(command, report))
  return {
    ...described,
    frameworkOptions: parameters(frameworkFlags(cli, {}, GENERATION_RULES['1.0'])),
    groups: groups.map(({ path, member }) => ({
      path,
      description: factsOf(member).description ?? '',
      aliases: factsOf(member).aliases ?? [],
    })),
  }
}

/** Tells the author of identifiers that accept any text. */
export function reportIds(command: InputModel, report: (problem: string) => void): void {
  for (const { name, schema } of [...command.args, ...command.options]) {
    const { type, pattern, format, enum: values, 'x-kind': kind } = schema
    const isBounded = [pattern, format, values, kind].some((each) => each !== undefined)
    if (!command.isBuiltin && type === 'string' && !isBounded && /(?:^|-)(?:id|slug)$/.test(name))
      report(
        `PATTERN_MISSING: ${command.path.join(' ')} takes any text as ${name}; add .resourceId(), .format() or .pattern().`,
      )
  }
}

/** Lists a tree, and tests what is shown of it: what is below a hidden group is hidden as well. */
export function shownIn(members: Members) {
  const nodes = [...walkTree(members)]
  const hidden = nodes.filter(({ member }) => factsOf(member).hidden === true)
  const isShown = (path: readonly string[]): boolean =>
    !hidden.some((above) => contains(above, { path }))
  return { nodes, isShown }
}

/** The tool as data, for documents about it. */
export type CliModel = ReturnType<typeof describeLoaded> & {
  /** Built-in commands that are not loaded, for documents that only name them. */
  readonly builtins?: readonly Pick<CommandModel, 'path' | 'danger'>[]
}

export function describeLoaded(
  cli: Cli,
  loaded: readonly Loaded[],
  form: ManifestForm = '1.6',
  isShown?: (path: readonly string[]) => boolean,
) {
  const { name, version, description, globals, output } = cli.declaration
  const commands: readonly CommandModel[] = loaded.map((each) =>
    describeCommand(cli, each, form, isShown),
  )
  return {
    name,
    /** What every command line starts with; usually the name. */
    calledAs: quoteWords(callWords(cli)),
    version,
    description,
    outputFormats: formatsOf(cli.declaration),
    envPrefix: cli.envPrefix,
    formatVariable: output?.env ?? `${cli.envPrefix}_FORMAT`,
    formatNames: output?.values ?? {},
    globals: parameters(globals),
    /** Options of the framework that every command takes. */
    frameworkOptions: [] as readonly ParameterModel[],
    groups: [] as readonly GroupModel[],
    commands,
  }
}

/** What callers give to a command. */
export function inputOf({ path, command: { declaration }, isBuiltin }: Loaded) {
  return {
    path,
    isBuiltin,
    args: parameters(declaration.args),
    options: parameters(declaration.options),
  }
}

type InputModel = ReturnType<typeof inputOf>

/** A command as data, for help, manifest, schema and completion. */
export type CommandModel = ReturnType<typeof describeCommand>

function describeCommand(
  cli: Cli,
  loaded: Loaded,
  form: ManifestForm,
  isShown: (path: readonly string[]) => boolean = () => true,
) {
  const { path, command, isBuiltin } = loaded
  const { declaration } = command
  const { globals, timeoutMs = 30_000, errors } = cli.declaration
  const checked = tablesOf(isBuiltin ? null : cli, command)
  // In the short form commands have the flags of the framework that others lack.
  const flags =
    form === 'short'
      ? particularFlags(cli, declaration, GENERATION_RULES['1.0'])
      : frameworkFlags(cli, declaration, GENERATION_RULES[form])
  return {
    ...inputOf(loaded),
    description: declaration.description ?? '',
    danger: declaration.danger ?? 'mutating',
    /** Options of the tool and of the framework that apply to this command. */
    sharedOptions: parameters({ ...globals, ...flags }),
    env: parameters(declaration.env, (variable) => variable),
    exactlyOne: declaration.exactlyOne ?? [],
    optionRules: declaration.optionRules ?? [],
    exits: Object.values(checked.exits).map(inWords),
    errors: errorModels(checked.errors).concat(isBuiltin ? [] : errorModels(resolveErrors(errors))),
    types: checked.types,
    aliases: declaration.aliases ?? [],
    examples: declaration.examples ?? [],
    ...(declaration.output && { outputSchema: outputJsonSchema(declaration.output) }),
    isHidden: !isShown(path) || declaration.hidden === true,
    facts: commandFacts(declaration, timeoutMs),
  }
}

export interface GroupModel {
  readonly path: readonly string[]
  readonly description: string
  readonly aliases: readonly string[]
}

/** Lists the commands of the author that are shown, or those of a part. */
export function ownCommands(
  { commands }: CliModel,
  part: ManifestPart = {},
): readonly CommandModel[] {
  return commands.filter((each) => !each.isBuiltin && !each.isHidden && contains(part, each))
}

/** The forms of the manifest: two generations have one each, all else has the short one. */
export type ManifestForm = 'short' | '1.6' | '1.16'

export interface ManifestPart {
  /** Only this command, or everything below this group. */
  readonly path?: readonly string[]
  /** Only commands of at most this many words. */
  readonly depth?: number
}

export function contains(
  { path = [], depth = Number.POSITIVE_INFINITY }: ManifestPart,
  each: { readonly path: readonly string[] },
): boolean {
  return each.path.length <= depth && path.every((word, at) => word === each.path[at])
}

export interface ParameterModel {
  /** As on the command line, without leading dashes: `dry-run`. */
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

/** Returns the description of a parameter. */
export function aboutOf({ schema }: Pick<ParameterModel, 'schema'>): string | undefined {
  const { description } = schema
  return typeof description === 'string' ? description : undefined
}

/** Writes an argument as usage lines do: `<name>`, or `[name...]` for a list that may be empty. */
export function argumentWord({ name, schema, required }: ParameterModel): string {
  const word = mainType(schema) === 'array' ? `${name}...` : name
  return required ? `<${word}>` : `[${word}]`
}

export function isSwitch({ schema }: ParameterModel): boolean {
  return mainType(schema) === 'boolean' || schema['x-count'] === true
}

/** Lists how an option can be written, the short name first. */
export function spellings({ name, schema }: Pick<ParameterModel, 'name' | 'schema'>): string[] {
  const { 'x-short': short, 'x-aliases': aliases } = schema
  const names = [name, ...(Array.isArray(aliases) ? aliases : [])]
  return [
    ...(typeof short === 'string' ? [`-${short}`] : []),
    ...names.map((each) => `--${String(each)}`),
  ]
}

/** Describes the schemas of a shape as data, without hidden ones. */
export function parameters(
  shape: Shape | undefined,
  toName: (key: string) => string = flagName,
): readonly ParameterModel[] {
  return Object.entries(shape ?? {})
    .map(([key, schema]) => ({ name: toName(key), ...describeSchema(schema) }))
    .filter(({ schema }) => schema['x-hidden'] !== true)
}

/** Schemas that many commands share are described once. */
const known = new WeakMap<StandardSchema, Omit<ParameterModel, 'name'>>()

function describeSchema(schema: StandardSchema): Omit<ParameterModel, 'name'> {
  const made = known.get(schema) ?? {
    schema: inputJsonSchema(schema),
    required: !acceptsAbsence(schema),
  }
  known.set(schema, made)
  return made
}

export function commonExits(): readonly ExitEntry[] {
  return Object.values(resolveExits()).map(inWords)
}

/** Puts words to an exit of the framework, which has none of its own. */
export function inWords(entry: ExitEntry): ExitEntry {
  return entry.description === '' ? { ...entry, description: wordsOf(entry.name) } : entry
}

function wordsOf(name: string): string {
  if (isSignalExitName(name)) return `${SIGNAL_EXITS[name].signal} ended the run`
  return isStandardExitName(name) ? EXIT_CODE_TABLES['1.6'][name].meaning : ''
}

export type ErrorModel = ReturnType<typeof errorModels>[number]

export function errorModels(table: ErrorTable) {
  return Object.entries(table).map(([code, row]) =>
    given({ code, exit: exitName(row), description: row.description, retryable: row.retryable }),
  )
}

export async function unknownCommand(
  cli: Cli,
  path: readonly string[],
  builtins: Members,
): Promise<readonly InputProblem[]> {
  if (path.length === 0) return []
  const { commands, groups } = await modelOf(cli, builtins, () => {}, '1.6', path)
  if ([...commands, ...groups].some((each) => contains({ path }, each))) return []
  const message = `There is no command '${path.join(' ')}'.`
  const suggestion = quoteWords([...callWords(cli), '--help'])
  return [{ param: '<command>', code: 'UNKNOWN_COMMAND', message, suggestion }]
}
