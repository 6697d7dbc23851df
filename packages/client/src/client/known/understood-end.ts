import { type ErrorRule } from 'surety/unstable/description'
import { given } from '@surety/internal/given.ts'
import type { KnownCall, knownEnd } from '../../programs/index.ts'
import type { KnownEnd } from '../read/plain-outcome.ts'

/** Says what a failed end of a described call means; needs nothing of the machine, so that the playground says the same. */
export function understoodEnd(
  call: KnownCall,
  end: ReturnType<typeof knownEnd>,
): KnownEnd | undefined {
  const { answer, failure, line } = end
  if (answer !== undefined) return { success: answer }
  if (failure === undefined) return undefined
  const { exit: name, code, suggestion, message, leaves_changes: leaves } = failure
  const { when } = failure as Partial<ErrorRule>
  // Words alone do not show that it refused its input before it changed anything, unless they are its first.
  const isGuess =
    end.isRefusal !== true &&
    when !== undefined &&
    when.exit === undefined &&
    call.effect !== 'read' &&
    call.mayChange
  const said = isGuess && name === 'ARG_ERROR' ? 'GENERAL_ERROR' : name
  const unchanged = end.isRefusal ?? (leaves === false ? true : undefined)
  const meta = leaves === true ? { leaves_changes: true } : undefined
  const { ownCodes } = call
  const words = { message: message || undefined, line: line || undefined, suggestion }
  return given({ exit: said, code, ...words, unchanged, meta, ownCodes })
}
