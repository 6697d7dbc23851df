import { closest } from '../../../internal/closest.ts'
import { defect } from '../../../contract/index.ts'
import { resolveErrors } from './check-errors.ts'
import type { Cli, CliDeclaration } from '../cli.ts'
import { inputJsonSchema, type StandardSchema } from '../../../schema/index.ts'
import { flagName, isReservedFlag } from '../framework-flags.ts'
import * as forms from './forms.ts'
import { checkForm, either, fields, listOf, recordOf, texts, type Form } from './forms.ts'
import {
  commandOf,
  factsOf,
  groupOf,
  type GroupDeclaration,
  type Member,
  type Members,
} from '../groups/group.ts'

const checkedClis = new WeakSet<Cli>()

/** Checks the declaration of a tool, without its commands; throws on a violation. */
export function checkCli(cli: Cli): void {
  if (checkedClis.has(cli)) return
  const { declaration } = cli
  checkTree(cli)
  checkName(declaration)
  checkDeclared(declaration.name, declaration, MEMBERS, (check) => check(declaration))
  checkVersion(declaration)
  checkMembers(declaration.name, declaration)
  checkedClis.add(cli)
}

function checkName({ name }: CliDeclaration): void {
  if (/^[a-z0-9][a-zA-Z0-9._-]*$/.test(name ?? '')) return
  throw defect(
    'CLI_NAME_INVALID',
    `'${name}' is no valid name of a tool; use lower-case letters, digits, - and _`,
  )
}

function checkVersion({ name, version }: CliDeclaration): void {
  if (/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(version ?? '')) return
  throw defect(
    'CLI_VERSION_INVALID',
    `${name} has version '${version}', which is not semver; write it as in 1.0.0`,
  )
}

function checkGlobals({ name, globals = {} }: CliDeclaration): void {
  const where = `the globals of ${name}`
  for (const [key, schema] of Object.entries(globals)) {
    refuseReserved(where, key, true)
    checkSchema(where, key, schema, true)
  }
}

/** Checks a schema, and that its short form can be reached. */
export function checkSchema(
  where: string,
  key: string,
  schema: StandardSchema,
  mayComeFirst: boolean,
): void {
  if (forms.schema(schema, key))
    throw defect(
      'SCHEMA_INVALID',
      `${where}: ${key} is no schema; write s.string(), or use one of zod, valibot or arktype`,
    )
  const short = inputJsonSchema(schema)['x-short']
  if (short !== 'h' && !(mayComeFirst && short === 'V')) return
  throw defect(
    'FLAG_RESERVED',
    `${where}: ${key} has the short form -${short}, which asks for ${short === 'h' ? 'help' : 'the version'}; choose another letter`,
  )
}

function checkCalledAs({ name, calledAs }: CliDeclaration): void {
  const isList = Array.isArray(calledAs) && calledAs.length > 0
  if (isList && calledAs.every((word) => typeof word === 'string' && word)) return
  throw defect(
    'CALLED_AS_INVALID',
    `${name}: calledAs must be a list of words; write it as in ['npx', '${name}']`,
  )
}

/** The form of a member, and what else is checked of it. */
export type MemberCheck<Check> = Form | readonly [Form, Check]

/** Checks every member that a declaration has, and refuses members that do not exist. */
export function checkDeclared<Check>(
  where: string,
  declaration: object,
  checks: Readonly<Record<string, MemberCheck<Check>>>,
  make: (check: Check) => void,
): void {
  checkForms(where, declaration, checks)
  // The checks may look at other members, whose form is right by now.
  for (const [member, value] of Object.entries(declaration)) {
    const check = checks[member]!
    if (value !== undefined && typeof check !== 'function') make(check[1])
  }
}

function checkForms(
  where: string,
  declaration: object,
  checks: Readonly<Record<string, MemberCheck<unknown>>>,
): void {
  for (const [member, value] of Object.entries(declaration)) {
    if (value === undefined) continue
    if (!Object.hasOwn(checks, member)) {
      const near = closest(member, Object.keys(checks))
      throw defect(
        'MEMBER_UNKNOWN',
        `${where} has a member '${member}', which does not exist${near === undefined ? '; remove it' : `; did you mean ${near}?`}`,
      )
    }
    const check = checks[member]!
    checkForm(where, member, value, typeof check === 'function' ? check : check[0])
  }
}

const formedClis = new WeakSet<Cli>()

/** Checks what has to be right before the words of a call can be read: the forms of members, down to the commands. */
export function checkTree(cli: Cli): void {
  if (formedClis.has(cli)) return
  const { declaration } = cli
  const where = typeof declaration.name === 'string' ? declaration.name : 'the tool'
  checkForms(where, declaration, MEMBERS)
  checkNodes(where, declaration.commands)
  formedClis.add(cli)
}

