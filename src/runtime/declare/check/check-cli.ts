import type { FeatureToolMembers } from '../../steps/members.ts'
import { memberForms } from '../features.ts'
import { closest } from '../../../internal/closest.ts'
import { resolveErrors } from '../exits/exit-table.ts'
import type { Cli, CliDeclaration } from '../cli.ts'
import { inputJsonSchema, type StandardSchema } from '../../../schema/index.ts'
import { flagName, isReservedFlag } from '../framework-flags.ts'
import { mistakes, refuse, type Flaws, type Mistakes } from './flaws.ts'
import * as forms from './forms.ts'
import { either, fields, formFlaw, listOf, recordOf, texts, type Form } from './forms.ts'
import {
  commandOf,
  factsOf,
  groupOf,
  type GroupDeclaration,
  type Member,
  type Members,
} from '../groups/group.ts'

const known = new WeakMap<Cli, Mistakes>()

/** Finds the mistakes in the declaration of a tool, without those of its commands. */
export function cliMistakes(cli: Cli): Mistakes {
  const found = known.get(cli) ?? findMistakes(cli)
  known.set(cli, found)
  return found
}

function findMistakes({ declaration }: Cli): Mistakes {
  const { name } = declaration
  const where = typeof name === 'string' ? name : 'the tool'
  const formal = mistakes(where, () =>
    formFlaws(declaration, { ...MEMBERS, ...memberForms('tool') }),
  )
  // The rest needs members of the right form.
  if (formal.length > 0) return formal
  return [
    ...mistakes(`'${name}'`, () => nameFlaw(name)),
    ...mistakes(name, () => flawsOf(declaration)),
  ]
}

function* nameFlaw(name: string): Flaws {
  if (!/^[a-z0-9][a-zA-Z0-9._-]*$/.test(name ?? ''))
    yield 'CLI_NAME_INVALID is no valid name of a tool; use lower-case letters, digits, - and _'
}

function* flawsOf({ name, version, calledAs, globals = {}, ...tool }: CliDeclaration): Flaws {
  resolveErrors(name, tool.errors)
  for (const [key, schema] of Object.entries(globals)) {
    refuse(`the globals of ${name}`, reservedFlag(key, true))
    refuse(`the globals of ${name}`, checkSchema(key, schema, true))
  }
  const isList = Array.isArray(calledAs) && calledAs.length > 0
  if (
    calledAs !== undefined &&
    !(isList && calledAs.every((word) => word && !forms.text(word, '')))
  )
    yield `CALLED_AS_INVALID: calledAs must be a list of words; write it as in ['npx', '${name}']`
  for (const [from, redirect] of Object.entries(tool.redirects ?? {})) {
    const to = typeof redirect?.to === 'string' ? redirect.to : ''
    if (to.trim() === '')
      yield `REDIRECT_INVALID: the redirect from '${from}' has no target; set its 'to'`
    if (from.trim() === to.trim()) yield `REDIRECT_LOOP: '${from}' redirects to itself`
  }
  yield* checkContract(tool)
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(version ?? ''))
    yield `CLI_VERSION_INVALID has version '${version}', which is not semver; write it as in 1.0.0`
}

/** Checks a schema, and that its short form can be reached. */
export function* checkSchema(key: string, schema: StandardSchema, mayComeFirst: boolean): Flaws {
  if (forms.schema(schema, key))
    return yield `SCHEMA_INVALID: ${key} is no schema; write s.string(), or use one of zod, valibot or arktype`
  const short = inputJsonSchema(schema)['x-short']
  if (short === 'h' || (mayComeFirst && short === 'V'))
    yield `FLAG_RESERVED: ${key} has the short form -${short}, which asks for ${short === 'h' ? 'help' : 'the version'}; choose another letter`
}

/** Checks the form of every member that a declaration has, and finds members that do not exist. */
export function* formFlaws(declaration: object, members: Readonly<Record<string, Form>>): Flaws {
  for (const [member, value] of Object.entries(declaration)) {
    if (value === undefined) continue
    if (Object.hasOwn(members, member)) {
      yield* formFlaw(member, value, members[member]!)
      continue
    }
    const near = closest(member, Object.keys(members))
    const fix = near === undefined ? 'remove it' : `did you mean ${near}?`
    yield `MEMBER_UNKNOWN has a member '${member}', which does not exist; ${fix}`
  }
}

/** The mistakes at one place of the tree of commands. */
export interface PlacedMistakes {
  readonly path: readonly string[]
  readonly found: Mistakes
}

/** Finds mistakes in what is read of the members of a group on the way to a command, down to the commands. */
export function* treeMistakes(
  where: string,
  { commands, default: fallback }: GroupDeclaration,
  above: readonly string[] = [],
): Generator<PlacedMistakes> {
  for (const [name, member] of Object.entries(commands)) {
    const path = [...above, name]
    const found = memberMistakes(where, name, member)
    yield { path, found }
    const group = found.length === 0 ? groupOf(member) : null
    if (group) yield* treeMistakes(`${where} ${name}`, group, path)
  }
  yield { path: above, found: mistakes(where, () => groupFlaws(commands, fallback)) }
}

