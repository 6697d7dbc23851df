import { createProgress, type ProgressDisplay } from '../human/interactive/progress.ts'
import { colorLevel } from '../human/terminal/color-level.ts'
import { drawsUnicode } from '../human/terminal/draws-unicode.ts'
import type { Run } from '../run/run-state.ts'

/** Creates the display that draws a run's progress on a terminal. */
export function createDisplay(run: Run, write: (text: string) => void): ProgressDisplay {
  const { world, command } = run
  return createProgress({
    write,
    isTty: true,
    monotonic: world.monotonic,
    columns: world.columns,
    color: colorLevel(world.env, world.isStderrTty),
    unicode: drawsUnicode(world.env, world.platform),
    steps: command?.declaration.steps ?? [],
  })
}
