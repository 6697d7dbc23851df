import type { JsonObject } from '../../contract/index.ts'
import { reported, type Run } from './run-state.ts'

/** Lists what happened to the steps so far; undefined if the command has none. */
export function stepEvents(run: Run): readonly JsonObject[] | undefined {
  const started = reported(run, 'started').map(({ step }) => step)
  if (started.length === 0) return undefined
  return run.reports.flatMap((said) => {
    if (said.kind === 'started') return [{ step: said.step, event: 'start' }]
    // `ctx.progress.step()` tells of steps that nobody began.
    const isOwn = said.kind === 'done' && started.includes(said.step)
    return isOwn ? [{ step: said.step, event: 'complete' }] : []
  })
}
