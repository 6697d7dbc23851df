import { Script } from 'node:vm'

import { specEncoders, traitsOf, type Encoder } from '../dialects/index.ts'
import {
  complete,
  endProgress,
  encode,
  fallbackLine,
  renderOutcome,
  toJsonLine,
  toOutcome,
  type FinishedRun,
  type OutputStream,
  type Run,
  type RunEnd,
  type UnfinishedOutcome,
} from '../runtime/index.ts'
import { writeAndExit, type LastText } from './write-and-exit.ts'

/** The time limit of each hook; short, because hooks that wait cannot finish in a blocked thread. */
const HOOK_LIMIT_MS = 500

/**
 * Answers for a run whose thread is blocked by a loop, and ends the process. Runs inside that loop, so
 * it can neither wait nor load modules: it calls hooks without awaiting them.
 */
export function answerSync(run: Run, encoder: Encoder | null, end: RunEnd): void {
  run.ending.beginWriting()
  endProgress(run)
  callHooks(run)
  const unfinished = toUnfinished(run, end)
  const { texts, exitCode } = toTexts(run, unfinished, encoder ?? loadedEncoder(run))
  writeAndExit(run.world, texts, exitCode)
}

function loadedEncoder({ output }: Run): Encoder {
  return specEncoders[traitsOf(output.dialect).generation ?? '1.0']
}

/** Makes the outcome; a run that got stuck after its end counts as timed out. */
function toUnfinished(run: Run, end: RunEnd): UnfinishedOutcome {
  switch (end.kind) {
    case 'threw':
    case 'timed-out':
    case 'interrupted':
      return toOutcome(run, end)
    default:
      return toOutcome(run, { kind: 'timed-out' })
  }
}

/** Calls the cleanup hooks, so that child processes end and locks are released. */
function callHooks(run: Run): void {
  const { cleanup } = run.command?.declaration ?? {}
  const hooks = [...run.ending.cleanups.splice(0).toReversed(), ...(cleanup ? [cleanup] : [])]
  for (const call of [() => run.ending.abort(), ...hooks]) {
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
    const finished = encode(run, complete(run, unfinished), encoder)
    return { texts: render(run, finished), exitCode: finished.encoded.exit_code }
  } catch {
    // The stack may be exhausted; the fallback line needs no encoder.
    const line = fallbackLine(complete(run, unfinished))
    return { texts: [lastText('stdout', line)], exitCode: 1 }
  }
}

/** Renders the answer; formats that are not loaded are replaced by JSON. */
function render(run: Run, { outcome, encoded }: FinishedRun): readonly LastText[] {
  if (run.output.format === 'human') {
    const { stdout, stderr } = renderOutcome(run, outcome)
    return [lastText('stdout', stdout), lastText('stderr', stderr)]
  }
  const hasLines = run.answer.lines !== null && run.answer.lines.bytes > 0
  const isLine = hasLines || run.meta['stream'] !== undefined
  const text = toJsonLine(isLine ? { ...encoded, layout: 'compact' } : encoded)
  return [lastText(hasLines ? 'stderr' : encoded.stream, text)]
}

function lastText(stream: OutputStream, text: string): LastText {
  return { stream, text: text === '' || text.endsWith('\n') ? text : `${text}\n` }
}

const CALL = 'surety.call'

/** Calls a function with a time limit that stops even an endless loop; throws at the limit. */
export function callWithin(limitMs: number, call: () => void): void {
  const globals = globalThis as unknown as Record<symbol, unknown>
  globals[Symbol.for(CALL)] = call
  const script = new Script(`globalThis[Symbol.for('${CALL}')]()`, { filename: 'surety:hook' })
  try {
    script.runInThisContext({ displayErrors: false, timeout: limitMs })
  } finally {
    delete globals[Symbol.for(CALL)]
  }
}