function memberMistakes(where: string, name: string, member: Member): Mistakes {
  const formal = mistakes(where, () => formFlaw(name, member, NODE))
  if (formal.length > 0) return formal
  const facts = factsOf(member) as Record<string, unknown>
  const members = Object.entries(NODE_MEMBERS).flatMap(([each, wanted]) =>
    facts[each] === undefined
      ? []
      : mistakes(`${where} ${name}`, () => formFlaw(each, facts[each], wanted)),
  )
  return members.length > 0 ? members : mistakes(where, () => memberFlaws(name, member))
}

function* memberFlaws(name: string, member: Member): Flaws {
  const { aliases = [], load } = factsOf(member)
  if (!groupOf(member) && typeof load !== 'function' && !commandOf(member))
    yield `MEMBER_INVALID ${name} is no command; give it run(), commands or load()`
  for (const label of [name, ...aliases])
    if (!/^[a-z0-9][a-zA-Z0-9_-]*$/.test(label))
      yield `NAME_INVALID: '${label}' is no valid name of a command; use letters, digits, - and _`
}

function* groupFlaws(commands: Members, fallback: string | undefined): Flaws {
  const labels = Object.entries(commands).flatMap(([name, member]) => [
    name,
    ...[factsOf(member)?.aliases ?? []].flat(),
  ])
  for (const label of new Set(labels.filter((each, at) => labels.indexOf(each) < at)))
    yield `NAME_TAKEN has two commands named '${label}'`
  if (fallback !== undefined && !Object.hasOwn(commands, fallback))
    yield `DEFAULT_UNKNOWN has the default '${fallback}', which is not one of its commands`
}

/** Says which members callers learn nothing about: they run all the same. */
export function* missingDescriptions(
  { commands }: Pick<GroupDeclaration, 'commands'>,
  above = '',
): Flaws {
  for (const [name, member] of Object.entries(commands)) {
    const { description } = factsOf(member)
    if (typeof description !== 'string' || description.trim() === '')
      yield `${above}${name} has no description; say in one sentence what it does`
    const group = groupOf(member)
    if (group) yield* missingDescriptions(group, `${above}${name} `)
  }
}

function* checkContract({ contract }: Pick<CliDeclaration, 'contract'>): Flaws {
  if (!contract) return
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
export function* reservedFlag(key: string, mayComeFirst: boolean): Flaws {
  const name = flagName(key)
  if (isReservedFlag(name) && (mayComeFirst || !/^mcp(?:-|$)/.test(name)))
    yield `FLAG_RESERVED: option --${name} is reserved by the framework; choose another name`
}

const NODE: Form = (value, at) =>
  forms.object(value, at) && { at, wanted: 'a command with run(), commands or load()', value }

/** What is read of a command or a group on the way to a command. */
const NODE_MEMBERS = {
  description: forms.text,
  aliases: texts,
  hidden: forms.toggle,
  default: forms.text,
  commands: forms.object,
  load: forms.handler,
  run: forms.handler,
}

export const EXAMPLES = listOf(fields({ description: forms.text, command: forms.text }, 'command'))

/** A declared error: its exit, or an object with more. That a number is no exit is said where exits are known. */
export const ERROR = either(forms.text, forms.object, forms.count)

const MEMBERS: Readonly<Record<Exclude<keyof CliDeclaration, keyof FeatureToolMembers>, Form>> = {
  name: forms.text,
  version: forms.text,
  description: forms.text,
  commands: forms.object,
  default: forms.text,
  globals: recordOf(forms.schema),
  config: recordOf(forms.schema),
  doctor: recordOf(
    either(
      fields({ version: forms.text, command: texts, fix: forms.text }, 'version', 'fix'),
      fields({ url: forms.text, fix: forms.text }, 'url'),
      fields({ check: forms.handler, fix: forms.text }, 'check', 'fix'),
    ),
  ),
  init: fields({ isDone: forms.handler, run: forms.handler }, 'isDone', 'run'),
  latestVersion: forms.handler,
  changelog: either(
    forms.text,
    listOf(fields({ version: forms.text, date: forms.text }, 'version', 'date')),
  ),
  errors: recordOf(ERROR),
  requiresCommand: forms.toggle,
  redirects: forms.object,
  contract: fields(
    {
      versions: recordOf(forms.text),
      default: forms.text,
      deprecated: texts,
      removed: texts,
      legacy: forms.text,
    },
    'versions',
    'default',
  ),
  dialect: forms.text,
  exitByCode: recordOf(forms.count),
  output: fields({
    piped: forms.text,
    terminal: forms.text,
    values: recordOf(forms.text),
    switches: recordOf(forms.text),
    env: forms.text,
    width: forms.count,
    noColor: forms.text,
    inputErrorExit: forms.count,
    plainFailure: forms.handler,
    humanFailure: forms.handler,
  }),
  timeoutMs: forms.limit,
  envPrefix: forms.text,
  calledAs: forms.anything,
  activeScopes: forms.handler,
  examples: EXAMPLES,
  guide: either(forms.object, forms.handler),
  beforeRun: forms.handler,
  afterRun: forms.handler,
  ownFlags: texts,
}
