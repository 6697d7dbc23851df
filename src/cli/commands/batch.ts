import { createClient, createRedactor, runBatch } from '../../client/index.ts'
import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { openLines } from './batch/open-lines.ts'
import { BatchTally, toRow } from './batch/batch-row.ts'
import { callOptions, toClientOptions } from './run/call-options.ts'

/** Runs many calls at once, and goes on where an earlier run was cut off. */
export const command = defineCommand({
  description: 'Runs the calls that lines of JSON describe',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'Every call did what was asked',
    PARTIAL_FAILURE: 'At least one call failed; the lines say which and why',
    NOT_FOUND: 'There is no such file',
    PRECONDITION: 'The file or the state cannot be read',
    UNAVAILABLE: 'Another batch works on the same state',
  },
  errors: {
    CALLS_FAILED: {
      exit: 'PARTIAL_FAILURE',
      description: 'At least one call failed',
      retryable: false,
    },
    STATE_LOCKED: {
      exit: 'UNAVAILABLE',
      description: 'Another batch works on the same state file',
      retryable: true,
    },
    STATE_UNUSABLE: { exit: 'PRECONDITION', description: 'The state file cannot be used' },
  },
  args: {
    file: s.string().describe('File of invocations, one JSON value a line; - for standard input'),
  },
  options: {
    ...callOptions,
    concurrency: s.integer().min(1).max(256).default(4).short('c').describe('Calls at once'),
    unordered: s.boolean().default(false).describe('Answers as calls end, not in the order given'),
    state: s
      .string()
      .min(1)
      .optional()
      .describe('File that keeps what is finished, so that another run goes on from there'),
    rerunInDoubt: s
      .boolean()
      .default(false)
      .describe('Runs calls again that were cut off, whatever they may have done'),
  },
  examples: [
    {
      description: 'Answers as they come, eight at once, resumable',
      command: 'surety batch calls.ndjson --concurrency 8 --state calls.state --output jsonl',
    },
  ],
  filter: 'on-request',
  timeoutMs: 0,
  view: (rows) => (Array.isArray(rows) ? rows.map(toColumns) : rows),
  run: async function* (ctx) {
    const { args, options, variables } = ctx
    const client = createClient(await toClientOptions(options, variables))
    const redactor = createRedactor(variables)
    const { lines, total } = await openLines(args.file, process.stdin)
    const tally = new BatchTally()
    const records = runBatch(client, lines, {
      concurrency: options.concurrency,
      order: options.unordered ? 'completion' : 'input',
      rerunInDoubt: options.rerunInDoubt,
      signal: ctx.signal,
      ...(options.state !== undefined && { state: options.state }),
    })
    if (total !== undefined) ctx.progress('Running', { done: 0, total })
    for await (const record of records) {
      tally.add(record)
      const { total: done, failed } = tally
      const said = failed === 0 ? 'Running' : `Running, ${failed} failed`
      if (total === undefined) ctx.progress(`${said} (${done})`)
      else ctx.progress(said, { done, total })
      yield Buffer.from(`${JSON.stringify(toRow(record, redactor))}\n`)
    }
    if (tally.failed === 0) return tally.report()
    ctx.note('report', tally.report())
    return ctx.fail('CALLS_FAILED', `${tally.failed} of ${tally.total} calls failed.`, {
      detail: `${tally.named.join(', ')}${tally.failed > tally.named.length ? ', …' : ''}`,
    })
  },
})

/** The columns that people want of a row. */
function toColumns(row: JsonValue): JsonValue {
  if (!isJsonObject(row)) return row
  const { index, id, argv, ok, error, attempts, duration_ms: ms, resumed } = row
  return {
    id: id ?? index ?? null,
    call: Array.isArray(argv) ? argv.join(' ') : '',
    ok: ok ?? null,
    code: isJsonObject(error) ? (error['code'] ?? null) : null,
    attempts: attempts ?? null,
    duration_ms: ms ?? null,
    resumed: resumed ?? null,
  }
}
