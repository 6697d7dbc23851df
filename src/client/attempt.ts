import { randomUUID } from 'node:crypto'

import type { CustomExitCode } from '../contract/index.ts'
import { childEnvironment } from './child-environment.ts'
import type { Limiter } from './limiter.ts'
import { readAnswer, type Reading } from './read.ts'
import type { Settings, World } from './settings.ts'
import { runProcess, type ProcessEnd } from './spawn.ts'
import { traceVariables, type Trace } from './trace.ts'

/** What does not change between the attempts of a call. */
export interface AttemptContext {
  readonly settings: Settings
  readonly world: World
  readonly limit: Limiter
  readonly trace: Trace
  readonly exits: readonly CustomExitCode[]
}

/** One finished attempt. */
export interface Attempted {
  readonly end: ProcessEnd
  readonly reading: Reading
  readonly startedAt: Date
}

/** Runs a command line once and reads its answer. */
export async function attempt(
  context: AttemptContext,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  learnt: string | null,
): Promise<Attempted> {
  const { settings, world, trace } = context
  let startedAt = world.now()
  const end = await context.limit(() => {
    startedAt = world.now()
    return runProcess({
      argv,
      env: childEnvironment(world.quietEnv, {
        ...traceVariables(trace),
        ...settings.env,
        ...env,
      }),
      timeoutMs: settings.timeoutMs,
      graceMs: settings.graceMs,
      drainMs: settings.drainMs,
      maxBytes: settings.maxBytes,
      ...(settings.cwd !== undefined && { cwd: settings.cwd }),
      ...(settings.signal !== undefined && { signal: settings.signal }),
      ...(settings.onStderr !== undefined && { onStderr: settings.onStderr }),
    })
  })
  const { timeoutMs, dialect: choice } = settings
  const reading = await readAnswer(end, { argv, timeoutMs, choice, learnt, exits: context.exits })
  return { end, reading, startedAt }
}

/** Makes the id that ties the attempts of one call together. */
export function newCallId(): string {
  return randomUUID()
}
