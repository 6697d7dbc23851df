import {
  createClient,
  type Client,
  type ClientEvent,
  type Expectation,
  type RunOptions,
} from '../../client/index.ts'
import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { quoteWords } from '../../internal/quote-words.ts'
import { createRedactor } from '../../internal/redact/redactor.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { cacheDirOf, stateDirOf } from '../state-folder.ts'
import { fileCache, fitAnswer } from './run/answers.ts'
import { callMeta, stderrTail } from './run/call-meta.ts'
import {
  callOptions,
  passThroughExits,
  toClientOptions,
  toolNameProblems,
  type CallValues,
} from './run/call-options.ts'
import { approves, ASK, refreshWith } from './run/approvals.ts'
import { failureLine, passStderr, progressLine, shortName } from './run/progress-line.ts'
import { isDone, keptWork, toFailure, toolsOwnWord } from './run/tool-failure.ts'

interface Values extends CallValues {
  readonly expectSchema?: string | undefined
  readonly expectSchemaVersion?: string | undefined
  readonly expectType?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly cwd?: string | undefined
  readonly cursor?: string | undefined
  readonly approveRedirect: readonly string[]
  readonly refreshWith?: string | undefined
  readonly cache: boolean
  readonly approveFix: boolean
}

/** Runs a tool until a final verdict is reached. */
export const command = defineCommand({
  description: 'Runs a tool and acts on its answer',
  // The effect of the tool is unknown, so assume that it changes something.
  danger: 'mutating',
  // `--approve-redirect ask` asks at a terminal.
  interactive: true,
  exitCodes: passThroughExits('The tool did what was asked'),
  keepsWork: true,
  args: {
    words: s.array(s.string()).min(1).describe('The tool and its arguments, best after --'),
  },
  options: {
    ...callOptions,
    dry: s.boolean().default(false).describe('Shows what would be run without running it'),
    idempotencyKey: s
      .string()
      .min(1)
      .optional()
      .describe('Key passed to the tool with --idempotency-key; allows retries'),
    expectSchema: s.string().min(1).optional().describe('Schema tag that the answer must have'),
    expectSchemaVersion: s
      .string()
      .min(1)
      .optional()
      .describe("Allowed range of meta.schema_version, such as '>=1.0 <2.0'"),
    expectType: s.string().min(1).optional().describe('Type tag that the result must have'),
    approveRedirect: s
      .array(s.string().min(1))
      .default([])
      .describe("Approves a redirect that matches, such as 'newtool *'; ask asks at a terminal"),
    refreshWith: s
      .string()
      .min(1)
      .optional()
      .describe('Command that refreshes expired credentials, run at most once per call'),
    cache: s
      .boolean()
      .default(false)
      .describe(
        'Keeps answers, sends their etag with --etag, and uses the kept one if nothing changed',
      ),
    approveFix: s.boolean().default(false).describe('Runs the fix commands that the tool names'),
    cwd: s.string().min(1).optional().describe('Folder to run the tool in'),
    cursor: s
      .string()
      .min(1)
      .optional()
      .describe('Where to continue, from meta.cursor; passed to the tool with --cursor'),
    full: s
      .boolean()
      .default(false)
      .describe('Puts the whole record of the call into meta: every attempt, times, ids'),
    keepStderr: s.boolean().default(false).describe("Puts the tool's stderr into meta.stderr"),
    quiet: s.boolean().default(false).short('q').describe("Hides progress and the tool's stderr"),
  },
  examples: [
    { description: 'A program without an envelope', command: 'surety run -- git status --short' },
    {
      description: 'A read, which may be retried',
      command: 'surety run --safe --dialect spec-1.0 -- deployer list',
    },
    { description: 'A preview', command: 'surety run --dry -- deployer list' },
  ],
  validate: ({ args }) => toolNameProblems(args.words),
  // Each attempt has its own limit; the waits between attempts must not count.
  timeoutMs: 0,
  text: async (...given) => (await runTexts()).runText(...given),
  failureText: async (...given) => (await runTexts()).failedRunText(...given),
  dryRun: async ({ args, options, processEnv }) =>
    preview(createClient(await toClientOptions(options, processEnv)), args.words, options),
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const clientOptions = await toClientOptions(options, processEnv)
    const client = createClient(clientOptions)
    if (options.dry) {
      ctx.effect('noop')
      return preview(client, args.words, options)
    }
    const name = shortName(args.words)
    const redactor = createRedactor({ env: processEnv })
    const isQuiet = options.quiet || options.keepStderr
    const pass = passStderr(() => process.stderr, processEnv['NO_COLOR'] === undefined)
    const onEvent = (event: ClientEvent): void => {
      const line = options.quiet ? undefined : progressLine(event, name)
      if (line !== undefined) ctx.progress(line)
    }
    const confirm = (command: readonly string[]) =>
      ctx.prompt.confirm(`Run '${quoteWords(command)}' instead?`, { flag: '--approve-redirect' })
    const hooks = {
      ...(options.approveRedirect.length > 0 && {
        approveRedirect: ({ command: words }: { readonly command: readonly string[] }) =>
          options.approveRedirect.some((pattern) => approves(pattern, words)) ||
          (options.approveRedirect.includes(ASK) && ctx.isInteractive && confirm(words)),
      }),
      ...(options.refreshWith !== undefined && {
        refreshCredentials: refreshWith(options.refreshWith, clientOptions),
      }),
      ...(options.cache && {
        cache: fileCache(cacheDirOf(stateDirOf(options.stateDir, processEnv))),
      }),
    }
    const call = client.run(args.words, {
      ...runOptions(options),
      ...hooks,
      signal: ctx.signal,
      onEvent,
      ...(!isQuiet && { onStderr: (chunk: Uint8Array) => pass.take(chunk) }),
    })
    // After an interrupt, wait until the tool and its children have ended.
    ctx.onCleanup(async () => void (await call.catch(() => undefined)))
    const whole = await call
    pass.end()
    const { result, notes, warning } = await fitAnswer(whole, options, processEnv, ctx.tokenLimit)
    const isCut = warning !== undefined
    const meta = {
      ...callMeta(result, redactor, { isCut, isFull: options.full }),
      ...toolsOwnWord(result.outcome, result.verdict),
      ...notes,
    }
    for (const [member, value] of Object.entries(meta)) ctx.addMeta(member, value)
    if (isCut) ctx.warn(warning)
    if (options.keepStderr) ctx.addMeta('stderr', stderrTail(result))
    const guessed = result.attempts.findLast(({ role }) => role === 'call')?.guess?.warnings ?? []
    for (const warning of [...result.outcome.warnings, ...guessed]) ctx.warn(warning)
    if (!isDone(result.outcome, result.verdict)) {
      const isWatched = process.stderr.isTTY && !options.quiet && !ctx.signal.aborted
      const line = isWatched ? failureLine(result) : null
      if (line !== null) ctx.log.info(line)
      throw result.continuation?.state === 'kept' ? keptWork(result) : toFailure(result)
    }
    if (result.verdict.kind === 'escalate') ctx.warn(result.verdict.message)
    const effect = effectOf(result.outcome.data)
    if (effect) ctx.effect(effect)
    const { not_modified: isUnchanged, etag } = result.outcome.meta
    // A kept answer has its data; without one the caller sent the tag and has the data.
    if (isUnchanged === true && result.outcome.data === null)
      return ctx.notModified(typeof etag === 'string' ? etag : '')
    return result.outcome.data
  },
})

