import { hasColor, drawsUnicode, supportsLinks } from '../human/terminal/capabilities.ts'
import type { ScreenOptions } from '../human/terminal/screen.ts'
import type { Run } from '../run/run-state.ts'

/** Describes the terminal; a variable and the tool override its real width (REQ-F-056). */
export function screenOf({ world, cli }: Run): ScreenOptions {
  const variable = world.env[`${cli.envPrefix}_WIDTH`] ?? ''
  const fixed = /^\d{1,5}$/.test(variable) ? Number(variable) : cli.declaration.output?.width
  return {
    columns: fixed ?? world.columns,
    color: hasColor(world.env, world.isStdoutTty),
    links: supportsLinks(world.env, world.isStdoutTty),
    unicode: drawsUnicode(world.env, world.platform),
    now: world.now(),
  }
}
