import type { Cli } from './cli.ts'
import type { Command } from './command.ts'
import members from './members.json' with { type: 'json' }

/** A capital for each kind of value that a member takes, quoted words of a choice; members of an object by name. */
type Kinds = string | { readonly [member: string]: Kinds }
type Members = Readonly<Record<string, Kinds>>

const passed = new WeakMap<Command, Cli>()

/**
 * Tests whether a tool and the command of a call have only members that exist, with values of their kinds.
 * What is not known must not run: `dangr` would delete without asking.
 */
export function isKnown(cli: Cli, command: Command): boolean {
  if (passed.get(command) === cli) return true
  if (unknownIn(cli.declaration, 'tool') ?? unknownIn(command.declaration, 'command')) return false
  passed.set(command, cli)
  return true
}

/** Finds the place of a member that does not exist, or has a value of another kind. */
export function unknownIn(declared: object, kind: keyof typeof members): string | null {
  return unfit(declared, members[kind])
}

function unfit(given: object, known: Members): string | null {
  const values = given as Readonly<Record<string, unknown>>
  // An object of a class may have more; members that it inherits count as well.
  if (isPlain(given))
    for (const name of Object.keys(given)) if (!Object.hasOwn(known, name)) return name
  for (const [name, kinds] of Object.entries(known)) {
    if (name === '') continue
    const inside = unfitValue(values[name], kinds)
    if (inside !== null) return inside === '' ? name : `${name}.${inside}`
  }
  return null
}

/** Finds the place inside of a value that is wrong, which is nothing where all of it is. */
function unfitValue(value: unknown, kinds: Kinds): string | null {
  if (value === undefined) return null
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
  if (!isObject) return Array.isArray(value) && kinds.includes('L')
  if (kinds.includes('S')) return isSchema(value)
  return (
    kinds.includes('O') || (kinds.includes('M') && Object.values(value as object).every(isSchema))
  )
}

function isSchema(value: unknown): boolean {
  return Boolean((value as { readonly '~standard'?: unknown } | null)?.['~standard'])
}
