import {
  runProgram,
  startTogether,
  type Ended,
  type ProcessOptions,
  type Together,
} from './run-program.ts'

/** How a call of a tool of tests/bin/requirements is made. */
export interface CallOptions extends ProcessOptions {
  /** Whether it has a process of its own: for exits, streams, descriptors and whatever else only a process shows. */
  readonly alone?: boolean
}

/** For calls that are about their process. */
export const ALONE: CallOptions = { alone: true }

/**
 * Makes a call of a tool of tests/bin/requirements. Calls whose answers alone matter share a process, in which the
 * build runs each with variables and input of its own; one that is signalled, watched, left waiting or in a certain
 * folder has its own process.
 */
export async function runCall(
  name: string,
  argv: readonly string[],
  options: CallOptions = {},
): Promise<Ended> {
  const { alone, cwd, env = {}, input = '', onStart, whenReady, write } = options
  const program = `requirements/${name}`
  const isOwn = [cwd, env['NODE_OPTIONS'], onStart, whenReady, write].some((it) => it !== undefined)
  if (alone || isOwn || typeof input !== 'string') return runProgram(program, argv, options)
  const shared = processes.get(program) ?? { together: startTogether(program), calls: 0 }
  processes.set(program, shared)
  clearTimeout(shared.idle)
  shared.calls += 1
  try {
    return await shared.together.call(argv, { env, input })
  } catch (error) {
    // It has ended; the next call starts another.
    processes.delete(program)
    throw error
  } finally {
    shared.calls -= 1
    if (shared.calls === 0) shared.idle = setTimeout(() => leave(program), IDLE_MS)
  }
}

interface Shared {
  readonly together: Together
  calls: number
  idle?: NodeJS.Timeout
}

/** The processes at work, by their program. */
const processes = new Map<string, Shared>()
/** How long a process waits for another call; the next test usually has one at once. */
const IDLE_MS = 1000

function leave(program: string): void {
  void processes.get(program)?.together.end()
  processes.delete(program)
}
