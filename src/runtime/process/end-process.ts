import type { World } from './world.ts'

/**
 * Ends the process with an exit code after its answer is written. A socket, a timer or a thread that a
 * handler forgot must not keep the caller waiting.
 */
export async function endProcess(world: World, exitCode: number): Promise<void> {
  callExitListeners(world, exitCode)
  if (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))) {
    const { leaveStuckThreads } = await import('./stuck-threads.ts')
    await leaveStuckThreads(exitCode)
  }
  world.abandon(exitCode)
}

/**
 * Calls the `exit` listeners of the program, which release what Node does not. They can neither exit nor
 * change the exit code, because the answer is already written.
 */
function callExitListeners(world: World, exitCode: number): void {
  process.exitCode = exitCode
  for (const listener of process.listeners('exit')) {
    try {
      listener.call(process, exitCode)
    } catch (error) {
      void world.write('stderr', `[ERROR] exit listener: ${String(error)}\n`)
    }
  }
}
