import { addVariables, quietEnvironment } from '../../internal/process/quiet-environment.ts'
import type { World } from '../process/world.ts'
import { quietVariables } from './own-environment.ts'

/** Makes the environment of a child process: pagers are off, editors and prompts need a terminal. */
export function childEnvironment(
  world: World,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> {
  const hasTerminal = world.isStdinTty && world.isStdoutTty
  return {
    ...(hasTerminal
      ? { ...world.env, ...extra }
      : addVariables(quietEnvironment(world.env), extra)),
    ...quietVariables(world),
    ...(!world.isStdoutTty && { COLUMNS: '0' }),
  }
}
