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
 * Calls may overlap, but for one that moves with `process.chdir()`: it fails beside others, and others wait for it.
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
  options: RunToolOptions = {},
): Promise<ToolResult> {
  const { hostedCalls } = await import('./calls/active-calls.ts')
  let stderr = ''
  const onStderr = (text: string | Uint8Array): void => {
    stderr += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
  }
  const { result, stdout } = await hostedCalls().run(
    { env: process.env, ...options, argv, onStderr, keepsStderr: true },
    (world) => dispatch(tool, world),
  )
  return { outcome: result.outcome, exit: result.exitCode, stdout, stderr }
}
