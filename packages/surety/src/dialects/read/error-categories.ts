import type { FailureName } from '../../contract/index.ts'

export interface CategoryTable {
  readonly codes: Readonly<Record<string, FailureName>>
  readonly prefixes?: Readonly<Record<string, FailureName>>
  readonly suffixes?: Readonly<Record<string, FailureName>>
}

/** Returns the category of a code, ignoring case; `otherwise` comes from the dialect's exit table. */
export function categoryOfCode(
  table: CategoryTable,
  code: string,
  otherwise: FailureName = 'GENERAL_ERROR',
): FailureName {
  const key = code.toLowerCase()
  if (Object.hasOwn(table.codes, key)) return table.codes[key] ?? otherwise
  for (const prefix in table.prefixes) {
    if (key.startsWith(prefix)) return table.prefixes[prefix] ?? otherwise
  }
  for (const suffix in table.suffixes) {
    if (key.endsWith(suffix)) return table.suffixes[suffix] ?? otherwise
  }
  return otherwise === 'GENERAL_ERROR' && isRateLimit(code) ? 'RATE_LIMITED' : otherwise
}

/** Words that mean the same in every dialect; the founding document of the spec has the first. */
const RATE_LIMITS: ReadonlySet<string> = new Set([
  'rate_limit_exceeded',
  'rate_limited',
  'rate_limit',
  'too_many_requests',
])

export function isRateLimit(code: string): boolean {
  return RATE_LIMITS.has(code.toLowerCase())
}
