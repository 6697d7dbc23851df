import { colorLevel } from '../human/terminal/color-level.ts'
import { drawsUnicode } from '../human/terminal/draws-unicode.ts'
import type { ScreenOptions } from '../human/terminal/screen.ts'
import type { Run } from '../run/run-state.ts'

/** Describes the terminal for the renderer; `--width` overrides its real width (REQ-F-056). */
export function screenOf({ world, output, command }: Run): ScreenOptions {
  // A command may declare a `--width` option of its own, with another meaning.
  const isOwn = Object.hasOwn(command?.declaration.options ?? {}, 'width')
  return {
    columns: (isOwn ? null : output.width) ?? world.columns,
    color: colorLevel(world.env, world.isStdoutTty),
    unicode: drawsUnicode(world.env, world.platform),
    now: world.now(),
  }
}
