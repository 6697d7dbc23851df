import type { InputProblem } from '../../../runtime/index.ts'

/** Rejects an empty tool name, which an unset shell variable produces. */
export function toolNameProblems(words: readonly string[]): readonly InputProblem[] {
  if (words[0] !== '') return []
  return [{ code: 'INVALID_VALUE', param: '<words>', message: 'The name of the tool is empty.' }]
}
