import type { Progress } from '../handler/context.ts'
import type { ProgressDisplay } from '../human/interactive/progress.ts'
import { cleanShownText } from '../output/surroundings.ts'
import type { Call } from '../run/call.ts'
import { isAnswered, isDebug, report, type Run } from '../run/run-state.ts'
import type * as Drawing from './draw-progress.ts'
import { logLine } from './log.ts'

/** What draws on a terminal; undefined until a run has one. */
let drawing: typeof Drawing | undefined

/** Loads what draws progress; called before a handler whose stderr is a terminal. */
export async function loadDrawing(): Promise<void> {
  drawing ??= await import('./draw-progress.ts')
}

/** Returns the display of a run's progress; undefined where nothing can be drawn. */
export function displayOf(run: Run): ProgressDisplay | undefined {
  return drawing?.canDraw(run) ? drawing.displayOf(run) : undefined
}

/** Makes the run's progress reporter, which writes to stderr if it is a terminal, in debug mode, or if the caller reads it there. */
export function createProgress(call: Call): Progress {
  const { run } = call
  const tell = (...[message, at]: Parameters<Progress>): void => {
    report(run, { kind: 'progress', text: message })
    if (isAnswered(run)) return
    run.world.heard?.(message, at?.done, at?.total)
    const share = at?.total === undefined ? undefined : { done: at.done, total: at.total }
    const display = displayOf(run)
    if (display) return display.update(cleanShownText(run, message), share)
    const { isStderrTty, env } = run.world
    if (isStderrTty || isDebug(run) || env['SURETY_PROGRESS'])
      logLine(run, 'info', share ? `${message} (${share.done}/${share.total})` : message)
  }
  const step = (name: string): void => {
    report(run, { kind: 'done', step: name })
    const display = isAnswered(run) ? undefined : displayOf(run)
    if (display) display.step(cleanShownText(run, name))
    else tell(name)
  }
  return Object.assign(tell, { step })
}
