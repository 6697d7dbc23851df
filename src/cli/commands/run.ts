import {
  createClient,
  type Client,
  type ClientEvent,
  type RunOptions,
  type RunResult,
} from '../../client/index.ts'
import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { given } from '../../internal/given.ts'
import { quoteWords } from '../../internal/quote-words.ts'
import { isAgent } from '../../internal/process/agent-caller.ts'
import { createRedactor } from '../../internal/redact/redactor.ts'
import { visibleText } from '../../internal/visible-text.ts'
import { defineCommand, type ValuesOf } from '../../runtime/index.ts'
import { runOf, type AnyContext, type Run } from '../../runtime/surface.ts'
import { s } from '../../schema/index.ts'
import { stateFoldersOf } from '../state-folder.ts'
import { fileCache, fitAnswer, keepAnswer, mostBytes, type AnswerLimits } from './run/answers.ts'
import { callMeta, stderrTail } from './run/call-meta.ts'
import {
  callOptions,
  passThroughExits,
  toClientOptions,
  toolNameProblems,
} from './run/call-options.ts'
import { approves, ASK, refreshWith } from './run/approvals.ts'
import { addedLine, PassedOutput, programExit } from './run/pass-output.ts'
import { drawnOnce, plainDataOf, readRest } from './run/plain-answer.ts'
import { failureLine, passStderr, progressLine, shortName } from './run/progress-line.ts'
import { isDone, keptWork, toFailure, toolsOwnWord } from './run/tool-failure.ts'
import { missingProgramHint, shellHint } from './run/shell-words.ts'
import { flag, text, texts } from '../input/option-kinds.ts'

const runOptions = {
  ...callOptions,
  text: flag('Prints what the program prints, unchanged, and ends with its exit code'),
  maxOutput: s
    .integer()
    .min(0)
    .optional()
    .describe('Most bytes of output in the answer, 0 for all; default 8192 of a plain program'),
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
    { description: 'A preview', command: 'surety run --dry-run -- deployer list' },
    { description: 'Text as it is', command: 'surety run --text -- git log --oneline' },
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
    const name = shortName(args.words)
    const redactor = createRedactor({ env: processEnv })
    const isForPeople = !isAgent(processEnv)
    const isDrawn = isForPeople && processEnv['NO_COLOR'] === undefined
    const pass = passStderr(() => process.stderr, isDrawn)
    const { answer, world } = runOf(ctx as unknown as AnyContext)
    const passed = options.text
      ? new PassedOutput(
          (stream, bytes) => world.write(stream, bytes),
          mostBytes(options, processEnv, true),
        )
      : null
    if (passed) answer.handedOn = { exit: null }
    // A program without an envelope has its stderr in the answer, so a pipe would get it twice.
    const mayBePlain = options.dialect === 'auto' || options.dialect === 'plain'
    const isHeld = mayBePlain && !(process.stderr.isTTY && isForPeople)
    const isShown = !options.quiet && !options.keepStderr && passed === null
    const onEvent = (event: ClientEvent): void => {
      if (event.kind === 'attempt_started' && event.attempt > 1) void passed?.restart()
      const line = options.quiet ? undefined : progressLine(event, name)
      if (line !== undefined) ctx.progress(line)
    }
    const confirm = (command: readonly string[]) =>
      ctx.prompt.confirm(`Run '${quoteWords(command)}' instead?`, { flag: '--approve-redirect' })
    const { approveRedirect: approved, refreshWith: refresh } = options
    const isApproved = (words: readonly string[]) =>
      approved.some((pattern) => approves(pattern, words)) ||
      (approved.includes(ASK) && ctx.isInteractive && confirm(words))
    const hooks: RunOptions = {
      ...(approved.length > 0 && { approveRedirect: ({ command: words }) => isApproved(words) }),
      ...(options.approveFix && {
        approveFix: ({ command: words, isKnown }) => isKnown || isApproved(words),
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
      ...(isShown && !isHeld && { onStderr: (chunk: Uint8Array) => pass.take(chunk) }),
      ...(passed && {
        onStderr: (chunk: Uint8Array) => void passed.take('stderr', chunk),
        onStdout: (chunk: Uint8Array) => passed.take('stdout', chunk),
      }),
    })
    // After an interrupt, wait until the tool and its children have ended.
    ctx.onCleanup(async () => void (await call.catch(() => undefined)))
    const whole = await call
    if (passed)
      return endAsText(withHint(whole, args.words, processEnv), passed, options, {
        answer,
        env: processEnv,
      })
    // An interrupt is answered without the output.
    const isLost = plainDataOf(whole) === undefined || ctx.signal.aborted
    if (isShown && isHeld && isLost && whole.stderr.length > 0) pass.take(whole.stderr)
    pass.end()
    const { result, notes, warning } = await fitAnswer(
      drawnOnce(whole),
      options,
      processEnv,
      ctx.tokenLimit,
    )
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
      const isPlain = plainDataOf(result) !== undefined
      const line = isWatched && !(isPlain && result.attempts.length === 1) && failureLine(result)
      if (line) ctx.log.info(line)
      if (result.continuation?.state === 'kept') throw keptWork(result)
      const hinted = withHint(result, args.words, processEnv)
      throw toFailure(isWatched && isPlain ? asSeen(hinted, name) : hinted)
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

/** Adds what was probably meant by words that no program understands. */
function withHint(result: RunResult, words: readonly string[], env: NodeJS.ProcessEnv): RunResult {
  const { outcome } = result
  if (outcome.ok || outcome.error.synthesised !== true) return result
  const isMissing = outcome.error.code === 'PROGRAM_NOT_FOUND'
  const suggestion = isMissing ? missingProgramHint(words, env) : shellHint(words)
  if (suggestion === undefined) return result
  return { ...result, outcome: { ...outcome, error: { ...outcome.error, suggestion } } }
}

/** Leaves out what a person has just read on stderr: the line of the program that says why. */
function asSeen(result: RunResult, name: string): RunResult {
  const { outcome } = result
  if (outcome.ok || outcome.process?.stream === null) return result
  const message = `'${name}' ended with exit code ${outcome.process?.exit_code ?? 1}.`
  return { ...result, outcome: { ...outcome, error: { ...outcome.error, message } } }
}

/** Writes the rest of the output, and a line of ours where the verdict adds something. */
async function endAsText(
  whole: RunResult,
  passed: PassedOutput,
  options: AnswerLimits,
  { answer, env }: { readonly answer: Run['answer']; readonly env: NodeJS.ProcessEnv },
): Promise<null> {
  const isKept = passed.isTooLong && options.journal && (await keepAnswer(whole, options, env))
  await passed.end(whole, isKept ? readRest(whole.call, options.stateDir) : null)
  const line = addedLine(whole)
  if (line !== null) process.stderr.write(`surety: ${visibleText(line)}\n`)
  answer.handedOn = { exit: programExit(whole) }
  return null
}

function toRunOptions(values: ValuesOf<typeof runOptions>): RunOptions {
  const { expectSchema: schema, expectSchemaVersion: schemaVersion, expectType: type } = values
  const { idempotencyKey, cwd, cursor } = values
  const expect = given({ schema, schemaVersion, type })
  return {
    ...given({ idempotencyKey, cwd, cursor }),
    ...(Object.keys(expect).length > 0 && { expect }),
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
