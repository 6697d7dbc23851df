import type { FlagValues } from '../../declare/framework-flags.ts'
import { cleanShownText } from '../../output/surroundings.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { LONGEST_TIMER_MS } from '../../run/limit/limit.ts'
import { isAnswered, reported, type Run } from '../../run/run-state.ts'

/** Writes lines every so many milliseconds to stdout and every so many seconds to stderr; 0 for none. */
export async function beat(
  run: Run,
  { heartbeatMs = 0, heartbeatInterval = 0 }: FlagValues,
  next: () => MaybeLater<RunEnd>,
): Promise<RunEnd> {
  // Other formats have no line for it.
  const ms = ['json', 'jsonl'].includes(run.output.format) ? Number(heartbeatMs) : 0
  const seconds = Number(heartbeatInterval)
  const write = (stream: 'stdout' | 'stderr', line: string): void => {
    if (isAnswered(run)) return
    // A closed pipe is handled when the answer is written.
    void Promise.resolve(run.world.write(stream, `${line}\n`)).catch(() => {})
  }
  const every = (ms: number, beat: () => void) =>
    setInterval(beat, Math.min(ms, LONGEST_TIMER_MS)).unref()
  const elapsed = () => run.limit.elapsed()
  const timers = [
    ms > 0 &&
      every(ms, () => {
        const at = run.reports.findLast(({ kind }) => kind === 'started' || kind === 'done')
        const step = at?.kind === 'started' ? at.step : undefined
        const facts = { status: 'running', heartbeat: true, elapsed_ms: elapsed(), step }
        write('stdout', JSON.stringify(facts))
      }),
    seconds > 0 &&
      every(seconds * 1000, () => {
        const said = reported(run, 'progress').at(-1)?.text ?? ''
        const text = `[${Math.round(elapsed() / 1000)}s] ${said}`
        write('stderr', cleanShownText(run, text))
      }),
  ]
  try {
    return await next()
  } finally {
    for (const timer of timers) if (timer) clearInterval(timer)
  }
}
