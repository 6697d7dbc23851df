import {
  NO_INPUT,
  type Client,
  type RunOptions,
  type RunResult,
} from '@surety/client/unstable/client'
import type { JsonValue } from 'surety/unstable/contract'
import { visibleText } from '@surety/internal/visible-text.ts'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { fitAnswer, keepAnswer, mostBytes, type AnswerLimits } from './answers.ts'
import { addedLine, passOutput, programExit } from './pass-output.ts'
import { drawnOnce, readRest } from './plain-answer.ts'
import { withHint } from './shell-words.ts'
import { isDone, toFailure } from './tool-failure.ts'

const READER_GONE = /^(?:EPIPE|ECONNRESET|ERR_STREAM_DESTROYED)$/
/** As a program ends that a closed pipe stops. */
const PIPE_EXIT = 141

export async function runAsText(
  ctx: AnyContext,
  client: Client,
  words: readonly string[],
  options: RunOptions,
  limits: AnswerLimits,
): Promise<JsonValue> {
  const host = hostOf(ctx)
  // A call inside a process has no streams: the answer holds what they would.
  if (!host.isDirect)
    return inAnswer(ctx, client.run(words, { ...options, signal: ctx.signal }), words, limits)
  host.handOn(null)
  const most = mostBytes(limits, ctx.processEnv, 'text')
  const { write, unread } = writerTo(host)
  const passed = passOutput(write, most)
  const known = async () => {
    const program = await client.options.known?.(words, options.cwd, ctx.processEnv)
    program?.close?.()
    return program
  }
  const call = client.run(words, {
    ...options,
    signal: AbortSignal.any([ctx.signal, unread]),
    onEvent: (event) => {
      if (event.kind !== 'attempt_started' || event.attempt === 1) return
      void passed.restart()
    },
    onStderr: (chunk) => void passed.take('stderr', chunk),
    onStdout: (chunk) => passed.take('stdout', chunk),
  })
  // After an interrupt, wait until the program and its children have ended.
  ctx.onCleanup(async () => void (await call.catch(() => undefined)))
  const ended = await call
  const result = { ...ended, outcome: withHint(ended.outcome, words, ctx.processEnv) }
  const isKept = passed.isTooLong() && (await keepAnswer(result, limits, ctx.processEnv))
  const read = isKept ? readRest(result.call, limits.stateDir) : null
  const isLost = passed.isTooLong() && !isKept
  await passed.end(result, read, isLost && (await known())?.reads ? AGAIN : LOST)
  if (unread.aborted) {
    host.handOn(await endUnread(result, unread.reason, write))
    return null
  }
  // An interrupt of this process is the answer, with an exit of its own.
  if (ctx.signal.aborted && result.outcome.error?.code === 'ABORTED') return null
  const line = addedLine(result) ?? result.outcome.warnings.find((each) => each === NO_INPUT)
  if (line !== undefined) await write('stderr', `surety: ${visibleText(line)}\n`)
  host.handOn(programExit(result))
  return null
}

/** Writes to the streams of this process ; `unread` is aborted once nobody takes standard output. */
function writerTo(host: Pick<ReturnType<typeof hostOf>, 'write'>) {
  const unread = new AbortController()
  const write = async (stream: 'stdout' | 'stderr', bytes: Uint8Array | string) => {
    if (stream === 'stdout' && unread.signal.aborted) return
    try {
      await host.write(stream, bytes)
    } catch (error) {
      unread.abort(error)
    }
  }
  return { write, unread: unread.signal }
}

/** Ends a call whose output nobody took, and returns its exit: a reader that went away is a matter of course. */
async function endUnread(
  result: RunResult,
  reason: NodeJS.ErrnoException | undefined,
  write: (stream: 'stderr', text: string) => Promise<void>,
): Promise<number> {
  const isGone = READER_GONE.test(reason?.code ?? '')
  const isStopped = result.outcome.error?.code === 'ABORTED'
  if (!isGone) await write('stderr', `surety: The output was lost: ${reason?.message}\n`)
  const exit = isStopped ? (isGone ? PIPE_EXIT : 1) : programExit(result)
  return isGone ? exit : exit || 1
}

/** How to have what was cut and not kept. */
const AGAIN = '; nothing was kept, the same call with --max-output 0 shows all'
const LOST = '; nothing was kept, --state-dir FOLDER keeps what the next call prints'

async function inAnswer(
  ctx: AnyContext,
  call: Promise<RunResult>,
  words: readonly string[],
  limits: AnswerLimits,
): Promise<JsonValue> {
  ctx.onCleanup(async () => void (await call.catch(() => undefined)))
  const ended = drawnOnce(await call)
  const { result, notes, warning } = await fitAnswer(ended, limits, ctx.processEnv, ctx.tokenLimit)
  for (const [member, value] of Object.entries(notes)) ctx.addMeta(member, value)
  if (warning !== undefined) ctx.warn(warning)
  const outcome = withHint(result.outcome, words, ctx.processEnv)
  if (!isDone(outcome, result.verdict)) throw toFailure({ ...result, outcome })
  return outcome.data
}
