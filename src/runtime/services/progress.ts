import type { Progress } from '../handler/context.ts'
import {
  createProgress as createDisplay,
  type ProgressDisplay,
} from '../human/interactive/progress.ts'
import { colorLevel, drawsUnicode, isColorRefused } from '../human/terminal/capabilities.ts'
import { cleanShownText } from '../output/finish.ts'
import type { Call } from '../run/call.ts'
import { progressOf, showProgress } from '../run/progress-display.ts'
import type { Run } from '../run/run-state.ts'
import { logLine } from './log.ts'

interface Share {
  readonly done: number
  readonly total: number
}

/** Makes the run's progress reporter, which writes to stderr if it is a terminal or in debug mode. */
export function createProgress(call: Call): Progress {
  const { run } = call
  const report = (
    message: string,
    at?: { readonly done: number; readonly total?: number; readonly unit?: string },
  ): void => {
    if (at) call.work?.report(at)
    if (run.ending.isAnswered) return
    run.world.heard?.(message, at?.done, at?.total)
    const share = at?.total === undefined ? undefined : (at as Share)
    if (canDraw(run)) displayOf(run).update(cleanShownText(run, message), share)
    else if (run.world.isStderrTty || run.isDebug) {
      logLine(run, 'info', share ? `${message} (${share.done}/${share.total})` : message)
    }
  }
  const step = (name: string): void => {
    run.notes.completedSteps.push(name)
    if (canDraw(run) && !run.ending.isAnswered) displayOf(run).step(cleanShownText(run, name))
    else report(name)
  }
  return Object.assign(report, { step })
}

/** Tests whether a line can be redrawn on stderr without disturbing output on the same terminal. */
export function canDraw({ world, output, isDebug }: Run): boolean {
  if (!world.isStderrTty || isDebug || isColorRefused(world.env)) return false
  return output.format === 'human' || !world.isStdoutTty
}

/** Returns the display of a run's progress, and creates it if there is none. */
export function displayOf(run: Run): ProgressDisplay {
  const { world } = run
  const shown = progressOf(run)
  if (shown) return shown
  const display = createDisplay({
    write: (text) => {
      try {
        void world.write('stderr', text)
      } catch {
        // Progress is optional: a closed stream must not fail the command.
      }
    },
    monotonic: world.monotonic,
    columns: world.columns,
    color: colorLevel(world.env, world.isStderrTty),
    unicode: drawsUnicode(world.env, world.platform),
  })
  return showProgress(run, display)
}
