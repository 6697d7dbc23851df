import { createClient, rerunHere, type Doubt } from '@surety/client/unstable/client'
import type { JsonValue } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { createRedactor, type Redactor } from '@surety/internal/redact/redactor.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { callOptions, toClientOptions } from '../run/call-options.ts'
import { rowWriter } from './batch-row.ts'
import {
  aboutBatch,
  batchErrors,
  queueOption,
  stateArg,
  stateExits,
  openBatch,
} from './open-batch.ts'
import { Settling } from './in-doubt.ts'
import { examples, lasting } from '../../input/option-kinds.ts'

/** The errors of the commands about one call of a state file. */
const doubtErrors = {
  ...batchErrors,
  CALL_NOT_IN_DOUBT: { exit: 'NOT_FOUND', description: 'The batch has no such call in doubt' },
  CALL_AMBIGUOUS: { exit: 'ARG_ERROR', description: 'Several calls have that name' },
} as const

/** The exits of the commands about one call. */
const callExits = {
  ...stateExits,
  ARG_ERROR: 'The value of --queue is not an address, or several calls have that name',
  NOT_FOUND: 'There is no such state file, batch or call',
}

const callArgs = {
  ...stateArg,
  id: s
    .string()
    .min(1)
    .describe('The call: its id, # and its position, or the key that doubts lists'),
}

export const doubts = defineCommand({
  ...aboutBatch,
  description:
    'Lists the calls in doubt: their end was not seen, or does not tell what they changed',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The calls are listed; there may be none', ...stateExits },
  examples: examples({ 'List the calls that need a decision': 'surety batch doubts calls.state' }),
  view: (rows) => (rows as unknown as readonly DoubtRow[]).map(toColumns),
  run: async (ctx) => {
    const { batch } = await openBatch(ctx, 'use')
    const { args, options, processEnv, suggestNext } = ctx
    const redactor = createRedactor({ env: processEnv })
    const rows: DoubtRow[] = []
    for await (const doubt of batch.doubts()) rows.push(doubtRow(doubt, redactor))
    if (rows.length === 0) return rows
    const settling = new Settling(args.state, options.queue)
    const steps = examples({
      'Record that a call did its work': settling.record('ID'),
      'Run a call again': settling.rerun('ID'),
    })
    for (const step of steps) suggestNext(step)
    return rows
  },
})

function doubtRow({ name, key, index, call, pids, worker, ended }: Doubt, redactor: Redactor) {
  const { argv, cwd } = call
  const row = { id: name, index, argv: redactWords(argv, redactor), cwd, key, pids }
  const code = ended?.outcome.error?.code
  return { ...row, ...given({ worker, ended: code }) }
}

type DoubtRow = ReturnType<typeof doubtRow>

function toColumns({ id, argv, cwd, pids, ended = '' }: DoubtRow): object {
  return { id, call: quoteWords(argv), cwd, ended, alive: pids.join(' ') }
}

export const settle = defineCommand({
  description: 'Records how a call in doubt ended',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'A resumed batch will answer the call from the file', ...callExits },
  errors: doubtErrors,
  args: callArgs,
  options: {
    as: s.enum(['done', 'failed']).describe('How the call ended'),
    data: s.json().optional().describe('Data of its answer, as JSON'),
    ...queueOption,
  },
  examples: examples({
    'Record that the deployment happened':
      'surety batch settle calls.state deploy --as done --data \'{"version":"1.4.0"}\'',
  }),
  dryRun: ({ args, options }) => ({
    effect: 'would_update',
    would_affect: { call: args.id, settled_as: options.as },
  }),
  run: async (ctx) => {
    const { batch } = await openBatch(ctx, 'use')
    const { args, options, processEnv, effect, warn } = ctx
    for await (const { name, key, pids } of batch.doubts()) {
      if ((args.id === name || args.id === key) && pids.length > 0)
        warn(`Processes of the call are still alive: ${pids.join(', ')}.`)
    }
    const { as, data } = options
    const settlement = { as, ...(data !== undefined && { data: data as JsonValue }) }
    const record = await batch.settle(args.id, settlement)
    effect('updated')
    return rowWriter(processEnv, options.queue)(record)
  },
})

// The state file has the others: with another dialect or other pages it would be another call.
const { dialect: _dialect, pages: _pages, ...limits } = callOptions

export const rerun = defineCommand({
  description: 'Repeats a call that failed or is in doubt',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The call succeeded',
    PARTIAL_FAILURE: 'The call failed; the answer says why',
    ...callExits,
    PRECONDITION: 'The state file cannot be used, or the environment has changed',
  },
  errors: {
    ...doubtErrors,
    CALLS_FAILED: lasting('PARTIAL_FAILURE', 'The call failed'),
    CALL_CHANGED: {
      exit: 'PRECONDITION',
      description: 'A variable that the call names has another value now',
    },
    DIALECT_UNUSABLE: {
      exit: 'PRECONDITION',
      description: "The call's dialect file cannot be used any more",
    },
  },
  args: callArgs,
  options: { ...limits, ...queueOption },
  examples: examples({ 'Repeat one call': 'surety batch rerun calls.state deploy' }),
  timeoutMs: 0,
  run: async (ctx) => {
    const { file, queue } = await openBatch(ctx, 'use')
    const { args, options, processEnv } = ctx
    const client = createClient(await toClientOptions(options, processEnv))
    const call = file
      ? rerunHere(file, args.id, client, { signal: ctx.signal })
      : queue.rerun(args.id)
    // After an interrupt, wait until the tool and its children have ended.
    ctx.onCleanup(async () => void (await call.catch(() => undefined)))
    const row = rowWriter(processEnv, options.queue)(await call)
    ctx.effect('updated')
    if (row['ok'] === true) return row
    return ctx.fail('CALLS_FAILED', `The call '${args.id}' failed.`, { data: row })
  },
})
