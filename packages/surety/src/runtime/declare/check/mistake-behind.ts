import type { SuretyError } from '../../../contract/index.ts'
import type { Cli } from '../cli.ts'
import type { JudgedCall } from './flaws.ts'
import { judged, wrongDeclaration } from './judge.ts'

/** Finds the mistakes that a call may have stumbled over once its handler was called; null if there are none. */
export async function mistakeBehind(
  call: JudgedCall & { readonly cli: Cli },
  error: unknown,
): Promise<SuretyError | null> {
  // Errors with a code are about what the handler met, not about the form of a member.
  if (!(error instanceof TypeError) || 'code' in error) return null
  const [first, ...others] = await judged(call.cli, call)
  if (!first) return null
  return wrongDeclaration([first, ...others], { phase: 'execution', detail: error.message })
}
