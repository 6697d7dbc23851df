import type { FailureName } from '../../contract/index.ts'

/** How a system's error codes fall into the standard failures. */
export interface CategoryTable {
  /** Lower-case code to category. */
  readonly codes: Readonly<Record<string, FailureName>>
  /** Lower-case beginnings, tried after the codes. */
  readonly prefixes?: Readonly<Record<string, FailureName>>
  /** Lower-case endings, tried last. */
  readonly suffixes?: Readonly<Record<string, FailureName>>
}

/**
 * Finds the category of a code, case ignored; a code that the table does not know gets `otherwise`,
 * which is what the dialect's exit table says.
 */
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
  return otherwise
}
