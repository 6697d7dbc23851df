import { Script } from 'node:vm'
import { closeSync, openSync, type writeSync } from 'node:fs'

import { encoder10, encoder16, encoder116, traitsOf, type Encoder } from '../dialects/index.ts'
import {
  complete,
  endProgress,
  encode,
  fallbackLine,
  toJsonLine,
  type FinishedRun,
  type OutputStream,
  type Run,
  type RunEnd,
  type UnfinishedOutcome,
  type World,
} from '../runtime/index.ts'
import { renderOutcome, toOutcome } from '../runtime/surface.ts'

/** The time limit of each hook; short, because hooks that wait cannot finish in a blocked thread. */
const HOOK_LIMIT_MS = 500

/** Answers inside of the loop that blocks the thread: it can neither wait nor load modules, nor await hooks. */
export function answerSync(run: Run, encoder: Encoder | null, end: RunEnd): void {
  run.stage = 'writing'
  endProgress(run)
  callHooks(run)
  const { generation = '1.0' } = traitsOf(run.output.dialect)
  const loaded = encoder ?? { '1.0': encoder10, '1.6': encoder16, '1.16': encoder116 }[generation]
  const { texts, exitCode } = toTexts(run, toOutcome(run, end), loaded)
  writeAndExit(run.world, texts, exitCode)
}

/** Calls the cleanup hooks, so that child processes end and locks are released. */
function callHooks(run: Run): void {
  const hooks = run.cleanups.splice(0).toReversed()
  for (const call of [() => run.abort(), ...hooks]) {
    try {
      callWithin(HOOK_LIMIT_MS, () => ignoreRejection(call()))
    } catch {
      // A hook that fails or loops must not prevent the other hooks and the answer.
    }
  }
}

function ignoreRejection(returned: unknown): void {
  if (returned instanceof Promise) returned.catch(() => {})
}

function toTexts(
  run: Run,
  unfinished: UnfinishedOutcome,
  encoder: Encoder,
): { readonly texts: readonly LastText[]; readonly exitCode: number } {
  try {
    const finished = encode(run, complete(run, unfinished), encoder, unfinished)
    return { texts: render(run, finished), exitCode: finished.encoded.exit_code }
  } catch {
    // The stack may be exhausted; the fallback line needs no encoder.
    const line = fallbackLine(complete(run, unfinished))
    return { texts: [lastText('stdout', line)], exitCode: 1 }
  }
}

/** Renders the answer; formats that are not loaded are replaced by JSON. */
function render(run: Run, { outcome, encoded, facts }: FinishedRun): readonly LastText[] {
  if (run.output.format === 'human') {
    const { stdout, stderr } = renderOutcome(run, outcome, facts.usage)
    return [lastText('stdout', stdout), lastText('stderr', stderr)]
  }
  const hasLines = run.onStdout?.kind === 'lines' && run.onStdout.bytes > 0
  const isLine = hasLines || run.meta['stream'] !== undefined
  const text = toJsonLine(isLine ? { ...encoded, layout: 'compact' } : encoded)
  return [lastText(hasLines ? 'stderr' : encoded.stream, text)]
}

function lastText(stream: OutputStream, text: string): LastText {
  return { stream, text: text === '' || text.endsWith('\n') ? text : `${text}\n` }
}

const CALL = 'surety.call'

/** Calls a function with a time limit that stops even an endless loop; throws at the limit. */
function callWithin(limitMs: number, call: () => void): void {
  const globals = globalThis as unknown as Record<symbol, unknown>
  globals[Symbol.for(CALL)] = call
  const script = new Script(`globalThis[Symbol.for('${CALL}')]()`, { filename: 'surety:hook' })
  try {
    script.runInThisContext({ displayErrors: false, timeout: limitMs })
  } finally {
    delete globals[Symbol.for(CALL)]
  }
}

/** A text to write right before the process ends. */
interface LastText {
  readonly stream: OutputStream
  readonly text: string
}

/** How long a reader may take for the answer. */
const READER_MS = 1500

/** Writes texts synchronously and ends the process. */
export function writeAndExit(world: World, texts: readonly LastText[], exitCode: number): void {
  const { writeSync: write, pending } = world.direct!
  for (const { stream, text } of texts) {
    const bytes = Buffer.concat([...unsent(stream, pending[stream]), Buffer.from(text, 'utf8')])
    writeAll(stream === 'stdout' ? 1 : 2, bytes, write)
  }
  muteStderr()
  world.abandon(exitCode)
}

/** Lists the bytes that a stream has accepted and not written yet; they must come first. */
function unsent(stream: OutputStream, accepted: readonly Uint8Array[]): readonly Uint8Array[] {
  const [first, ...others] = accepted
  if (!first) return []
  const { _handle: handle } = process[stream] as { _handle?: { writeQueueSize?: number } }
  return [first.subarray(first.length - (handle?.writeQueueSize ?? 0)), ...others]
}

function writeAll(fd: number, bytes: Uint8Array, write: typeof writeSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const deadline = performance.now() + READER_MS
  let at = 0
  while (at < bytes.length) {
    try {
      at += write(fd, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN' && performance.now() < deadline) Atomics.wait(pause, 0, 0, 5)
      // The reader has stopped, the pipe is closed or the disk is full; only the exit code is left.
      else if (code !== 'EINTR') return
    }
  }
}

/** Suppresses Node's message on stderr about an attached debugger, which the inspector call causes. */
function muteStderr(): void {
  try {
    closeSync(2)
    // Opens as descriptor 2, the lowest free one, so that the message reaches no other file.
    openSync(process.platform === 'win32' ? '//./NUL' : '/dev/null', 'w')
  } catch {
    // The message does no harm.
  }
}
