import { defineExitCode } from '../codes/custom-exit.ts'
import type { RespondGeneration } from '../codes/exit-names.ts'
import type { RespondInput } from './envelope.ts'

/** An answer that the contract's documents or this project show, as the input that makes it. */
export interface EnvelopeSample {
  /** File name without extension. */
  readonly name: string
  readonly generation: RespondGeneration
  readonly input: RespondInput<object, RespondGeneration>
}

const sample = (
  name: string,
  generation: RespondGeneration,
  input: RespondInput<object, RespondGeneration>,
): EnvelopeSample => ({ name, generation, input: { ...input, generation } })

const deploy = { id: 'deploy-42', status: 'complete' }
const redirect = {
  command: 'tool users add --name alice',
  permanent: true,
  reason: 'renamed',
} as const

/** The samples behind `fixtures/envelopes`. */
export const ENVELOPE_SAMPLES: readonly EnvelopeSample[] = [
  sample('success', '1.0', {
    exit: 'SUCCESS',
    data: deploy,
    duration: 340,
    meta: { request_id: 'req_abc123' },
  }),
  sample('arg-error', '1.0', {
    exit: 'ARG_ERROR',
    error: {
      code: 'INVALID_ENVIRONMENT',
      message: "Unknown target environment 'prodution'",
      phase: 'validation',
      suggestion: 'Valid environments: prod, staging, dev',
    },
    duration: 5,
  }),
  sample('auth-required', '1.0', {
    exit: 'AUTH_REQUIRED',
    error: {
      code: 'TOKEN_EXPIRED',
      message: 'Access token has expired',
      retryable: true,
      retry_after: 0,
    },
    duration: 4,
  }),
  sample('redirected', '1.0', {
    exit: 'REDIRECTED',
    error: {
      code: 'COMMAND_RENAMED',
      message: "'tool user create' was renamed in v2.0",
      redirect,
    },
    duration: 2,
  }),
  sample('rate-limited', '1.0', {
    exit: 'RATE_LIMITED',
    error: {
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'API rate limit reached',
      retryable: true,
      retry_after: 30,
    },
    duration: 6,
  }),
  sample('not-modified', '1.0', {
    exit: 'SUCCESS',
    data: null,
    duration: 1,
    meta: { not_modified: true },
  }),
  sample('truncated', '1.0', {
    exit: 'SUCCESS',
    data: [deploy],
    duration: 12,
    warnings: ['The flag --env is deprecated; use --target.'],
    meta: { truncated: true, cursor: 'b2Zmc2V0OjIw' },
  }),
  sample('custom-exit', '1.0', {
    exit: defineExitCode({
      name: 'QUOTA_SPENT',
      number: 79,
      description: 'The monthly quota is used up',
      sideEffects: 'none',
    }),
    error: { code: 'QUOTA_SPENT', message: 'The monthly quota is used up.' },
    duration: 3,
  }),
  sample('success', '1.6', { exit: 'SUCCESS', data: deploy, duration: 340 }),
  sample('arg-error', '1.6', {
    exit: 'ARG_ERROR',
    error: {
      code: 'INVALID_ENVIRONMENT',
      message: "Unknown target environment 'prodution'",
      retryable: false,
      fix_required: 'Name an environment that exists.',
      phase: 'validation',
      suggestion: 'Valid environments: prod, staging, dev',
    },
    duration: 5,
  }),
  sample('auth-required', '1.6', {
    exit: 'AUTH_REQUIRED',
    error: {
      code: 'TOKEN_EXPIRED',
      message: 'Access token has expired',
      retryable: false,
      fix_required: 'Refresh the token.',
      fix_command: 'tool auth refresh',
    },
    duration: 4,
  }),
  sample('redirected', '1.6', {
    exit: 'REDIRECTED',
    error: {
      code: 'COMMAND_RENAMED',
      message: "'tool user create' was renamed in v2.0",
      retryable: false,
      fix_required: 'Run the replacement command.',
      redirect,
    },
    duration: 2,
  }),
  sample('rate-limited', '1.6', {
    exit: 'RATE_LIMITED',
    error: {
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'API rate limit reached',
      retryable: true,
      retry_after_ms: 30_000,
      retry_strategy: 'linear_backoff',
    },
    duration: 6,
  }),
]
