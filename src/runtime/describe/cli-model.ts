import {
  EXIT_CODE_TABLES,
  isSignalExitName,
  isStandardExitName,
  SIGNAL_EXITS,
} from '../../contract/index.ts'
import { quoteWords } from '../../internal/quote-words.ts'
import { acceptsAbsence, inputJsonSchema, outputJsonSchema } from '../../schema/index.ts'
import { checkedOf } from '../declare/check/check-command.ts'
import { resolveErrors } from '../declare/check/check-errors.ts'
import { callWords, configVariable, type Cli } from '../declare/cli.ts'
import {
  resolveExits,
  type ErrorTable,
  type ExitEntry,
} from '../declare/exits/exit-declarations.ts'
import {
  flagName,
  formatsOf,
  frameworkFlags,
  particularFlags,
  secretOptions,
} from '../declare/framework-flags.ts'
import { GENERATION_RULES } from '../declare/generation-rules.ts'
import { factsOf, groupOf, type Members } from '../declare/groups/group.ts'
import type { CommandDeclaration } from '../declare/command-declaration.ts'
import type { Shape, StandardSchema } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { loadAll, walkTree, type Loaded } from '../route/command-tree.ts'
import { commandFacts } from './manifest/command-facts.ts'
import { dependenciesOf } from './manifest/dependencies.ts'
import {
  contains,
  type CliModel,
  type CommandModel,
  type ErrorModel,
  type ManifestForm,
  type ParameterModel,
} from './manifest/model.ts'

/** Loads every command and describes the tool as data. */
export async function modelOf(
  cli: Cli,
  builtins: Members,
  report: (problem: string) => void,
  form: ManifestForm = '1.6',
): Promise<CliModel> {
  const loaded = await loadAll(cli, builtins, report)
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
function reportIds(command: CommandModel, report: (problem: string) => void): void {
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

export function describeLoaded(
  cli: Cli,
  loaded: readonly Loaded[],
  form: ManifestForm = '1.6',
  isShown: (path: readonly string[]) => boolean = () => true,
): CliModel {
  const {
    name,
    version,
    description,
    config,
    doctor,
    globals = {},
    timeoutMs = 30_000,
    output,
  } = cli.declaration
  const toolErrors = errorModels(resolveErrors(name, cli.declaration.errors))
  const describe = ({ path, command, isBuiltin }: Loaded): CommandModel => {
    const { declaration } = command
    const checked = checkedOf(isBuiltin ? null : cli, command, path)
    // In the short form commands have the flags of the framework that others lack.
    const flags =
      form === 'short'
        ? particularFlags(cli, declaration, GENERATION_RULES['1.0'])
        : frameworkFlags(cli, declaration, GENERATION_RULES[form])
    return {
      path,
      description: declaration.description,
      danger: declaration.danger ?? 'mutating',
      args: parameters(declaration.args),
      options: typedOptions(cli, declaration),
      sharedOptions: parameters({ ...globals, ...flags }),
      env: parameters(declaration.env, (variable) => variable),
      exactlyOne: declaration.exactlyOne ?? [],
      optionRules: declaration.optionRules ?? [],
      exits: Object.values(checked.exits).map(inWords),
      errors: [...errorModels(checked.errors), ...(isBuiltin ? [] : toolErrors)],
      types: checked.types,
      aliases: declaration.aliases ?? [],
      examples: declaration.examples ?? [],
      ...(declaration.output && { outputSchema: outputJsonSchema(declaration.output) }),
      isBuiltin,
      isHidden: !isShown(path) || declaration.hidden === true,
      facts: commandFacts(declaration, timeoutMs),
    }
  }
  return {
    name,
    calledAs: quoteWords(callWords(cli)),
    version,
    description,
    outputFormats: formatsOf(cli.declaration),
    envPrefix: cli.envPrefix,
    ...(doctor && { dependencies: dependenciesOf(doctor) }),
    ...(config && {
      configVariables: Object.entries(config).map(([key, schema]) => {
        const { description: about } = inputJsonSchema(schema)
        const description = typeof about === 'string' ? about : `Configuration: ${key}`
        return { name: configVariable(cli.envPrefix, key), description }
      }),
    }),
    formatVariable: output?.env ?? `${cli.envPrefix}_FORMAT`,
    formatNames: output?.values ?? {},
    globals: parameters(globals),
    frameworkOptions: [],
    groups: [],
    commands: loaded.map(describe),
  }
}

/** Describes the options that callers may type; a secret that is given by reference is none of them. */
export function typedOptions(cli: Cli, declaration: CommandDeclaration): readonly ParameterModel[] {
  const hidden = new Set(secretOptions(cli.declaration, declaration).map(flagName))
  return parameters(declaration.options).filter(({ name }) => !hidden.has(name))
}

/** Describes the schemas of a shape as data, without hidden ones. */
export function parameters(
  shape: Shape | undefined,
  toName: (key: string) => string = flagName,
): ParameterModel[] {
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
  return Object.values(resolveExits('', undefined, [])).map(inWords)
}

/** Puts words to an exit of the framework, which has none of its own. */
export function inWords(entry: ExitEntry): ExitEntry {
  return entry.description === '' ? { ...entry, description: wordsOf(entry.name) } : entry
}

function wordsOf(name: string): string {
  if (isSignalExitName(name)) return `${SIGNAL_EXITS[name].signal} ended the run`
  return isStandardExitName(name) ? EXIT_CODE_TABLES['1.6'][name].meaning : ''
}

export function errorModels(table: ErrorTable): readonly ErrorModel[] {
  return Object.entries(table).map(([code, { exit, description, retryable }]) => ({
    code,
    exit: typeof exit === 'string' ? exit : exit.name,
    ...(description !== undefined && { description }),
    ...(retryable !== undefined && { retryable }),
  }))
}

export async function unknownCommand(
  cli: Cli,
  path: readonly string[],
  builtins: Members,
): Promise<readonly InputProblem[]> {
  if (path.length === 0) return []
  const { commands, groups } = await modelOf(cli, builtins, () => {})
  if ([...commands, ...groups].some((each) => contains({ path }, each))) return []
  const message = `There is no command '${path.join(' ')}'.`
  return [{ param: '<command>', code: 'UNKNOWN_COMMAND', message }]
}
