import {
  defineCli,
  hostOf,
  type AnyContext,
  type Cli,
  type CliDeclaration,
  type CommandDeclaration,
  type Members,
  type Shape,
} from '../runtime/surface.ts'
import { checkDeclarations } from './declare/check-declarations.ts'
import type { AdaptedCommandDeclaration, AdapterDeclarations } from './declare/declarations.ts'
import {
  COMMAND_FAILED,
  toErrorDeclarations,
  toRules,
  type RuleList,
} from './declare/error-rules.ts'
import { namedByProgram, withParameters } from './declare/command-names.ts'
import { toOutputSchema } from './declare/output-schema.ts'
import {
  chainsOf,
  pathOf,
  type Chain,
  type ForeignCommand,
  type ForeignProgram,
} from './model/foreign-program.ts'
import { runForeign } from './run/run-foreign.ts'
import { optionSchema, positionalSchema } from './to-schema.ts'
import { frameworkNames, wordsOf } from './words/call-words.ts'
import { optionsOf, parameterName, selfNameOf } from './words/option-table.ts'
import { commandWord } from './words/split-words.ts'

/** Turns a program of any framework and what is declared about it into a tool of ours. */
export async function toCli(given: ForeignProgram, declared: AdapterDeclarations = {}) {
  const declarations = namedByProgram(given, declared)
  await checkDeclarations(given, declarations)
  const program = withParameters(given, declarations)
  const { commands = {}, errors, exits, name, version, description, ...tool } = declarations
  const { root } = program
  const shared = {
    ...tool,
    name: toolName(name ?? program.name),
    version: toVersion(version ?? program.version),
    description: description ?? oneLine(program.description),
    ownFlags: ownFlagsOf(root),
  }
  const words = wordsOf(program, shared)
  const source = { program, declared: commands, shared: toRules(errors, exits), words }
  // The types of a tool that somebody wrote down have no use for one that was read.
  const defineTool = defineCli as (declaration: object) => Cli
  if (root.commands.length > 0) {
    const members = { errors: errorsOf(source.shared), commands: toMembers(source, [root]) }
    return { cli: defineTool({ ...shared, ...members, ...defaultOf(root) }), words }
  }
  // A tool with one command has no place for these.
  const { requiresCommand: _requires, redirects: _redirects, ...only } = shared
  const command = toCommand(source, [root], shared.description)
  return { cli: defineTool({ ...only, ...command }), words }
}

/** What the commands of a program are made from. */
interface Source {
  readonly program: ForeignProgram
  readonly declared: Readonly<Record<string, AdaptedCommandDeclaration>>
  /** The rules of every command. */
  readonly shared: RuleList
  readonly words: ReturnType<typeof wordsOf>
}

function errorsOf(shared: RuleList): CliDeclaration['errors'] {
  return {
    [COMMAND_FAILED]: {
      exit: 'GENERAL_ERROR',
      description: 'The command failed; the message is what it said',
    },
    ...toErrorDeclarations(shared),
  }
}

function toMembers(source: Source, chain: Chain): Members {
  const parent = chain.at(-1)!
  const members: Record<string, unknown> = {}
  for (const child of parent.commands) {
    const inner = [...chain, child]
    const facts = {
      description: oneLine(child.description) || `Runs ${pathOf(inner)}`,
      ...aliasesOf(parent, child),
      ...(child.isHidden && { hidden: true }),
    }
    members[commandWord(child.name)] =
      child.commands.length === 0
        ? { ...facts, ...toCommand(source, inner, facts.description) }
        : { ...facts, commands: toMembers(source, inner), ...defaultOf(child) }
  }
  const self = selfNameOf(parent)
  const own = oneLine(parent.description) || `Runs ${pathOf(chain) || source.program.name}`
  if (self !== null) members[self] = toCommand(source, chain, own)
  return members as Members
}

function toCommand(source: Source, chain: Chain, description: string): CommandDeclaration {
  const { program, shared } = source
  const command = chain.at(-1)!
  const declared = source.declared[pathOf(chain)] ?? {}
  const { output: form, schema, errors, exits, effect, parameters: _, ...kept } = declared
  const own = toRules(errors, exits)
  const isSingle = chain.length === 1 && command.commands.length === 0
  const rules = [...own, ...shared]
  return {
    description,
    ...kept,
    args: shapeOf(command.positionals, positionalSchema),
    options: shapeOf(optionsOf(chain), optionSchema),
    errors: { ...toErrorDeclarations(own), ...(isSingle && errorsOf(shared)) },
    ...(command.isDeprecated && { deprecated: 'The program says so.' }),
    ...(schema && { output: toOutputSchema(schema) }),
    ...(declared.danger === 'destructive' && { dryRun: preview }),
    run: (context) => {
      if (effect) context.effect(effect)
      const words = source.words.foreign(hostOf(context).argv)
      return runForeign(context, { program, words, form, rules })
    },
  }
}

/** Says what would run; what it would change, only the program knows. */
function preview({ command, args }: AnyContext): unknown {
  return { effect: 'would_run', would_affect: { command, args } }
}

function defaultOf(command: ForeignCommand): { readonly default?: string } {
  const { defaultCommand } = command
  const name = defaultCommand === undefined ? selfNameOf(command) : commandWord(defaultCommand)
  return name === null ? {} : { default: name }
}

function aliasesOf(
  parent: ForeignCommand,
  { name, aliases }: ForeignCommand,
): { readonly aliases?: readonly string[] } {
  const taken = new Set(parent.commands.map((each) => commandWord(each.name)))
  const own = [...new Set(aliases.map(commandWord))].filter(
    (alias) => alias !== commandWord(name) && !taken.has(alias),
  )
  return own.length === 0 ? {} : { aliases: own }
}

/** Names parameters by what the caller writes; a name that comes twice gets a number. */
function shapeOf<Item extends { readonly name: string }>(
  items: readonly Item[],
  toSchema: (item: Item) => unknown,
): Shape {
  const shape: Record<string, unknown> = {}
  for (const item of items) shape[parameterName(item.name) || 'value'] ??= toSchema(item)
  return shape as Shape
}

/** Lists the names of options that the framework has as well. */
function ownFlagsOf(root: ForeignCommand): readonly string[] {
  const options = chainsOf(root).flatMap((chain) => chain.at(-1)!.options)
  const names = options.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  return names.map(parameterName).filter((name) => frameworkNames.has(name))
}

function oneLine(text: string): string {
  return text.trim().split('\n', 1)[0]!.trim()
}

function toolName(name: string): string {
  const plain = name.replace(/^@[^/]*\//, '').replaceAll(/[^A-Za-z0-9._-]+/g, '-')
  return (
    plain.replace(/^[^A-Za-z0-9]+/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase()) || 'cli'
  )
}

function toVersion(version: string | undefined): string {
  return (
    /(?<!\d)\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?/.exec(version ?? '')?.[0] ??
    '0.0.0'
  )
}
