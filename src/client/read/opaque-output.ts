import { traitsOf, type Decoded } from '../../dialects/index.ts'
import { isOpaqueByRequest } from './output-mode.ts'

/** Tests for output of the spec that is no envelope because the call chose another format. */
export function isOpaque(
  { dialect, outcome }: Pick<Decoded, 'dialect' | 'outcome'>,
  argv: readonly string[],
): boolean {
  return (
    traitsOf(dialect).generation !== undefined &&
    outcome.diagnostics.problems.some((problem) => problem.startsWith('envelope_missing')) &&
    isOpaqueByRequest(argv)
  )
}