function checkNodes(where: string, members: Members): void {
  for (const [name, member] of Object.entries(members)) {
    const at = `${where} ${name}`
    checkForm(where, name, member, NODE)
    const facts = factsOf(member) as object
    for (const [each, wanted] of Object.entries(NODE_MEMBERS)) {
      const value = (facts as Record<string, unknown>)[each]
      if (value !== undefined) checkForm(at, each, value, wanted)
    }
    const group = groupOf(member)
    if (group) checkNodes(at, group.commands)
  }
}

/** Checks the names and values of a group's members, and those of the groups in it. */
function checkMembers(where: string, declaration: GroupDeclaration): void {
  const { commands } = declaration
  const seen = new Set<string>()
  for (const [name, member] of Object.entries(commands)) {
    const group = groupOf(member)
    checkMember(where, name, member, group !== null)
    for (const label of [name, ...(factsOf(member).aliases ?? [])]) {
      if (!/^[a-z0-9][a-zA-Z0-9_-]*$/.test(label)) {
        throw defect(
          'NAME_INVALID',
          `${where}: '${label}' is no valid name of a command; use letters, digits, - and _`,
        )
      }
      if (seen.has(label)) throw defect('NAME_TAKEN', `${where} has two commands named '${label}'`)
      seen.add(label)
    }
    if (group) checkMembers(`${where} ${name}`, group)
  }
  if (declaration.default !== undefined && !Object.hasOwn(commands, declaration.default)) {
    throw defect(
      'DEFAULT_UNKNOWN',
      `${where} has the default '${declaration.default}', which is not one of its commands`,
    )
  }
}

function checkMember(where: string, name: string, member: Member, isGroup: boolean): void {
  const isLazy = typeof (member as { load?: unknown } | null)?.load === 'function'
  if (!isGroup && !isLazy && !commandOf(member)) {
    throw defect(
      'MEMBER_INVALID',
      `${where} ${name} is no command; give it run(), commands or load()`,
    )
  }
  const { description } = factsOf(member)
  if (typeof description !== 'string' || description.trim() === '') {
    throw defect(
      'DESCRIPTION_MISSING',
      `${where} ${name} has no description; say in one sentence what it does`,
    )
  }
}

function checkContract({ name: where, contract }: CliDeclaration): void {
  if (!contract) return
  const { versions, deprecated = [], removed = [] } = contract
  if (!Object.hasOwn(versions, contract.default)) {
    throw defect(
      'CONTRACT_DEFAULT_UNKNOWN',
      `${where}: contract.default is ${contract.default}, which contract.versions does not list`,
    )
  }
  for (const version of [...deprecated, ...(contract.legacy ? [contract.legacy] : [])]) {
    if (!Object.hasOwn(versions, version)) {
      throw defect(
        'CONTRACT_VERSION_UNKNOWN',
        `${where}: contract version ${version} is not listed in contract.versions`,
      )
    }
  }
  for (const version of removed) {
    if (Object.hasOwn(versions, version)) {
      throw defect(
        'CONTRACT_VERSION_REMOVED',
        `${where}: contract version ${version} is in both removed and versions`,
      )
    }
  }
}

function checkRedirects(declaration: CliDeclaration): void {
  for (const [from, redirect] of Object.entries(declaration.redirects ?? {})) {
    if (typeof redirect?.to !== 'string' || redirect.to.trim() === '') {
      throw defect(
        'REDIRECT_INVALID',
        `${declaration.name}: the redirect from '${from}' has no target; set its 'to'`,
      )
    }
    if (from.trim() === redirect.to.trim()) {
      throw defect('REDIRECT_LOOP', `${declaration.name}: '${from}' redirects to itself`)
    }
  }
}

/**
 * Refuses an option whose flag belongs to the framework. `--mcp` belongs to it only as the first word of a call,
 * so that commands may have an option of that name, unless their options can be the first word.
 */
export function refuseReserved(where: string, key: string, mayComeFirst: boolean): void {
  const name = flagName(key)
  if (!isReservedFlag(name) || (!mayComeFirst && /^mcp(?:-|$)/.test(name))) return
  throw defect(
    'FLAG_RESERVED',
    `${where}: option --${name} is reserved by the framework; choose another name`,
  )
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

/** The members of a tool, with the form of each and the checks that go beyond it. */
const MEMBERS: Readonly<
  Record<keyof CliDeclaration, MemberCheck<(declaration: CliDeclaration) => void>>
> = {
  name: forms.text,
  version: forms.text,
  description: forms.text,
  commands: forms.object,
  default: forms.text,
  globals: [recordOf(forms.schema), checkGlobals],
  errors: [recordOf(ERROR), ({ name, errors }) => void resolveErrors(name, errors)],
  requiresCommand: forms.toggle,
  redirects: [forms.object, checkRedirects],
  contract: [
    fields(
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
    checkContract,
  ],
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
  calledAs: [forms.anything, checkCalledAs],
  activeScopes: forms.handler,
  examples: EXAMPLES,
  guide: either(forms.object, forms.handler),
  beforeRun: forms.handler,
  afterRun: forms.handler,
  ownFlags: texts,
}
