import {
  createClient,
  loadQueue,
  type Client,
  type WorkerEvent,
} from '@surety/client/unstable/client'
import { inheritsOf } from '@surety/client/unstable/programs'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { createRedactor, type Redactor } from '@surety/internal/redact/redactor.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { s } from 'surety/unstable/schema'
import { count, examples, lasting, problemIf, texts } from '../input/option-kinds.ts'
import { allowEnv, batchErrors, queueOption, stateExits } from './batch/open-batch.ts'
import { BatchTally } from './batch/batch-row.ts'
import { callOptions, toClientOptions } from './run/call-options.ts'
import { withHint } from './run/shell-words.ts'

const { memory, journal, stateDir } = callOptions
const ALL = '*'

export const command = defineCommand({
  description: 'Runs calls from a queue until it gets SIGTERM or SIGINT',
  danger: 'mutating',
  mcp: false,
  exitCodes: {
    ...stateExits,
    SUCCESS: 'SIGTERM or SIGINT came, and the running calls have ended',
    PRECONDITION: 'The queue cannot be used, or a tool of --tools is not here',
    NOT_FOUND: 'The queue has no such batch',
    UNAVAILABLE: 'The queue does not answer',
  },
  errors: {
    ...batchErrors,
    TOOL_MISSING: lasting('PRECONDITION', 'A tool of --tools is not on this machine'),
  },
  options: {
    ...queueOption,
    tools: s.array(s.string().min(1)).min(1).describe("Tool that this worker may run; '*' for all"),
    concurrency: count('Calls to run at once', 1, 256).default(4).short('c'),
    limit: texts('Most calls of a tool at once, on all workers together, such as deployer=2'),
    drain: s
      .duration()
      .default('10m')
      .describe('Time for running calls after SIGTERM; a second signal ends them at once'),
    lease: s
      .duration()
      .default('6s')
      .describe(
        'How long a sign of life counts; the calls of a worker that stays silent are in doubt',
      ),
    allowEnv,
    memory,
    journal,
    stateDir,
  },
  examples: examples({
    'Run calls of one tool, eight at once':
      'surety worker --queue SURETY_QUEUE --tools deployer --concurrency 8',
  }),
  timeoutMs: 0,
  validate: ({ options }) => [
    ...problemIf(
      options.queue === undefined,
      '--queue',
      'MISSING_ARGUMENT',
      'Name the queue, as redis://… or by the variable that holds it.',
    ),
    ...problemIf(
      !options.limit.every((text) => /^[^=]+=[1-9]\d{0,5}$/.test(text)),
      '--limit',
      'INVALID_VALUE',
      'Write a tool and a number: deployer=2.',
    ),
    ...problemIf(
      options.lease < 1000,
      '--lease',
      'INVALID_VALUE',
      'The lease must be at least one second.',
    ),
  ],
  run: async (ctx) => {
    const { options, processEnv } = ctx
    const { connectQueue, queueAddress, runWorker } = await loadQueue()
    const address = queueAddress(options.queue!, processEnv)
    const connection = await connectQueue(address, (text) => ctx.log.warn(text))
    const redactor = createRedactor({ env: processEnv, secrets: [address] })
    // The tools have no business with the queue.
    const env = Object.fromEntries(
      Object.entries(processEnv).filter(([, value]) => value?.trim() !== address),
    )
    const limits = { retries: 2, timeout: 120_000, maxWait: 300_000 }
    const client = createClient(await toClientOptions({ ...options, ...limits }, env))
    // What is near a missing program is known here alone.
    const run: Client['run'] = async (words, given) => {
      const result = await client.run(words, given)
      return { ...result, outcome: withHint(result.outcome, words, { ...env, ...given?.env }) }
    }
    const [drain, abort] = [new AbortController(), new AbortController()]
    const tally = new BatchTally()
    hostOf(ctx as unknown as AnyContext).setGuest({
      interrupted: (by) => {
        if (by.kind !== 'signal') return false
        if (drain.signal.aborted) abort.abort()
        else {
          drain.abort()
          setTimeout(() => abort.abort(), options.drain).unref()
          ctx.log.info('Ending: takes no more calls, and waits for the running ones.')
        }
        return true
      },
    })
    const tools = options.tools.includes(ALL) ? null : options.tools.map(wordsOf)
    const shown = tools === null ? 'every tool' : options.tools.join(', ')
    ctx.log.info(`Worker ${process.pid} runs ${shown}, ${options.concurrency} calls at once.`)
    try {
      await runWorker(connection, {
        client: { ...client, run },
        version: ctx.tool.version,
        concurrency: options.concurrency,
        lease: options.lease,
        rights: { inherited: env, tools, allowedEnv: options.allowEnv, inherits: inheritsOf },
        limits: new Map(options.limit.map(namedValue).map(([tool, most]) => [tool, Number(most)])),
        drain: drain.signal,
        abort: abort.signal,
        onEvent: (event) => tellEvent(event, ctx, tally, redactor),
      })
    } finally {
      connection.close()
    }
    return tally.report()
  },
})

/** Counts what a worker did, and tells whoever watches it. */
function tellEvent(
  event: WorkerEvent,
  ctx: Pick<AnyContext, 'log' | 'progress'>,
  tally: BatchTally,
  redactor: Redactor,
): void {
  const shown = (words: readonly string[]) => quoteWords(redactWords(words, redactor))
  if (event.kind === 'late')
    return ctx.log.error(
      `Started late: somebody else ran this call of ${event.batch} meanwhile, and its answer counts: ${shown(event.planned.call.argv)}`,
    )
  if (event.kind !== 'started') tally.add(event.record)
  if (event.kind === 'refused')
    ctx.log.warn(redactor.redact(event.record.outcome.error?.message ?? ''))
  const words = event.kind === 'started' ? event.planned.call.argv : event.record.argv
  ctx.progress(`${tally.total} ended, ${tally.failed} failed; ${event.kind} ${shown(words)}`)
}

function namedValue(text: string): readonly [string, string] {
  const at = text.lastIndexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** `node ./tool.js` is two words; a path with spaces that exists as it is, is quoted. */
function wordsOf(text: string): readonly string[] {
  const split = splitWords(text)
  return split.ok && split.words.length > 0 ? split.words : [text]
}
