import type { Problem } from '../../../runtime/index.ts'

/** Finds a tool without a name, which an unset variable in a script makes of one. */
export function toolNameProblems(words: readonly string[]): readonly Problem[] {
  if (words[0] !== '') return []
  return [{ code: 'INVALID_VALUE', param: '<words>', message: 'The name of the tool is empty.' }]
}
