import {
  addVariables,
  NO_EDITOR,
  quietEnvironment,
} from '@surety/internal/process/quiet-environment.ts'
import type { World } from '../../process/world.ts'
import { quietVariables } from './quiet-variables.ts'

/** Makes the environment of a child process: pagers are off, editors and prompts need a terminal. */
export function childEnvironment(
  world: World,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> {
  const quiet = quietVariables(world)
  if (world.isStdinTty && world.isStdoutTty) return { ...world.env, ...extra, ...quiet }
  return {
    ...addVariables(quietEnvironment(world.env), extra),
    ...quiet,
    ...NO_EDITOR,
    ...(!world.isStdoutTty && { COLUMNS: '0' }),
  }
}
