import type { Doubt } from '../../../client/index.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { redactWords } from '../../../internal/redact/redact-words.ts'
import { createRedactor, type Redactor } from '../../../internal/redact/redactor.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { stateErrors, withDoubts } from './state-errors.ts'

/** Lists the calls of a batch that may or may not have done their work. */
export const command = defineCommand({
  description: 'Lists the calls that were started and whose end nobody saw',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The calls are listed; there may be none',
    NOT_FOUND: 'The state file does not exist',
    PRECONDITION: 'The state file cannot be used',
    UNAVAILABLE: 'A batch is using the state file',
  },
  errors: stateErrors,
  args: { state: s.string().min(1).describe('State file of the batch') },
  examples: [{ description: 'What needs a decision', command: 'surety batch doubts calls.state' }],
  view: (rows) => (Array.isArray(rows) ? rows.map(toColumns) : rows),
  run: ({ args, processEnv, suggestNext }) =>
    withDoubts(args.state, (doubts) => {
      const redactor = createRedactor({ env: processEnv })
      const rows = doubts.list().map((doubt) => toRow(doubt, redactor))
      if (rows.length > 0) {
        suggestNext({
          command: `surety batch settle ${args.state} ID --as done`,
          description: 'Record that a call did its work',
        })
        suggestNext({
          command: `surety batch rerun ${args.state} ID`,
          description: 'Run a call again',
        })
      }
      return rows
    }),
})

function toRow({ name, key, index, invocation, pids }: Doubt, redactor: Redactor): JsonObject {
  const { argv, cwd } = invocation
  return { id: name, index, argv: [...redactWords(argv, redactor)], cwd, key, pids: [...pids] }
}

function toColumns(row: JsonValue): JsonValue {
  if (!isJsonObject(row)) return row
  const { id, argv, cwd, pids } = row
  return {
    id: id ?? null,
    call: Array.isArray(argv) ? quoteWords(argv.map(String)) : '',
    cwd: cwd ?? null,
    alive: Array.isArray(pids) ? pids.join(' ') : '',
  }
}
