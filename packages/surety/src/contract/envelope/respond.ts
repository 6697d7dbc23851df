import type { RespondGeneration } from '../codes/exit-names.ts'
import { defect } from '../outcome/defect.ts'
import { validateEnvelope } from '../validate/validate-envelope.ts'
import type { RespondInput, ResponseEnvelope } from './envelope.ts'
import { makeEnvelope } from './make-envelope.ts'

/**
 * Makes an envelope. `ok` follows from the exit, all five members are present,
 * and what the contract forbids throws a {@link Defect}. The result is valid under the published schema
 * of its generation.
 *
 * @example
 * ```ts
 * import { respond, startStopwatch } from 'surety/contract'
 *
 * const duration = startStopwatch()
 * const envelope = respond({ exit: 'SUCCESS', data: { id: 'deploy-42' }, duration })
 * ```
 */
export function respond<T extends object, G extends RespondGeneration = '1.0'>(
  input: RespondInput<T, G>,
): ResponseEnvelope<T, G> {
  const envelope = makeEnvelope<T, G>(input)
  const problems = validateEnvelope(envelope, input.generation)
  if (problems.length > 0)
    throw defect('ENVELOPE_INVALID', problems.map(({ message }) => message).join(' '))
  return envelope
}
