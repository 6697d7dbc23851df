import type { RespondGeneration } from '../codes/exit-codes.ts'
import { defect, Defect } from '../outcome/defect.ts'
import { validateEnvelope } from '../validate/validate-envelope.ts'
import type { RespondInput, ResponseEnvelope } from './envelope.ts'
import { durationOf, makeEnvelope, type LooseInput } from './make-envelope.ts'

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

/** The result of {@link respondOrReport}. */
export interface Responded<T extends object, G extends RespondGeneration> {
  readonly envelope: ResponseEnvelope<T, G>
  /** Why the input was refused; null if the envelope is the one that was asked for. */
  readonly refusal: Defect | null
}

/**
 * Makes an envelope as {@link respond} does, but never throws: refused input gives a valid envelope with
 * INTERNAL_ERROR, for the exit GENERAL_ERROR.
 *
 * @example
 * ```ts
 * import { respondOrReport } from 'surety/contract'
 *
 * const { envelope, refusal } = respondOrReport({ exit: 'SUCCESS', data: { n: 1 }, duration: 3 })
 * ```
 */
export function respondOrReport<T extends object, G extends RespondGeneration = '1.0'>(
  input: RespondInput<T, G>,
): Responded<T, G> {
  try {
    return { envelope: respond<T, G>(input), refusal: null }
  } catch (cause) {
    const refusal =
      cause instanceof Defect
        ? cause
        : defect(
            'RESPOND_FAILED',
            attempt(() => String(cause)) ?? 'an error without a readable message',
            { cause },
          )
    const report = {
      exit: 'GENERAL_ERROR',
      duration: attempt(() => durationOf((input as LooseInput).duration)) ?? 0,
      error: {
        code: 'INTERNAL_ERROR',
        message: 'Unexpected internal error: the answer breaks the contract.',
        detail: refusal.message,
      },
      generation: attempt(() => input.generation) === '1.6' ? '1.6' : '1.0',
    } as unknown as RespondInput<T, G>
    return { envelope: respond<T, G>(report), refusal }
  }
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    // The refused input may throw here as well, and the run still needs an answer.
    return undefined
  }
}
