import {
  createClient,
  type Client,
  type ClientEvent,
  type RunOptions,
  type RunResult,
} from '@surety/client/unstable/client'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SuretyError,
} from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { isAgent } from '@surety/internal/process/agent-caller.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { defineCommand, type ValuesOf } from 'surety/unstable/runtime'
import { hostOf, type AnyContext, type StoredEnd } from 'surety/unstable/surface'
import { s } from 'surety/unstable/schema'
import { stateFoldersOf } from '../state-folder.ts'
import { fileCache, fitAnswer, wholeBytes } from './run/answers.ts'
import { callMeta } from './run/call-meta.ts'
import {
  callOptions,
  passThroughExits,
  toClientOptions,
  toolNameProblems,
} from './run/call-options.ts'
import { approves, ASK, refreshWith } from './run/approvals.ts'
import { drawnOnce, plainDataOf } from './run/plain-answer.ts'
import { failureLine, passStderr, progressLine, shortName } from './run/progress-line.ts'
import { isDone, keptWork, toFailure, toolsOwnWord } from './run/tool-failure.ts'
import { withHint } from './run/shell-words.ts'
import { runAsText } from './run/text-run.ts'
import { count, examples, flag, text, texts, words } from '../input/option-kinds.ts'

const MAX_STDERR = 64 * 1024

export const runOptions = {
  ...callOptions,
  text: flag('Prints what the program prints, unchanged, and ends with its exit code'),
  maxOutput: count(
    'Limit of output in the answer, in bytes; 0 for none. Default: 24576 for plain programs, 28672 with --text, 32768 for data',
    0,
  ).optional(),
  idempotencyKey: text('Key passed to the tool with --idempotency-key; allows retries'),
  expectSchema: text('Schema tag that the answer must have'),
  expectSchemaVersion: text("Allowed range of meta.schema_version, such as '>=1.0 <2.0'"),
  expectType: text('Type tag that the result must have'),
  approveRedirect: texts(
    "Follows redirects that match a pattern, such as 'newtool *'; ask asks at a terminal",
  ),
  refreshWith: text('Command that refreshes expired credentials, run at most once per call'),
  cache: flag('Caches answers that have an etag, and uses the cached one if nothing changed'),
  approveFix: flag('Runs the fix commands that the tool names'),
  cwd: text('Folder to run the tool in'),
  cursor: text('Cursor of the next page, from meta.cursor; passed to the tool with --cursor'),
  full: flag('Puts the whole record of the call into meta: every attempt, times, ids'),
  keepStderr: flag("Puts the tool's stderr into meta.stderr"),
  quiet: s.boolean().default(false).short('q').describe("Hides progress and the tool's stderr"),
}

export const command = defineCommand({
  description: 'Runs a tool, repeats the call where that is safe, and says what happened',
  // The effect of the tool is unknown, so assume that it changes something.
  danger: 'mutating',
  // `--approve-redirect ask` asks at a terminal.
  interactive: true,
  exitCodes: passThroughExits('The tool did what was asked'),
  args: { words: words('The tool and its arguments, after --') },
  options: runOptions,
  examples: examples({
    'Run any program': 'surety run -- git status --short',
    'Allow retries, because the call only reads':
      'surety run --safe --dialect spec-1.0 -- deployer list',
    'Show what would be started, and start nothing': 'surety run --dry-run -- deployer list',
    'Print what the program prints, unchanged': 'surety run --text -- git log --oneline',
  }),
  validate: ({ args }) => toolNameProblems(args.words),
  // Each attempt has its own limit; the waits between attempts must not count.
  timeoutMs: 0,
  text: async (...given) => (await runTexts()).runText(...given),
  failureText: async (...given) => (await runTexts()).failedRunText(...given),
  dryRun: async ({ args, options, processEnv }) => {
    const client = createClient(await toClientOptions(options, processEnv))
    const planned = await client.plan(args.words, toRunOptions(options))
    const { tool, argv, dialect } = planned
    const applied_redirects = planned.applied_redirects.map(({ from, to }) => ({ from, to }))
    return { effect: 'would_run', would_affect: { tool, argv }, dialect, applied_redirects }
  },
  run: (ctx) => runCall(ctx as unknown as AnyContext, { words: ctx.args.words, ...ctx.options }),
})

