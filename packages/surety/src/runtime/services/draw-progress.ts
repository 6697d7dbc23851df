import {
  createProgress as createDisplay,
  type ProgressDisplay,
} from '../human/interactive/progress.ts'
import { hasColor, drawsUnicode, isColorRefused } from '../human/terminal/capabilities.ts'
import { isDebug, showProgress, type Run } from '../run/run-state.ts'

/** Tests whether a line can be redrawn on stderr without disturbing output on the same terminal. */
export function canDraw(run: Run): boolean {
  const { world, output } = run
  if (!world.isStderrTty || isDebug(run) || isColorRefused(world.env)) return false
  return output.format === 'human' || !world.isStdoutTty
}

export function displayOf(run: Run): ProgressDisplay {
  const { world } = run
  const make = () =>
    createDisplay({
      write: (text) => {
        try {
          void world.write('stderr', text)
        } catch {
          // Progress is optional: a closed stream must not fail the command.
        }
      },
      monotonic: world.monotonic,
      columns: world.columns,
      color: hasColor(world.env, world.isStderrTty),
      unicode: drawsUnicode(world.env, world.platform),
    })
  return showProgress(run, make)
}
