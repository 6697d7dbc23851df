import { basename } from 'node:path'

import { loadDialect } from '../dialects/index.ts'
import { discover } from './discover/discover.ts'
import { loadChecks } from './registry.ts'
import type { Level, Report } from './report/report.ts'
import { runChecks } from './run-checks.ts'

/** How to check a tool. */
export interface CheckOptions {
  /** The id of the dialect of its answers; found by looking if absent. */
  readonly dialect?: string
  /** Default 3: every check. */
  readonly level?: Level
  /** Ids of the checks to run; all if absent. */
  readonly only?: readonly string[]
  readonly cwd?: string
  /** Default: the variables of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Limit of each run in milliseconds; default 10 000. */
  readonly timeoutMs?: number
  /** Processes at once; default 2. */
  readonly concurrency?: number
  readonly signal?: AbortSignal
  readonly now?: () => Date
  /** Called after each process. */
  readonly onRun?: (count: number) => void
}

/**
 * Checks a tool, given as the words that start it, as an agent would see it.
 *
 * @example
 * ```ts
 * import { checkTool } from 'surety/conformance'
 *
 * const report = await checkTool(['./deployer'], { level: 2 })
 * report.findings.filter(({ status }) => status === 'broken')
 * ```
 */
export async function checkTool(
  command: readonly string[],
  options: CheckOptions = {},
): Promise<Report> {
  let count = 0
  const probing = {
    inheritedEnv: options.env ?? process.env,
    concurrency: options.concurrency ?? 2,
    ...(options.signal !== undefined && { signal: options.signal }),
    onRun: () => options.onRun?.((count += 1)),
  }
  const dialect = options.dialect === undefined ? undefined : await loadDialect(options.dialect)
  const tool = await discover(
    {
      name: basename(command.at(-1) ?? ''),
      command,
      cwd: options.cwd ?? process.cwd(),
      ...(dialect !== undefined && { dialect, dialectSource: 'option' }),
      timeoutMs: options.timeoutMs ?? 10_000,
    },
    probing,
  )
  return runChecks(tool, await loadChecks(options.only), {
    level: options.level ?? 3,
    now: options.now ?? (() => new Date()),
  })
}
