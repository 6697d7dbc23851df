import { createClient, type Client, type ClientEvent, type RunOptions } from '../../client/index.ts'
import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { given } from '../../internal/given.ts'
import { quoteWords } from '../../internal/quote-words.ts'
import { isAgent } from '../../internal/process/agent-caller.ts'
import { createRedactor } from '../../internal/redact/redactor.ts'
import { defineCommand, type ValuesOf } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { stateFoldersOf } from '../state-folder.ts'
import { fileCache, fitAnswer } from './run/answers.ts'
import { callMeta, stderrTail } from './run/call-meta.ts'
import {
  callOptions,
  passThroughExits,
  toClientOptions,
  toolNameProblems,
} from './run/call-options.ts'
import { approves, ASK, refreshWith } from './run/approvals.ts'
import { failureLine, passStderr, progressLine, shortName } from './run/progress-line.ts'
import { isDone, keptWork, toFailure, toolsOwnWord } from './run/tool-failure.ts'
import { flag, text, texts } from '../input/option-kinds.ts'

const runOptions = {
  ...callOptions,
  dry: flag('Shows what would be run without running it'),
  idempotencyKey: text('Key passed to the tool with --idempotency-key; allows retries'),
  expectSchema: text('Schema tag that the answer must have'),
  expectSchemaVersion: text("Allowed range of meta.schema_version, such as '>=1.0 <2.0'"),
  expectType: text('Type tag that the result must have'),
  approveRedirect: texts(
    "Approves a redirect that matches, such as 'newtool *'; ask asks at a terminal",
  ),
  refreshWith: text('Command that refreshes expired credentials, run at most once per call'),
  cache: flag(
    'Keeps answers, sends their etag with --etag, and uses the kept one if nothing changed',
  ),
  approveFix: flag('Runs the fix commands that the tool names'),
  cwd: text('Folder to run the tool in'),
  cursor: text('Where to continue, from meta.cursor; passed to the tool with --cursor'),
  full: flag('Puts the whole record of the call into meta: every attempt, times, ids'),
  keepStderr: flag("Puts the tool's stderr into meta.stderr"),
  quiet: s.boolean().default(false).short('q').describe("Hides progress and the tool's stderr"),
}

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
  options: runOptions,
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
  dryRun: async ({ args, options, processEnv }) => {
    const client = createClient(await toClientOptions(options, processEnv))
    return preview(client, args.words, toRunOptions(options))
  },
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const clientOptions = await toClientOptions(options, processEnv)
    const client = createClient(clientOptions)
    if (options.dry) {
      ctx.effect('noop')
      return preview(client, args.words, toRunOptions(options))
    }
    const name = shortName(args.words)
    const redactor = createRedactor({ env: processEnv })
    const isQuiet = options.quiet || options.keepStderr
    const isForPeople = !isAgent(processEnv)
    const isDrawn = isForPeople && processEnv['NO_COLOR'] === undefined
    const pass = passStderr(() => process.stderr, isDrawn)
    const onEvent = (event: ClientEvent): void => {
      const line = options.quiet ? undefined : progressLine(event, name)
      if (line !== undefined) ctx.progress(line)
    }
    const confirm = (command: readonly string[]) =>
      ctx.prompt.confirm(`Run '${quoteWords(command)}' instead?`, { flag: '--approve-redirect' })
    const { approveRedirect: approved, refreshWith: refresh } = options
    const hooks: RunOptions = {
      ...(approved.length > 0 && {
        approveRedirect: ({ command: words }) =>
          approved.some((pattern) => approves(pattern, words)) ||
          (approved.includes(ASK) && ctx.isInteractive && confirm(words)),
      }),
      ...(refresh !== undefined && { refreshCredentials: refreshWith(refresh, clientOptions) }),
      ...(options.cache && {
        cache: fileCache(stateFoldersOf(options.stateDir, processEnv).cache),
      }),
    }
    const call = client.run(args.words, {
      ...toRunOptions(options),
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
      const isWatched = process.stderr.isTTY && isForPeople && !options.quiet && !ctx.signal.aborted
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

function toRunOptions(values: ValuesOf<typeof runOptions>): RunOptions {
  const { expectSchema: schema, expectSchemaVersion: schemaVersion, expectType: type } = values
  const { idempotencyKey, cwd, cursor, approveFix } = values
  const expect = given({ schema, schemaVersion, type })
  return {
    ...given({ idempotencyKey, cwd, cursor }),
    ...(Object.keys(expect).length > 0 && { expect }),
    ...(approveFix && { approveFix: () => true }),
  }
}

async function preview(client: Client, words: readonly string[], options: RunOptions) {
  const { tool, argv, dialect, applied_redirects } = await client.plan(words, options)
  return {
    effect: 'would_run',
    would_affect: { tool, argv },
    dialect,
    applied_redirects: applied_redirects.map(({ from, to }) => ({ from, to })),
  }
}

/** The effect that the tool reports; whether another call changed something is not known. */
function effectOf(data: JsonValue) {
  const effect = isJsonObject(data) ? data['effect'] : null
  return (['created', 'updated', 'deleted', 'noop'] as const).find((known) => known === effect)
}
