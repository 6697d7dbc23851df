import type { CliSource } from './declare/cli.ts'
import type { RunToolOptions, ToolResult } from './run-embedded.ts'

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
  options: RunToolOptions = {},
): Promise<ToolResult> {
  const { runEmbedded } = await import('./run-embedded.ts')
  return runEmbedded(tool, argv, options)
}