/** A call and how it is made. */
export type AskedCall = Given<ValuesOf<typeof runOptions>> & { readonly words: readonly string[] }

/** The same values; those that may be missing may be left out. */
type Given<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name]
} & { [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Values[Name] }

/** Makes a call, and answers with what came of it. */
export async function runCall(ctx: AnyContext, asked: AskedCall) {
  const prepared = await prepare(ctx, asked)
  if (asked.text) return runAsText(ctx, prepared.client, asked.words, prepared.options, asked)
  const whole = await call(ctx, asked, prepared)
  const answer = await present(ctx, asked, whole)
  const failure = answer.isDone ? null : fail(ctx, asked, answer.result)
  if (failure) throw failure
  return succeed(ctx, answer.result)
}

interface Prepared {
  readonly client: Client
  readonly options: RunOptions
}

/** Makes the client, and what it asks on the way: approvals, credentials, kept answers. */
async function prepare(ctx: AnyContext, options: AskedCall): Promise<Prepared> {
  const { processEnv } = ctx
  const clientOptions = await toClientOptions(options, processEnv)
  const { approveRedirect: approved, refreshWith: refresh } = options
  const confirm = (words: readonly string[]) =>
    ctx.prompt.confirm(`Run '${quoteWords(words)}' instead?`, { flag: '--approve-redirect' })
  const isApproved = (words: readonly string[]) =>
    approved.some((pattern) => approves(pattern, words)) ||
    (approved.includes(ASK) && ctx.isInteractive && confirm(words))
  const hooks: RunOptions = {
    ...(approved.length > 0 && { approveRedirect: ({ command: words }) => isApproved(words) }),
    ...(options.approveFix && {
      approveFix: ({ command: words, isKnown }) => isKnown || isApproved(words),
    }),
    ...(refresh !== undefined && { refreshCredentials: refreshWith(refresh, clientOptions) }),
    ...(options.cache && { cache: fileCache(stateFoldersOf(options.stateDir, processEnv).cache) }),
  }
  return { client: createClient(clientOptions), options: { ...toRunOptions(options), ...hooks } }
}

/** Runs the tool to its end, and shows its progress and its stderr meanwhile. */
async function call(
  ctx: AnyContext,
  { words, dialect, quiet, keepStderr }: AskedCall,
  { client, options }: Prepared,
): Promise<RunResult> {
  const { processEnv } = ctx
  const name = shortName(words)
  const isForPeople = !isAgent(processEnv)
  const pass = passStderr(() => process.stderr, isForPeople && processEnv['NO_COLOR'] === undefined)
  // A program without an envelope has its stderr in the answer, so a pipe would get it twice.
  const mayBePlain = dialect === 'auto' || dialect === 'plain'
  const isHeld = mayBePlain && !(process.stderr.isTTY && isForPeople)
  const isShown = !quiet && !keepStderr
  const running = client.run(words, {
    ...options,
    signal: ctx.signal,
    onEvent: (event: ClientEvent) => {
      const line = quiet ? undefined : progressLine(event, name)
      if (line !== undefined) ctx.progress(line)
    },
    ...(isShown && !isHeld && { onStderr: (chunk: Uint8Array) => pass.take(chunk) }),
  })
  // After an interrupt, wait until the tool and its children have ended.
  ctx.onCleanup(async () => void (await running.catch(() => undefined)))
  const whole = await running
  // An interrupt is answered without the output.
  const isLost = plainDataOf(whole) === undefined || ctx.signal.aborted
  if (isShown && isHeld && isLost && whole.stderr.length > 0) pass.take(whole.stderr)
  pass.end()
  return whole
}

interface Presented {
  readonly result: RunResult
  readonly isDone: boolean
  readonly warnings: readonly string[]
  readonly meta: JsonObject
}

/** Cuts the answer to what the caller reads, and says in meta and warnings what the call did. */
async function present(ctx: AnyContext, options: AskedCall, whole: RunResult): Promise<Presented> {
  const { processEnv } = ctx
  const fitted = await fitAnswer(drawnOnce(whole), options, processEnv, ctx.tokenLimit)
  const { result, notes, warning } = fitted
  const bytes = wholeBytes(whole, options, processEnv)
  if (bytes !== undefined) hostOf(ctx).answerWithin(bytes)
  const isCut = warning !== undefined
  const redactor = createRedactor({ env: processEnv })
  const meta = {
    ...callMeta(result, redactor, { isCut, isFull: options.full }),
    ...toolsOwnWord(result.outcome, result.verdict),
    ...notes,
  }
  for (const [member, value] of Object.entries(meta)) ctx.addMeta(member, value)
  if (options.keepStderr)
    ctx.addMeta('stderr', new TextDecoder().decode(result.stderr.subarray(-MAX_STDERR)))
  const guessed = result.attempts.findLast(({ role }) => role === 'call')?.guess?.warnings ?? []
  const warnings = [...(isCut ? [warning] : []), ...result.outcome.warnings, ...guessed]
  for (const each of warnings) ctx.warn(each)
  return { result, isDone: isDone(result.outcome, result.verdict), warnings, meta }
}

/** Makes the error of a call that did not do what was asked. */
function fail(
  ctx: AnyContext,
  { words, quiet }: AskedCall,
  result: RunResult,
): SuretyError | StoredEnd {
  const { processEnv } = ctx
  const isWatched = process.stderr.isTTY && !isAgent(processEnv) && !quiet && !ctx.signal.aborted
  const isPlain = plainDataOf(result) !== undefined
  if (isPlain) hostOf(ctx).forgetPhase()
  const line = isWatched && !(isPlain && result.attempts.length === 1) && failureLine(result)
  if (line) ctx.log.info(line)
  if (result.continuation?.state === 'kept') return keptWork(result)
  const hinted = { ...result, outcome: withHint(result.outcome, words, processEnv) }
  const isSeen = isWatched && isPlain && process.stdout.isTTY
  return toFailure(isSeen ? asSeen(hinted, shortName(words)) : hinted)
}

function succeed(ctx: AnyContext, { outcome, verdict }: RunResult) {
  if (verdict.kind === 'escalate') ctx.warn(verdict.message)
  const effect = effectOf(outcome.data)
  if (effect) ctx.effect(effect)
  const { not_modified: isUnchanged, etag } = outcome.meta
  // A kept answer has its data; without one the caller sent the tag and has the data.
  if (isUnchanged === true && outcome.data === null)
    return ctx.notModified(typeof etag === 'string' ? etag : '')
  return outcome.data
}

/** Tables are for people; a start without them is a third shorter. */
const runTexts = () => import('./run/run-text.ts')

/** Leaves out what a person has just read on stderr: the line of the program that says why. */
function asSeen(result: RunResult, name: string): RunResult {
  const { outcome } = result
  if (outcome.ok || outcome.process?.stream === null) return result
  const message = `'${name}' ended with exit code ${outcome.process?.exit_code ?? 1}.`
  const data = { ...(outcome.data as JsonObject), stderr: '' }
  return { ...result, outcome: { ...outcome, data, error: { ...outcome.error, message } } }
}

function toRunOptions(values: Omit<AskedCall, 'words'>): RunOptions {
  const { expectSchema: schema, expectSchemaVersion: schemaVersion, expectType: type } = values
  const { idempotencyKey, cwd, cursor } = values
  const expect = given({ schema, schemaVersion, type })
  return {
    ...given({ idempotencyKey, cwd, cursor }),
    ...(Object.keys(expect).length > 0 && { expect }),
  }
}

/** The effect that the tool reports; whether another call changed something is not known. */
function effectOf(data: JsonValue) {
  const effect = isJsonObject(data) ? data['effect'] : null
  return (['created', 'updated', 'deleted', 'noop'] as const).find((known) => known === effect)
}
