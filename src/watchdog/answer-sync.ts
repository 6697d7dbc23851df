import { specEncoders, traitsOf, type Encoder } from '../dialects/index.ts'
import {
  abortRun,
  complete,
  failureOutcome,
  fallbackLine,
  finishWith,
  renderOutcome,
  toJsonLine,
  type FinishedRun,
  type OutputStream,
  type Run,
  type RunEnd,
  type UnfinishedOutcome,
} from '../runtime/index.ts'
import { callWithin } from './call-within.ts'
import { writeAndExit, type LastText } from './write-and-exit.ts'

/** A hook that waits for the thread waits in vain, so there is little to wait for. */
const HOOK_LIMIT_MS = 500

/**
 * Answers for a run from within the loop that holds its thread, and ends the process. Nothing can be
 * waited for or loaded here: hooks are called, not awaited.
 */
export function answerSync(run: Run, encoder: Encoder | null, end: RunEnd): void {
  run.isAnswered = true
  run.progress?.stop()
  callHooks(run)
  const unfinished = toUnfinished(run, end)
  const { texts, exitCode } = toTexts(run, unfinished, encoder ?? encoderAtHand(run))
  writeAndExit(run.world, texts, exitCode)
}

function encoderAtHand({ output }: Run): Encoder {
  return specEncoders[traitsOf(output.dialect).generation ?? '1.0']
}

/** A run that ended by itself and then got stuck was about to answer; that answer is lost. */
function toUnfinished(run: Run, end: RunEnd): UnfinishedOutcome {
  switch (end.kind) {
    case 'threw':
    case 'timed-out':
    case 'interrupted':
      return failureOutcome(run, end)
    default:
      return failureOutcome(run, { kind: 'timed-out' })
  }
}

/** Calls what would clean up, so that children end and locks are given back. */
function callHooks(run: Run): void {
  const { cleanup } = run.command?.declaration ?? {}
  const hooks = [...run.cleanups.splice(0).toReversed(), ...(cleanup ? [cleanup] : [])]
  for (const call of [() => abortRun(run, new Error('The run is over.')), ...hooks]) {
    try {
      callWithin(HOOK_LIMIT_MS, () => ignoreRejection(call()))
    } catch {
      // A hook that fails, or loops as well, must not cost the others and the answer.
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
    const finished = finishWith(run, unfinished, encoder)
    return { texts: render(run, finished), exitCode: finished.encoded.exit_code }
  } catch {
    // The stack may be used up; the default dialect is simple enough to be written by hand.
    const line = fallbackLine(complete(run, unfinished))
    return { texts: [lastText('stdout', line)], exitCode: 1 }
  }
}

/** Renders the answer; formats that would have to be loaded become JSON. */
function render(run: Run, { outcome, encoded }: FinishedRun): readonly LastText[] {
  if (run.output.format === 'human') {
    const { stdout, stderr } = renderOutcome(run, outcome)
    return [lastText('stdout', stdout), lastText('stderr', stderr)]
  }
  const hasLines = run.lines !== null && run.lines.bytes > 0
  const isLine = hasLines || run.meta['stream'] !== undefined
  const text = toJsonLine(isLine ? { ...encoded, layout: 'compact' } : encoded)
  return [lastText(hasLines ? 'stderr' : encoded.stream, text)]
}

function lastText(stream: OutputStream, text: string): LastText {
  return { stream, text: text === '' || text.endsWith('\n') ? text : `${text}\n` }
}
