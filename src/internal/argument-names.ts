import { isDeeperThan } from './json/json-members.ts'

const NAME = /^-{0,2}[A-Za-z0-9][\w.:-]*$/
const MAX_DEPTH = 200

/**
 * Finds what makes arguments unfit to become words, or null. An empty name would be `--`, behind which a
 * preview is a mere word, and of two spellings of one parameter a gate and a tool may each believe another.
 */
export function problemInArguments(args: Readonly<Record<string, unknown>>): string | null {
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

/** Spells a name as flags are: `dryRun` and `dry_run` are `dry-run`. */
function toPlainName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}
