import type { CliSource } from './declare/cli.ts'
import type { Outcome } from '../contract/index.ts'
import { dispatch } from './lifecycle/dispatch.ts'
import type { MemoryOptions } from './process/memory-world.ts'

/** The surroundings of a tool that runs inside another program. */
export interface RunToolOptions extends Pick<
  MemoryOptions,
  'columns' | 'cwd' | 'env' | 'now' | 'stdin' | 'tty'
> {
  /** Ends the run as SIGTERM would. */
  readonly signal?: AbortSignal
}

/** How a run ended, as values. */
export interface ToolResult {
  readonly outcome: Outcome
  /** The number that the process would have exited with. */
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a tool inside this program and returns what it would have printed and its exit. It never exits, and
 * changes neither the streams nor the variables of the process; standard input is empty unless it is given.
 *
 * @example
 * ```ts
 * import { defineCli, run } from 'surety'
 *
 * const ping = defineCli({ name: 'ping', run: () => ({ pong: true }) })
 * const { outcome, exit } = await run(ping, ['--format', 'yaml'])
 * ```
 */
export async function run(
  tool: CliSource,
  argv: readonly string[] = [],
  { signal, ...options }: RunToolOptions = {},
): Promise<ToolResult> {
  const { createMemoryWorld } = await import('./process/memory-world.ts')
  const { withOwnGuard } = await import('./process/scoped-stdout-guard.ts')
  const world = createMemoryWorld({
    env: process.env,
    cwd: process.cwd(),
    platform: process.platform,
    now: () => new Date(),
    monotonic: () => performance.now(),
    ...options,
    argv,
  })
  const interrupt = () => world.interrupt({ kind: 'signal', signal: 'SIGTERM' })
  signal?.addEventListener('abort', interrupt)
  try {
    const running = withOwnGuard(() => dispatch(tool, world))
    if (signal?.aborted) interrupt()
    const { outcome, exitCode } = await running
    return { outcome, exit: exitCode, ...world.written }
  } finally {
    signal?.removeEventListener('abort', interrupt)
  }
}
