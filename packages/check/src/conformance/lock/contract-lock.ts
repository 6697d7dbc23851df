import schema from 'surety/schemas/contract-lock.json' with { type: 'json' }
import { isErrorCode, isJsonObject, type JsonValue, type Outcome } from 'surety/unstable/contract'
import { placesIn } from '../fixtures/volatile.ts'
import { parseChecked, readTextIfThere } from '../kept-file.ts'

/** The contract of a tool at one time: what a caller may rely on. Committed, and compared by `lock verify`. */
export interface ContractLock {
  readonly schema_version: '1.0'
  readonly tool: string
  readonly version: string | null
  readonly dialect: string | null
  /** Written by people, kept by `lock write`. */
  readonly declared: {
    /** Removed or renamed commands and flags, each with its successor. */
    readonly redirects: Readonly<Record<string, string>>
    /** Commands (`volume.ls`) and flags (`volume.list --zone`) that may go with the next minor version. */
    readonly deprecated: readonly string[]
  }
  /** By dotted path. */
  readonly commands: Readonly<Record<string, LockedCommand>>
}

export interface LockedCommand {
  readonly danger: string | null
  readonly aliases: readonly string[]
  readonly flags: Readonly<Record<string, LockedFlag>>
  /** Names by number; an empty name if the manifest has none. */
  readonly exits: Readonly<Record<string, string>>
  readonly errors: readonly string[]
  readonly types: readonly string[]
  /** The scopes that a caller must have; absent if nobody declares any. */
  readonly scopes?: readonly string[]
  /** Types of the members of `data`, such as `items[].id`: `string`, or `absent|null|string`. */
  readonly fields: Readonly<Record<string, string>>
  readonly deprecated?: true
}

export interface LockedFlag {
  readonly type: string
  readonly required: boolean
  readonly positional?: true
  readonly values?: readonly string[]
  readonly deprecated?: true
}

export async function readLock(path: string): Promise<ContractLock | undefined> {
  const text = await readTextIfThere(path)
  return text === undefined ? undefined : parseLock(text, path)
}

export function parseLock(text: string, path: string): ContractLock {
  return parseChecked<ContractLock>(text, path, { schema }, 'INVALID_LOCK')
}

export function contractProblems(
  lock: ContractLock,
  path: string,
  outcome: Outcome,
  exitCode: number | undefined,
): readonly string[] {
  const command = Object.hasOwn(lock.commands, path) ? lock.commands[path] : undefined
  if (command === undefined) return [`the lock has no command ${path}`]
  const { exits, errors, types } = command
  const { type } = outcome.meta
  const problems: string[] = []
  if (exitCode !== undefined && Object.keys(exits).length > 0 && !Object.hasOwn(exits, exitCode))
    problems.push(`exit ${exitCode} is not in the lock`)
  if (type !== undefined && types.length > 0 && !types.includes(type))
    problems.push(`the result type ${type} is not in the lock`)
  if (outcome.ok) return [...problems, ...fieldProblems(command, outcome.data)]
  const { code } = outcome.error
  // Every command can fail as the contract itself defines; tools list only their own codes.
  if (errors.length > 0 && !errors.includes(code) && !isErrorCode(code))
    problems.push(`the error code ${code} is not in the lock`)
  return problems
}

function fieldProblems({ fields }: LockedCommand, data: JsonValue): readonly string[] {
  const problems = new Set<string>()
  for (const { path, value, type } of placesIn(data)) {
    const types = fields[path]?.split('|')
    const at = `data${path === '' || path.startsWith('[') ? '' : '.'}${path}`
    if (types !== undefined && !types.includes(type))
      problems.add(
        `${at} is ${type}, the lock says ${types.filter((each) => each !== 'absent').join(' or ')}`,
      )
    if (!isJsonObject(value)) continue
    for (const name of requiredIn(fields, path))
      if (!Object.hasOwn(value, name)) problems.add(`${at}.${name} is missing`)
  }
  return [...problems]
}

function requiredIn(fields: LockedCommand['fields'], path: string): readonly string[] {
  const start = path === '' ? '' : `${path}.`
  return Object.entries(fields).flatMap(([field, types]) => {
    const name = field.slice(start.length)
    const isMember = field.startsWith(start) && name !== '' && !/[.[]/.test(name)
    return isMember && !types.split('|').includes('absent') ? [name] : []
  })
}
