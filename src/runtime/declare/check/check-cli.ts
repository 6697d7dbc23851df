import { closest } from '../../../internal/closest.ts'
import { defect } from '../../../contract/index.ts'
import { resolveErrors } from './check-errors.ts'
import type { Cli, CliDeclaration, ContractDeclaration } from '../cli.ts'
import { refuseReserved } from './check-params.ts'
import { commandOf, factsOf, groupOf, type GroupDeclaration, type Member } from '../groups/group.ts'
import { PLAIN_CLI_MEMBERS } from '../plain-declaration.ts'

const checkedClis = new WeakSet<Cli>()

/** The members of a tool that a plain run need not look at. */
const OTHER_MEMBERS = [
  'calledAs',
  'contract',
  'default',
  'exitByCode',
  'frameworkErrors',
  'ownFlags',
  'redirects',
]

/** Checks the declaration of a tool, without its commands; throws on a violation. */
export function checkCli(cli: Cli): void {
  if (checkedClis.has(cli)) return
  const { declaration } = cli
  const { name, version } = declaration
  if (!/^[a-z0-9][a-zA-Z0-9._-]*$/.test(name ?? '')) {
    throw defect(
      'CLI_NAME_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `'${String(name)}' is no valid name of a tool; use lower-case letters, digits, - and _`,
    )
  }
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(version ?? '')) {
    throw defect(
      'CLI_VERSION_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `${name} has version '${String(version)}', which is not semver; write it as in 1.0.0`,
    )
  }
  checkUnknown(declaration)
  checkCalledAs(declaration)
  for (const key of Object.keys(declaration.globals ?? {}))
    refuseReserved(`the globals of ${name}`, key, true)
  checkMembers(name, declaration)
  resolveErrors(name, declaration.errors)
  checkContract(name, declaration.contract)
  checkRedirects(declaration)
  checkedClis.add(cli)
}

function checkCalledAs({ name, calledAs }: CliDeclaration): void {
  const isList = Array.isArray(calledAs) && calledAs.length > 0
  if (
    calledAs === undefined ||
    (isList && calledAs.every((word) => typeof word === 'string' && word))
  )
    return
  throw defect(
    'CALLED_AS_INVALID',
    `${name}: calledAs must be a list of words; write it as in ['npx', '${name}']`,
  )
}

function checkUnknown(declaration: CliDeclaration): void {
  const names = [...PLAIN_CLI_MEMBERS, ...OTHER_MEMBERS]
  const unknown = Object.keys(declaration).find((key) => !names.includes(key))
  if (unknown === undefined) return
  const near = closest(unknown, names)
  throw defect(
    'MEMBER_UNKNOWN',
    `${declaration.name} has a member '${unknown}', which does not exist${near === undefined ? '; remove it' : `; did you mean ${near}?`}`,
  )
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

function checkContract(where: string, contract: ContractDeclaration | undefined): void {
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
