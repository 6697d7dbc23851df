import { defect } from '../contract/index.ts'
import { dispatch } from './lifecycle/dispatch.ts'
import { createNodeWorld, earlyGuard, endProcess } from './process/node-world.ts'
import type { CliSource } from './declare/cli.ts'

let isServing = false

/**
 * Runs a tool on the arguments of the process, or on those given, and ends the process with the right exit
 * code.
 *
 * @example
 * ```ts
 * import { defineCli, serve } from 'surety'
 *
 * await serve(() => import('./cli.js'))
 * ```
 */
export async function serve(
  source: CliSource,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (isServing) throw defect('SERVED_TWICE', 'serve() was called twice; a process has one answer')
  isServing = true
  if (/^--mcp\b/.test(argv[0] ?? ''))
    return (await import('./mcp/serve-mcp.ts')).serveMcp(source, argv)
  const noise = earlyGuard.end()
  const world = createNodeWorld(argv)
  // Without a listener, signals and calls of process.exit() would end the process between two stages.
  world.onInterruption(() => {})
  const answered = await dispatch(source, world, noise)
  await endProcess(world, answered.exitCode)
}
