import { isDeeperThan, isHolder } from './json/json-depth.ts'
import { mainType } from './json-schema/main-type.ts'
import { findUnusableIn } from './usable-text.ts'

const NAME = /^-{0,2}[A-Za-z0-9][\w.:-]*$/
const MAX_DEPTH = 200

type Arguments = Readonly<Record<string, unknown>>

/**
 * Finds what makes names unfit to become flags, or null. An empty name would be `--`, behind which a
 * preview is a mere word, and of two spellings of one parameter a gate and a tool may each believe another.
 */
export function problemInNames(args: Arguments): string | null {
  const seen = new Map<string, string>()
  for (const key of Object.keys(args)) {
    if (!NAME.test(key)) return `'${key.slice(0, 100)}' is no name of an argument.`
    const name = toPlainName(key.replace(/^-+/, '')).replace(/^no-/, '')
    const other = seen.get(name)
    if (other !== undefined)
      return `${other} and ${key} mean the same argument; give only one of them.`
    seen.set(name, key)
  }
  if (isDeeperThan(MAX_DEPTH, args)) return `The arguments have more than ${MAX_DEPTH} levels.`
  return null
}

/** Finds what makes arguments unfit to become words: where the schema has a scalar, a list is another value. */
export function problemInArguments(
  args: Arguments,
  schemaOf: (key: string) => Arguments | undefined,
): string | null {
  const problem = problemInNames(args)
  if (problem !== null) return problem
  for (const [key, value] of Object.entries(args)) {
    const unusable = findUnusableIn(value)
    if (unusable !== undefined) return `${key}: ${unusable}.`
    const type = isHolder(value) ? mainType(schemaOf(key) ?? {}) : undefined
    if (SCALARS.has(type))
      return `${key}: expected ${SCALARS.get(type)}, got ${Array.isArray(value) ? 'a list' : 'an object'}.`
  }
  return null
}

const SCALARS: ReadonlyMap<string | undefined, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'an integer'],
  ['boolean', 'a boolean'],
])

/** Finds a parameter by its name in any usual spelling: `dry-run`, `dryRun`, `dry_run`, `--dry-run`. */
export function findParameter<Parameter extends { readonly name: string }>(
  key: string,
  parameters: readonly Parameter[],
): Parameter | undefined {
  const bare = key.replace(/^-+/, '')
  const exact = parameters.find(({ name }) => name === bare)
  if (exact) return exact
  const plain = toPlainName(bare)
  return parameters.find(({ name }) => toPlainName(name) === plain)
}

function toPlainName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}
