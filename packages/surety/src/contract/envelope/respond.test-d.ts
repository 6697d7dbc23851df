import { expectTypeOf } from 'vitest'

import { defineExitCode } from '../codes/custom-exit.ts'
import type { ErrorDetail, RespondInput, ResponseEnvelope } from './envelope.ts'
import { ExitCode } from '../codes/exit-codes.ts'
import { succeed, type Outcome } from '../outcome/outcome.ts'
import { fail } from '../outcome/fail.ts'
import { respond } from './respond.ts'

interface Deploy {
  readonly id: string
}
const data: Deploy = { id: 'deploy-42' }
const error = { code: 'X', message: 'm' }
const duration = 1
const redirect = { command: 'tool users add', permanent: true }

// Data keeps its type; it is never any or object.
const envelope = respond({ exit: 'SUCCESS', data, duration })
expectTypeOf(envelope).toEqualTypeOf<ResponseEnvelope<Deploy>>()
if (envelope.ok && envelope.data !== null) expectTypeOf(envelope.data).toEqualTypeOf<Deploy>()
if (!envelope.ok) {
  expectTypeOf(envelope.data).toBeNull()
  expectTypeOf(envelope.error).toEqualTypeOf<ErrorDetail>()
}

// ok cannot be passed,
// @ts-expect-error ok follows from the exit
respond({ exit: 'SUCCESS', data, duration, ok: true })
// @ts-expect-error ok follows from the exit
succeed({ data: {}, ok: true })
// @ts-expect-error ok follows from the exit
fail({ exit: 'CONFLICT', error, ok: false })
// nor spread in,
const withOk = { exit: 'SUCCESS', data, duration, ok: true } as const
// @ts-expect-error a variable with ok is refused as well
respond(withOk)
// @ts-expect-error spreading it makes no difference
respond({ ...withOk })
// nor set.
// @ts-expect-error it is read-only
envelope.ok = true
const outcome = succeed({ data: {} })
// @ts-expect-error it is read-only
outcome.ok = false

// An envelope cannot be written by hand, not even a correct one,
const literal = { ok: true, data, error: null, warnings: [], meta: { duration_ms: 1 } } as const
// @ts-expect-error only respond() makes one
export const forged: ResponseEnvelope<Deploy> = literal
// nor can one be changed on the way.
// @ts-expect-error a copy with another ok is no envelope
export const turned: ResponseEnvelope<Deploy> = { ...envelope, ok: !envelope.ok }

// Outcomes are made as well, never written.
const settled = { ok: true, exit: 'SUCCESS', data: 1, error: null, warnings: [], meta: {} } as const
// @ts-expect-error only succeed() and fail() make one
export const forgedOutcome: Outcome = settled

// A bare integer is not an exit.
// @ts-expect-error 0 is a number
respond({ exit: 0, data, duration })
// @ts-expect-error 3 is a number
respond({ exit: 3, error, duration })
// @ts-expect-error 79 is a number, and an author's code is declared first
respond({ exit: 79, error, duration })
// @ts-expect-error 3 is a number
fail({ exit: 3, error })
// @ts-expect-error nobody declared it
respond({ exit: 'QUOTA_SPENT', error, duration })
respond({ exit: ExitCode.NOT_FOUND, error, duration })
const quotaSpent = defineExitCode({ name: 'QUOTA_SPENT', number: 79, description: 'It is spent' })
respond({ exit: quotaSpent, error, duration })
const byHand = { name: 'BUSY', number: 79, description: 'd', retryable: false } as const
const whole = { ...byHand, side_effects: 'none', category: 'CONFLICT' } as const
// @ts-expect-error an exit code comes from defineExitCode()
respond({ exit: whole, error, duration })

// Redirect and REDIRECTED go together.
respond({ exit: 'REDIRECTED', error: { ...error, redirect }, duration })
// @ts-expect-error REDIRECTED needs redirect
respond({ exit: 'REDIRECTED', error, duration })
// @ts-expect-error redirect needs REDIRECTED
respond({ exit: 'NOT_FOUND', error: { ...error, redirect }, duration })

// Success and failure exclude what is the other's.
// @ts-expect-error a failure needs an error
respond({ exit: 'NOT_FOUND', duration })
// @ts-expect-error a failure has no data
respond({ exit: 'NOT_FOUND', error, data, duration })
// @ts-expect-error a success has no error
respond({ exit: 'SUCCESS', data, error, duration })
// @ts-expect-error a success without data says not_modified
respond({ exit: 'SUCCESS', data: null, duration })
respond({ exit: 'SUCCESS', data: null, duration, meta: { not_modified: true } })
// @ts-expect-error data is an object or an array
respond({ exit: 'SUCCESS', data: 42, duration })
// @ts-expect-error the duration is not optional
respond({ exit: 'SUCCESS', data })

// Waits need retryable true, fixes need it false, and each generation has its own.
respond({ exit: 'RATE_LIMITED', error: { ...error, retryable: true, retry_after: 30 }, duration })
// @ts-expect-error a wait without retryable
respond({ exit: 'RATE_LIMITED', error: { ...error, retry_after: 30 }, duration })
// @ts-expect-error a wait with retryable false
respond({ exit: 'RATE_LIMITED', error: { ...error, retryable: false, retry_after: 30 }, duration })
const inMilliseconds = { ...error, retryable: true, retry_after_ms: 30 } as const
// @ts-expect-error milliseconds belong to 1.6
respond({ exit: 'RATE_LIMITED', error: inMilliseconds, duration })
const v16 = { exit: 'RATE_LIMITED', duration, generation: '1.6' } as const
respond({ ...v16, error: { ...error, retryable: true, retry_after_ms: 30, docs_url: 'x' } })
respond({ ...v16, error: { ...error, retryable: false, fix_required: 'x', fix_command: 'y' } })
// @ts-expect-error a wait without retryable
respond({ ...v16, error: { ...error, retry_after_ms: 30 } })
// @ts-expect-error a fix with retryable true
respond({ ...v16, error: { ...error, retryable: true, fix_required: 'x' } })
// @ts-expect-error a wait is a number
respond({ ...v16, error: { ...error, retryable: true, retry_after_ms: 'soon' } })
// @ts-expect-error warnings are texts
respond({ exit: 'SUCCESS', data, duration, warnings: [1] })

expectTypeOf<{ exit: 0; data: Deploy; duration: number }>().not.toExtend<RespondInput<Deploy>>()
