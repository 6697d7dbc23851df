import type { JsonObject } from '../contract/index.ts'
import { isDeeperThan } from '../internal/json/json-depth.ts'
import { toPlainName } from './call-words.ts'

const NAME = /^-{0,2}[A-Za-z0-9][\w.:-]*$/
const MAX_DEPTH = 200

/**
 * Finds what makes arguments unfit to become words, or null. An empty name would be `--`, behind which a
 * preview is a mere word, and of two spellings of one parameter a gate and a tool may each believe another.
 */
export function problemInArguments(args: JsonObject): string | null {
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