/** Tables are for people; a start without them is a third shorter. */
const runTexts = () => import('./run/run-text.ts')

function runOptions(values: Values): RunOptions {
  const expect: Expectation = {
    ...(values.expectSchema !== undefined && { schema: values.expectSchema }),
    ...(values.expectSchemaVersion !== undefined && { schemaVersion: values.expectSchemaVersion }),
    ...(values.expectType !== undefined && { type: values.expectType }),
  }
  return {
    ...(Object.keys(expect).length > 0 && { expect }),
    ...(values.idempotencyKey !== undefined && { idempotencyKey: values.idempotencyKey }),
    ...(values.cwd !== undefined && { cwd: values.cwd }),
    ...(values.cursor !== undefined && { cursor: values.cursor }),
    ...(values.approveFix && { approveFix: () => true }),
  }
}

async function preview(
  client: Client,
  words: readonly string[],
  values: Values,
): Promise<JsonObject> {
  const plan = await client.plan(words, runOptions(values))
  return {
    effect: 'would_run',
    would_affect: { tool: plan.tool, argv: [...plan.argv] },
    dialect: plan.dialect,
    applied_redirects: plan.applied_redirects.map(({ from, to }) => ({
      from: [...from],
      to: [...to],
    })),
  }
}

/** The effect that the tool reports; whether another call changed something is not known. */
function effectOf(data: JsonValue): 'created' | 'updated' | 'deleted' | 'noop' | null {
  const effect = typeof data === 'object' && data !== null && 'effect' in data ? data.effect : null
  const isKnown =
    effect === 'created' || effect === 'updated' || effect === 'deleted' || effect === 'noop'
  return isKnown ? effect : null
}
