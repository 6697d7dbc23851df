import type { Progress } from '../handler/context.ts'
import { colorLevel, isColorRefused } from '../human/terminal/color-level.ts'
import { createDeferredProgress } from '../human/interactive/deferred-progress.ts'
import { drawsUnicode } from '../human/terminal/draws-unicode.ts'
import type { ProgressDisplay } from '../human/interactive/progress.ts'
import { logLine } from './log.ts'
import type { Run } from '../run/run-state.ts'

/** Makes the run's progress reporter: stderr only, and quiet where nobody watches. */
export function createProgress(run: Run): Progress {
  const report = (
    message: string,
    at?: { readonly done: number; readonly total: number },
  ): void => {
    if (run.isAnswered) return
    if (canDraw(run)) displayOf(run).update(run.redactor.redact(message), at)
    else if (run.world.isStderrTty || run.isDebug) {
      logLine(run, 'info', at ? `${message} (${at.done}/${at.total})` : message)
    }
  }
  const step = (name: string): void => {
    run.completedSteps.push(name)
    if (canDraw(run) && !run.isAnswered) displayOf(run).step(run.redactor.redact(name))
    else report(name)
  }
  return Object.assign(report, { step })
}

/** Tests whether a line can be redrawn without getting between the rows of an answer. */
function canDraw({ world, output, isDebug }: Run): boolean {
  if (!world.isStderrTty || isDebug || isColorRefused(world.env)) return false
  return output.format === 'human' || !world.isStdoutTty
}

function displayOf(run: Run): ProgressDisplay {
  const { world, command } = run
  run.progress ??= createDeferredProgress(() => ({
    write: (text) => {
      try {
        void world.write('stderr', text)
      } catch {
        // Progress is a courtesy: a stream that is gone must not fail the command.
      }
    },
    isTty: true,
    monotonic: world.monotonic,
    columns: world.columns,
    color: colorLevel(world.env, world.isStderrTty),
    unicode: drawsUnicode(world.env, world.platform),
    steps: command?.declaration.steps ?? [],
  }))
  return run.progress
}
