import { errorMistakes } from './exit-mistakes.ts'
import type { Cli } from '../cli.ts'
import type { CliDeclaration, ContractDeclaration } from '../types/cli-declaration.ts'
import { inputJsonSchema, type StandardSchema } from '../../../schema/index.ts'
import { isReservedFlag } from '../reserved-flags.ts'
import { flagName } from '../framework-flag.ts'
import { mistakes, refuse, type MistakeTexts, type Mistakes } from './mistakes.ts'
import { formMistakes, unreadMistakes } from './form-mistakes.ts'
import { commandOf, factsOf, groupOf } from '../command-tree.ts'
import type { GroupDeclaration, Member, Members } from '../types/member-tree.ts'

const known = new WeakMap<Cli, Mistakes>()

/** Finds the mistakes in the declaration of a tool, without those of its commands. */
export function cliMistakes(cli: Cli): Mistakes {
  const earlier = known.get(cli)
  if (earlier) return earlier
  const { declaration } = cli
  const { name } = declaration
  const where = typeof name === 'string' ? name : 'the tool'
  const formal = mistakes(where, () => formMistakes(declaration, 'tool'))
  // The rest needs members of the right form.
  const related = formal.length > 0 ? formal : mistakes(name, () => mistakesOf(declaration))
  const found =
    related.length > 0 ? related : mistakes(name, () => unreadMistakes(declaration, 'tool'))
  known.set(cli, found)
  return found
}

function* mistakesOf({ name, globals = {}, ...tool }: CliDeclaration): MistakeTexts {
  yield* errorMistakes(tool.errors)
  for (const [key, schema] of Object.entries(globals)) {
    refuse(`the globals of ${name}`, reservedFlag(key, true))
    refuse(`the globals of ${name}`, checkInput(key, schema, true))
  }
  for (const [from, { to }] of Object.entries(tool.redirects ?? {}))
    if (from.trim() === to.trim()) yield `REDIRECT_LOOP: '${from}' redirects to itself`
  if (tool.contract) yield* checkContract(tool.contract)
}

export function schemaMistakes(key: string, schema: StandardSchema): readonly string[] {
  if (typeof schema['~standard']?.validate === 'function') return []
  return [
    `SCHEMA_INVALID: ${key} is no schema; write s.string(), or use one of zod, valibot or arktype`,
  ]
}

/** Checks the schema of an input, and that its short form can be reached. */
export function* checkInput(
  key: string,
  schema: StandardSchema,
  mayComeFirst: boolean,
): MistakeTexts {
  const wrong = schemaMistakes(key, schema)
  if (wrong.length > 0) return yield* wrong
  const short = inputJsonSchema(schema)['x-short']
  if (short === 'h' || (mayComeFirst && short === 'V'))
    yield `FLAG_RESERVED: ${key} has the short form -${short}, which asks for ${short === 'h' ? 'help' : 'the version'}; choose another letter`
}

/** The mistakes at one place of the tree of commands. */
export interface PlacedMistakes {
  readonly path: readonly string[]
  readonly found: Mistakes
  /** Whether they concern this command alone. */
  readonly isCommand: boolean
}

/** Finds mistakes in what is read of the members of a group on the way to a command: to one, or to all. */
export function* treeMistakes(
  where: string,
  { commands, default: fallback }: GroupDeclaration,
  toward?: readonly string[],
  above: readonly string[] = [],
): Generator<PlacedMistakes> {
  for (const [name, member] of Object.entries(commands)) {
    if (toward && name !== toward[above.length]) continue
    const path = [...above, name]
    const found = mistakes(where, () => memberMistakes(name, member))
    yield { path, found, isCommand: commandOf(member) !== null }
    const group = found.length === 0 ? groupOf(member) : null
    if (group) yield* treeMistakes(`${where} ${name}`, group, toward, path)
  }
  const found = mistakes(where, () => groupMistakes(commands, fallback))
  yield { path: above, found, isCommand: false }
}

function* memberMistakes(name: string, member: Member): MistakeTexts {
  const facts = factsOf(member)
  const command = commandOf(member)
  // With a run that is no function it was meant as a command, and all that is wrong with it is told at once.
  const group = groupOf(member)
  const isMeant = !command && !group && facts?.run !== undefined
  const formal = [...formMistakes(facts, isMeant ? 'command' : 'member', name)]
  // Those of a command are told with the rest that is wrong with it.
  if (formal.length > 0) return yield* command ? [] : formal
  const { aliases = [], load } = facts
  if (!group && typeof load !== 'function' && !command)
    yield `MEMBER_INVALID ${name} is no command; give it run(), commands or load()`
  if (group && command)
    yield `MEMBER_INVALID ${name} has both run() and commands; name the member that runs without a word in default, and remove run()`
  for (const label of [name, ...aliases])
    if (!/^[a-z0-9][a-zA-Z0-9_-]*$/.test(label))
      yield `NAME_INVALID: '${label}' is no valid name of a command; use letters, digits, - and _, and begin with a small letter or a digit`
}

function* groupMistakes(commands: Members, fallback: string | undefined): MistakeTexts {
  const labels = Object.entries(commands).flatMap(([name, member]) => [
    name,
    ...[factsOf(member)?.aliases ?? []].flat(),
  ])
  for (const label of new Set(labels.filter((each, at) => labels.indexOf(each) < at)))
    yield `NAME_TAKEN has two commands named '${label}'`
  if (fallback !== undefined && !Object.hasOwn(commands, fallback))
    yield `DEFAULT_UNKNOWN has the default '${fallback}', which is not one of its commands`
}

function* checkContract(contract: ContractDeclaration): MistakeTexts {
  const { versions, deprecated = [], removed = [], legacy } = contract
  if (!Object.hasOwn(versions, contract.default))
    yield `CONTRACT_DEFAULT_UNKNOWN: contract.default is ${contract.default}, which contract.versions does not list`
  for (const version of [...deprecated, ...(legacy ? [legacy] : [])])
    if (!Object.hasOwn(versions, version))
      yield `CONTRACT_VERSION_UNKNOWN: contract version ${version} is not listed in contract.versions`
  for (const version of removed)
    if (Object.hasOwn(versions, version))
      yield `CONTRACT_VERSION_REMOVED: contract version ${version} is in both removed and versions`
}

/** Refuses an option of the framework's; `--mcp` is one only where it can be the first word of a call. */
export function* reservedFlag(key: string, mayComeFirst: boolean): MistakeTexts {
  const name = flagName(key)
  if (/^-|[\s=]|^$/.test(name))
    yield `FLAG_NAME_INVALID: '${key}' is no name of an option; use letters, digits, - and _, and begin with a small letter or a digit`
  if (isReservedFlag(name) && (mayComeFirst || !/^mcp(?:-|$)/.test(name)))
    yield `FLAG_RESERVED: option --${name} is reserved by the framework; choose another name`
}
