import type { Cli } from './cli.ts'
import type { Command } from './command.ts'
import { commandOf } from './command-tree.ts'
import type { ContractDeclaration } from './types/cli-declaration.ts'
import type { CommandDeclaration } from './types/command-declaration.ts'
import members from './members.json' with { type: 'json' }

/** A capital for each kind of value that a member takes, quoted words of a choice, ! for what must be there; members of an object by name. */
export type Kinds = string | { readonly [member: string]: Kinds }
type Members = Readonly<Record<string, Kinds>>

/** Tools and commands that were compared: the next call of one need not be. */
const passed = new WeakSet<object>()

/** Finds the place in a tool that is not known, or has a value of another kind; null where all of it fits. */
export function unfitInTool({ declaration }: Pick<Cli, 'declaration'>): string | null {
  if (passed.has(declaration)) return null
  const place = unknownIn(declaration, 'tool') ?? lackingVersion(declaration.contract)
  if (place === null) passed.add(declaration)
  return place
}

/**
 * Finds the place in a command that is not known, or has a value of another kind. What is not known must not run:
 * `dangr` would delete without asking.
 */
export function unfitInCommand({ declaration }: Command): string | null {
  if (passed.has(declaration)) return null
  const place = unknownIn(declaration, 'command') ?? lackingPreview(declaration)
  if (place === null) passed.add(declaration)
  return place
}

/** Finds the place in a member of a group that does not fit, whatever stands there; of no object it is all of it. */
export function unfitInMember(member: unknown): string | null {
  const command = commandOf(member)
  if (command) return unfitInCommand(command)
  if (typeof member !== 'object' || member === null) return ''
  const { load, commands } = member as Readonly<Record<string, unknown>>
  const place = unfitKind(member, members.member)
  return place ?? (load === undefined && commands === undefined ? '' : null)
}

function lackingVersion(contract: ContractDeclaration | undefined): string | null {
  return contract && !Object.hasOwn(contract.versions, contract.default) ? 'contract.default' : null
}

/** Finds what a command cannot do without before it destroys anything: a preview. */
function lackingPreview({ danger, dryRun, filter }: Partial<CommandDeclaration>): string | null {
  const isPreviewed = danger !== 'destructive' || typeof filter === 'object'
  return isPreviewed || dryRun !== undefined ? null : 'dryRun'
}

/** Finds the place of a member that does not exist, or has a value of another kind. */
export function unknownIn(declared: object, kind: 'tool' | 'command'): string | null {
  return unfit(declared, members[kind])
}

function unfit(given: object, known: Members): string | null {
  // An object of a class may have more; members that it inherits count as well.
  if (isPlain(given))
    for (const name of Object.keys(given)) if (!Object.hasOwn(known, name)) return name
  return unfitKind(given, known)
}

function unfitKind(given: object, known: Members): string | null {
  const values = given as Readonly<Record<string, unknown>>
  for (const [name, kinds] of Object.entries(known)) {
    if (name === '') continue
    const inside = unfitValue(ownValue(values, name), kinds)
    if (inside !== null) return inside === '' ? name : `${name}.${inside}`
  }
  return null
}

/** A class gives members to its instances; what a library adds to every object is nobody's. */
function ownValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  const isForeign = Object.hasOwn(Object.prototype, name) && !Object.hasOwn(values, name)
  return isForeign ? undefined : values[name]
}

/** Finds the place inside of a value that is wrong, which is nothing where all of it is. */
function unfitValue(value: unknown, kinds: Kinds): string | null {
  if (value === undefined) return typeof kinds === 'string' && kinds.endsWith('!') ? '' : null
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (typeof kinds === 'object' && isObject) return unfit(value, kinds)
  const own = typeof kinds === 'object' ? (kinds[''] as string) : kinds
  return isOf(value, own, isObject) ? null : ''
}

function isPlain(value: object): boolean {
  const parent: unknown = Object.getPrototypeOf(value)
  return parent === Object.prototype || parent === null
}

function isOf(value: unknown, kinds: string, isObject: boolean): boolean {
  if (kinds.includes('A')) return true
  if (typeof value === 'string') return kinds.includes('T') || kinds.includes(`'${value}'`)
  if (typeof value === 'number') return kinds.includes('N') && value >= 0 && value < Infinity
  if (typeof value === 'boolean') return kinds.includes('B')
  if (typeof value === 'function')
    return kinds.includes('F') || (kinds.includes('S') && isSchema(value))
  if (!isObject) return Array.isArray(value) && kinds.includes('L') && !value.includes(null)
  if (kinds.includes('S')) return isSchema(value)
  const inside: readonly unknown[] = Object.values(value as object)
  if (kinds.includes('M')) return inside.every(isSchema)
  return kinds.includes('O') || (kinds.includes('E') && inside.every(isExit))
}

/** The exit of an error, or what an exit means: a text, or an object that says more. */
function isExit(value: unknown): boolean {
  return (
    value === undefined ||
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null)
  )
}

function isSchema(value: unknown): boolean {
  return Boolean((value as { readonly '~standard'?: unknown } | null)?.['~standard'])
}
