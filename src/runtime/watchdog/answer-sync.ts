import type { Outcome } from '../../contract/index.ts'
import { specEncoders, traitsOf, type EncodedDocument, type Encoder } from '../../dialects/index.ts'
import { encodeOutcome, toJsonLine } from '../run/encode-outcome.ts'
import type { Ending } from '../run/run-end.ts'
import { renderOutcome } from '../output/render-run.ts'
import { abortRun, type Run } from '../run/run-state.ts'
import { settle } from '../result/settle.ts'
import type { LastWords } from '../process/world.ts'

/** Everything that a hook leaves for later is lost, so that there is little to wait for. */
const HOOKS_LIMIT_MS = 500

/**
 * Writes the answer of a run whose thread is busy, from within the loop that holds it, and ends the
 * process. Everything happens at once: hooks are called, and not waited for. It is built into a file
 * of its own that depends on no other, because a module that somebody is loading cannot be had twice.
 */
export function answerAtOnce(run: Run, encoder: Encoder | null, ending: Ending): void {
  run.progress?.stop()
  callHooks(run)
  const outcome = settle(run, ending)
  const encoded = encodeOutcome(run, encoder ?? specEncoder(run), outcome)
  const words = toWords(run, outcome, encoded)
  run.isAnswered = true
  run.world.abandon(encoded.exit_code, words)
}

/** Calls what would clean up, so that children end and locks are given back. */
function callHooks(run: Run): void {
  const { cleanup } = run.command?.declaration ?? {}
  const hooks = [...run.cleanups.splice(0).toReversed(), ...(cleanup ? [cleanup] : [])]
  const calls = [() => abortRun(run, new Error('The run is over.')), ...hooks]
  for (const call of calls) {
    try {
      run.world.callWithin?.(HOOKS_LIMIT_MS, () => ignoreRejection(call()))
    } catch {
      // One hook that fails, or loops as well, must not cost the others and the answer.
    }
  }
}

function ignoreRejection(returned: unknown): void {
  if (returned instanceof Promise) returned.catch(() => {})
}

function specEncoder({ output }: Run): Encoder {
  return specEncoders[traitsOf(output.dialect).generation ?? '1.0']
}

/** Formats that would have to be loaded are answered in JSON. */
function toWords(run: Run, outcome: Outcome, encoded: EncodedDocument): readonly LastWords[] {
  const hasLines = run.lines !== null && run.lines.bytes > 0
  if (run.output.format === 'human') {
    const { stdout, stderr } = renderOutcome(run, outcome)
    return [
      { stream: 'stdout', text: withNewline(stdout) },
      { stream: 'stderr', text: withNewline(stderr) },
    ]
  }
  const isLine = hasLines || run.meta['stream'] !== undefined
  const text = toJsonLine(isLine ? { ...encoded, layout: 'compact' } : encoded)
  return [{ stream: hasLines ? 'stderr' : encoded.stream, text: withNewline(text) }]
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
