import { createClient } from '../../../client/index.ts'
import { createRedactor } from '../../../internal/redact/redactor.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { callOptions, toClientOptions } from '../run/call-options.ts'
import { toRow } from './batch-row.ts'
import { doubtErrors, withDoubts } from './state-errors.ts'

// The state file has the others: with another dialect or other pages it would be another call.
const { dialect: _dialect, pages: _pages, ...limits } = callOptions

/** Runs one call of a batch again. */
export const command = defineCommand({
  description: 'Runs a call in doubt, or a failed one, again',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The call succeeded',
    PARTIAL_FAILURE: 'The call failed; the answer says why',
    ARG_ERROR: 'The call is not named clearly',
    NOT_FOUND: 'The state file, or the call in it, does not exist',
    PRECONDITION: 'The state file cannot be used, or the environment has changed',
    UNAVAILABLE: 'A batch is using the state file',
  },
  errors: {
    ...doubtErrors,
    CALLS_FAILED: { exit: 'PARTIAL_FAILURE', description: 'The call failed', retryable: false },
    CALL_CHANGED: {
      exit: 'PRECONDITION',
      description: 'A variable that the call names has another value now',
    },
    DIALECT_UNUSABLE: {
      exit: 'PRECONDITION',
      description: "The call's dialect file cannot be used any more",
    },
  },
  args: {
    state: s.string().min(1).describe('State file of the batch'),
    id: s
      .string()
      .min(1)
      .describe("The call's id, # and its place, or its key, as doubts lists it"),
  },
  options: limits,
  examples: [{ description: 'Once more', command: 'surety batch rerun calls.state deploy' }],
  timeoutMs: 0,
  run: (ctx) =>
    withDoubts(ctx.args.state, async (doubts) => {
      const { args, options, processEnv } = ctx
      const client = createClient(
        await toClientOptions({ ...options, dialect: 'auto' }, processEnv),
      )
      const call = doubts.rerun(args.id, client, { signal: ctx.signal })
      // After an interrupt, wait until the tool and its children have ended.
      ctx.onCleanup(async () => void (await call.catch(() => undefined)))
      const row = toRow(await call, createRedactor({ env: processEnv }))
      ctx.effect('updated')
      if (row['ok'] === true) return row
      return ctx.fail('CALLS_FAILED', `The call '${args.id}' failed.`, { data: row })
    }),
})
