import { quoteWords } from '../../internal/quote-words.ts'
import { resolveErrors } from '../declare/check/check-errors.ts'
import { callWords, type Cli } from '../declare/cli.ts'
import type { CommandDeclaration } from '../declare/command-declaration.ts'
import { frameworkFlags, particularFlags, flagName, formatsOf } from '../declare/framework-flags.ts'
import { factsOf, groupOf, type Members } from '../declare/groups/group.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { loadAll, walkTree, type Loaded } from '../route/command-tree.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { parameters, toCommandModel } from './manifest/from-declaration.ts'
import { contains, type CliModel, type ManifestForm } from './manifest/model.ts'
import { GENERATION_RULES } from '../declare/generation-rules.ts'

/** Loads every command and describes the tool as data. */
export async function modelOf(
  cli: Cli,
  builtins: Members,
  report: (problem: string) => void,
  form: ManifestForm = '1.6',
): Promise<CliModel> {
  const loaded = await loadAll(cli, builtins, report)
  const nodes = [...walkTree({ ...builtins, ...cli.declaration.commands })]
  // What is below a hidden group is hidden as well.
  const hidden = nodes
    .filter(({ member }) => factsOf(member).hidden === true)
    .map(({ path }) => path)
  const isShown = (path: readonly string[]) =>
    !hidden.some((above) => above.every((word, at) => word === path[at]))
  const groups = nodes.filter(({ member, path }) => groupOf(member) && isShown(path))
  return {
    ...describeLoaded(cli, loaded, form, isShown),
    frameworkOptions: parameters(frameworkFlags(cli, {}, GENERATION_RULES['1.0']), flagName),
    groups: groups.map(({ path, member }) => ({
      path,
      description: factsOf(member).description ?? '',
      aliases: factsOf(member).aliases ?? [],
    })),
  }
}

/** Describes a tool with the given commands alone, which are loaded already. */
export function describeLoaded(
  cli: Cli,
  loaded: readonly Loaded[],
  form: ManifestForm = '1.6',
  isShown: (path: readonly string[]) => boolean = () => true,
): CliModel {
  const { name, version, description, globals = {}, timeoutMs, output } = cli.declaration
  const errors = resolveErrors(name, cli.declaration.errors)
  return {
    name,
    calledAs: quoteWords(callWords(cli)),
    version,
    description,
    outputFormats: formatsOf(cli.declaration),
    ownCodes: cli.declaration.frameworkErrors ?? {},
    envPrefix: cli.envPrefix,
    formatVariable: output?.env ?? `${cli.envPrefix}_FORMAT`,
    formatNames: output?.values ?? {},
    globals: parameters(globals, flagName),
    frameworkOptions: [],
    groups: [],
    commands: loaded.map(({ path, command, isBuiltin }) =>
      toCommandModel({
        path,
        command,
        isBuiltin,
        isHidden: !isShown(path),
        shared: { ...globals, ...flagsIn(cli, command.declaration, form) },
        cli: isBuiltin ? null : cli,
        errors: isBuiltin ? {} : errors,
        timeoutMs: timeoutMs ?? 30_000,
      }),
    ),
  }
}

/** Builds the flags of the framework: all that a contract has, or in the short form those that other commands lack. */
function flagsIn(cli: Cli, declaration: CommandDeclaration, form: ManifestForm): Shape {
  return form === 'short'
    ? particularFlags(cli, declaration, GENERATION_RULES['1.0'])
    : frameworkFlags(cli, declaration, GENERATION_RULES[form])
}

/** Reports words that name no command and no group of a tool. */
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
