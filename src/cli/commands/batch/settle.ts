import type { JsonValue } from '../../../contract/index.ts'
import { createRedactor } from '../../../internal/redact/redactor.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { toRow } from './batch-row.ts'
import { doubtErrors, withDoubts } from './state-errors.ts'

/** Records the outcome of a call that nobody saw end. */
export const command = defineCommand({
  description: 'Records how a call in doubt ended',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'A resumed batch will answer the call from the file',
    ARG_ERROR: 'The call is not named clearly',
    NOT_FOUND: 'The state file, or the call in doubt, does not exist',
    PRECONDITION: 'The state file cannot be used',
    UNAVAILABLE: 'A batch is using the state file',
  },
  errors: doubtErrors,
  args: {
    state: s.string().min(1).describe('State file of the batch'),
    id: s
      .string()
      .min(1)
      .describe("The call's id, # and its place, or its key, as doubts lists it"),
  },
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
    withDoubts(args.state, (doubts) => {
      const pids = doubts.list().find(({ name, key }) => args.id === name || args.id === key)?.pids
      if (pids !== undefined && pids.length > 0)
        warn(`Processes of the call are still alive: ${pids.join(', ')}.`)
      const { as } = options
      const data = options.data as JsonValue | undefined
      const record = doubts.settle(args.id, { as, ...(data !== undefined && { data }) })
      effect('updated')
      return toRow(record, createRedactor({ env: processEnv }))
    }),
})
