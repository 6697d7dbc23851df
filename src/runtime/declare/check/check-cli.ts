import { closest } from '../../../internal/closest.ts'
import { defect } from '../../../contract/index.ts'
import { resolveErrors } from './check-errors.ts'
import type { Cli, CliDeclaration } from '../cli.ts'
import { flagName, isReservedFlag } from '../framework-flags.ts'
import { commandOf, factsOf, groupOf, type GroupDeclaration, type Member } from '../groups/group.ts'

const checkedClis = new WeakSet<Cli>()

/** Checks the declaration of a tool, without its commands; throws on a violation. */
export function checkCli(cli: Cli): void {
  if (checkedClis.has(cli)) return
  const { declaration } = cli
  checkName(declaration)
  checkVersion(declaration)
  checkDeclared(declaration.name, declaration, MEMBERS, (check) => check(declaration))
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
  for (const key of Object.keys(globals)) refuseReserved(`the globals of ${name}`, key, true)
}

function checkCalledAs({ name, calledAs }: CliDeclaration): void {
  const isList = Array.isArray(calledAs) && calledAs.length > 0
  if (isList && calledAs.every((word) => typeof word === 'string' && word)) return
  throw defect(
    'CALLED_AS_INVALID',
    `${name}: calledAs must be a list of words; write it as in ['npx', '${name}']`,
  )
}

/** A member that types alone describe. */
export const FREE = 'free'

/** Makes the check of every member that a declaration has, and refuses members that do not exist. */
export function checkDeclared<Check>(
  where: string,
  declaration: object,
  checks: Readonly<Record<string, Check | typeof FREE>>,
  make: (check: Check) => void,
): void {
  for (const [member, value] of Object.entries(declaration)) {
    if (!Object.hasOwn(checks, member)) {
      const near = closest(member, Object.keys(checks))
      throw defect(
        'MEMBER_UNKNOWN',
        `${where} has a member '${member}', which does not exist${near === undefined ? '; remove it' : `; did you mean ${near}?`}`,
      )
    }
    const check = checks[member]!
    if (value !== undefined && check !== FREE) make(check)
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

/** The members of a tool, with the check of each that has one. */
const MEMBERS: Readonly<
  Record<keyof CliDeclaration, ((declaration: CliDeclaration) => void) | typeof FREE>
> = {
  name: FREE,
  version: FREE,
  description: FREE,
  commands: FREE,
  default: FREE,
  globals: checkGlobals,
  errors: ({ name, errors }) => void resolveErrors(name, errors),
  requiresCommand: FREE,
  redirects: checkRedirects,
  contract: checkContract,
  dialect: FREE,
  exitByCode: FREE,
  output: FREE,
  timeoutMs: FREE,
  envPrefix: FREE,
  calledAs: checkCalledAs,
  activeScopes: FREE,
  examples: FREE,
  guide: FREE,
  beforeRun: FREE,
  afterRun: FREE,
  ownFlags: FREE,
}
