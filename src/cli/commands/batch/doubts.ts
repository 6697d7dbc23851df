import {
  createClient,
  openFileBackend,
  rerunHere,
  type BatchBackend,
  type Doubt,
} from '../../../client/index.ts'
import { suretyError, type JsonValue } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { redactWords } from '../../../internal/redact/secret-options.ts'
import { createRedactor, type Redactor } from '../../../internal/redact/redactor.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { callOptions, toClientOptions } from '../run/call-options.ts'
import { toRow } from './batch-row.ts'
import { lasting } from '../../input/option-kinds.ts'

/** The errors of every command that uses a state file. */
export const stateErrors = {
  STATE_LOCKED: {
    exit: 'UNAVAILABLE',
    description: 'Another batch uses the same state file',
    retryable: true,
  },
  STATE_UNUSABLE: { exit: 'PRECONDITION', description: 'The state file cannot be used' },
  STATE_UNWRITABLE: {
    exit: 'PRECONDITION',
    description: 'The state file cannot be written, for instance because the disk is full',
  },
} as const

/** The errors of the commands about one call of a state file. */
const doubtErrors = {
  ...stateErrors,
  CALL_NOT_IN_DOUBT: { exit: 'NOT_FOUND', description: 'The state file has no such call in doubt' },
  CALL_AMBIGUOUS: { exit: 'ARG_ERROR', description: 'Several calls have that name' },
} as const

/** The exits of the commands about a batch that is not running. */
const stateExits = {
  PRECONDITION: 'The state file cannot be used',
  UNAVAILABLE: 'A batch is using the state file',
}

const stateArg = { state: s.string().min(1).describe('State file of the batch') }
const callArgs = {
  ...stateArg,
  id: s.string().min(1).describe("The call's id, # and its place, or its key, as doubts lists it"),
}

/** Opens the state of a batch, uses it, and closes it. */
async function withBatch<Result>(
  path: string,
  use: (batch: BatchBackend) => Promise<Result>,
): Promise<Result> {
  const batch = open(path)
  try {
    return await use(batch)
  } finally {
    await batch.close()
  }
}

function open(path: string): BatchBackend {
  try {
    return openFileBackend(path, 'use')
  } catch (error) {
    const { cause } = error as Error
    if ((cause as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') throw error
    throw suretyError('FILE_NOT_FOUND', `There is no state file ${path}.`, { target: path, cause })
  }
}

export const doubts = defineCommand({
  description: 'Lists the calls that were started and whose end nobody saw',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The calls are listed; there may be none',
    NOT_FOUND: 'The state file does not exist',
    ...stateExits,
  },
  errors: stateErrors,
  args: stateArg,
  examples: [{ description: 'What needs a decision', command: 'surety batch doubts calls.state' }],
  view: (rows) => (rows as unknown as readonly DoubtRow[]).map(toColumns),
  run: ({ args, processEnv, suggestNext }) =>
    withBatch(args.state, async (batch) => {
      const redactor = createRedactor({ env: processEnv })
      const rows: DoubtRow[] = []
      for await (const doubt of batch.doubts()) rows.push(doubtRow(doubt, redactor))
      if (rows.length > 0) {
        const settling = `surety batch settle ${args.state} ID --as done`
        suggestNext({ command: settling, description: 'Record that a call did its work' })
        const rerunning = `surety batch rerun ${args.state} ID`
        suggestNext({ command: rerunning, description: 'Run a call again' })
      }
      return rows
    }),
})

function doubtRow({ name, key, index, call, pids }: Doubt, redactor: Redactor) {
  const { argv, cwd } = call
  return { id: name, index, argv: redactWords(argv, redactor), cwd, key, pids }
}

type DoubtRow = ReturnType<typeof doubtRow>

function toColumns({ id, argv, cwd, pids }: DoubtRow): object {
  return { id, call: quoteWords(argv), cwd, alive: pids.join(' ') }
}

export const settle = defineCommand({
  description: 'Records how a call in doubt ended',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'A resumed batch will answer the call from the file',
    ARG_ERROR: 'The call is not named clearly',
    NOT_FOUND: 'The state file, or the call in doubt, does not exist',
    ...stateExits,
  },
  errors: doubtErrors,
  args: callArgs,
  options: {
    as: s.enum(['done', 'failed']).describe('How the call ended'),
    data: s.json().optional().describe('Data of its answer, as JSON'),
  },
  examples: [
    {
      description: 'The deployment is there',
      command: 'surety batch settle calls.state deploy --as done --data \'{"version":"1.4.0"}\'',
    },
  ],
  dryRun: ({ args, options }) => ({
    effect: 'would_update',
    would_affect: { call: args.id, settled_as: options.as },
  }),
  run: ({ args, options, processEnv, effect, warn }) =>
    withBatch(args.state, async (batch) => {
      for await (const { name, key, pids } of batch.doubts()) {
        if ((args.id === name || args.id === key) && pids.length > 0)
          warn(`Processes of the call are still alive: ${pids.join(', ')}.`)
      }
      const { as } = options
      const data = options.data as JsonValue | undefined
      const record = await batch.settle(args.id, { as, ...(data !== undefined && { data }) })
      effect('updated')
      return toRow(record, createRedactor({ env: processEnv }))
    }),
})

// The state file has the others: with another dialect or other pages it would be another call.
const { dialect: _dialect, pages: _pages, ...limits } = callOptions

export const rerun = defineCommand({
  description: 'Runs a call in doubt, or a failed one, again',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The call succeeded',
    PARTIAL_FAILURE: 'The call failed; the answer says why',
    ARG_ERROR: 'The call is not named clearly',
    NOT_FOUND: 'The state file, or the call in it, does not exist',
    ...stateExits,
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
  options: limits,
  examples: [{ description: 'Once more', command: 'surety batch rerun calls.state deploy' }],
  timeoutMs: 0,
  run: (ctx) =>
    withBatch(ctx.args.state, async (batch) => {
      const { args, options, processEnv } = ctx
      const client = createClient(await toClientOptions(options, processEnv))
      const call = rerunHere(batch, args.id, client, { signal: ctx.signal })
      // After an interrupt, wait until the tool and its children have ended.
      ctx.onCleanup(async () => void (await call.catch(() => undefined)))
      const row = toRow(await call, createRedactor({ env: processEnv }))
      ctx.effect('updated')
      if (row['ok'] === true) return row
      return ctx.fail('CALLS_FAILED', `The call '${args.id}' failed.`, { data: row })
    }),
})
