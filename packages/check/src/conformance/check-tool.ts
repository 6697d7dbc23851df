import { basename } from 'node:path'

import { SuretyError } from 'surety/unstable/contract'
import { programSeenFrom } from '@surety/internal/process/program-path.ts'
import { loadDialect } from 'surety/unstable/dialects'
import { discover, type Given } from './discover/discover.ts'
import type { Probing } from './probing/probing.ts'
import { DEFAULT_TIMEOUT_MS, givenBy, loadProfile } from './profile/profile.ts'
import { writeProfile } from './profile/write-profile.ts'
import type { Check } from './check.ts'
import { CHECK_IDS, CHECKS } from './registry.ts'
import type { Level, Report } from './report/report.ts'
import { runChecks } from './run-checks.ts'

/** How to check a tool. */
export interface CheckOptions {
  /** The id of the dialect of its answers; found by looking if absent. */
  readonly dialect?: string
  /** The path of a profile; without one, only what the tool itself describes is run. */
  readonly profile?: string
  /** Calls that only read, as words after those that start the tool; a short form of a profile. */
  readonly reads?: readonly (readonly string[])[]
  /** Default 3: every check. */
  readonly level?: Level
  /** Ids of the checks to run; all if absent. */
  readonly only?: readonly string[]
  readonly cwd?: string
  /** Default: the variables of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Limit of each run in milliseconds; default that of the profile, else 10 000. */
  readonly timeoutMs?: number
  /** Processes at once; default 2. */
  readonly concurrency?: number
  readonly signal?: AbortSignal
  readonly now?: () => Date
  /** Called after each process. */
  readonly onRun?: (count: number) => void
}

/**
 * Checks a tool, given as the words that start it, as an agent would see it. With a profile the words may
 * be empty. Throws a SuretyError if the profile cannot be used; whatever the tool does is a finding.
 *
 * @example
 * ```ts
 * import { checkTool } from '@surety/check'
 *
 * const report = await checkTool(['./deployer'], { level: 2 })
 * report.findings.filter(({ status }) => status === 'broken')
 * ```
 */
export async function checkTool(
  command: readonly string[],
  options: CheckOptions = {},
): Promise<Report> {
  const { level = 3, now = () => new Date() } = options
  const startedAt = now()
  const ids = [...new Set(options.only ?? CHECK_IDS)]
  const named = ids.map((each) => {
    const check = CHECKS.find(({ id }) => id === each)
    if (check !== undefined) return check
    throw new SuretyError('INVALID_VALUE', 'ARG_ERROR', `There is no check ${each}.`)
  })
  const tool = await openTool(command, options)
  const applies = ({ since }: Check) =>
    since === undefined || tool.subject.dialect?.generation === since
  const chosen = options.only ? named : named.filter(applies)
  const notRun = CHECKS.filter(applies).length - chosen.length
  return runChecks(tool, chosen, { level, now, startedAt, notRun })
}

/**
 * Looks at a tool and writes a profile for it, as YAML with comments where a person must decide.
 *
 * @example
 * ```ts
 * import { draftProfile } from '@surety/check'
 *
 * const yaml = await draftProfile(['./deployer'])
 * ```
 */
export async function draftProfile(
  command: readonly string[],
  options: Omit<CheckOptions, 'profile' | 'level' | 'only'> & {
    /** The folder that the profile is for, if it is not the current one: the path of the tool is relative to it. */
    readonly folder?: string
  } = {},
): Promise<string> {
  const { subject } = await openTool(command, options)
  const { folder } = options
  if (folder === undefined) return writeProfile(subject)
  const seen = programSeenFrom(subject.command, folder, subject.cwd)
  return writeProfile({ ...subject, command: seen })
}

export async function openTool(
  command: readonly string[],
  options: CheckOptions,
): Promise<Probing> {
  let count = 0
  return discover(await gather(command, options), {
    inheritedEnv: options.env ?? process.env,
    concurrency: options.concurrency ?? 2,
    ...(options.signal !== undefined && { signal: options.signal }),
    onRun: () => options.onRun?.((count += 1)),
  })
}

async function gather(command: readonly string[], options: CheckOptions): Promise<Given> {
  const cwd = options.cwd ?? process.cwd()
  const name = basename(command.findLast((word) => !word.startsWith('-')) ?? '')
  const { profile: path } = options
  const loaded = path === undefined ? null : await loadProfile(path, cwd)
  const given: Given = loaded
    ? givenBy(loaded, path!, loaded.cwd ?? cwd)
    : { name, command, cwd, timeoutMs: DEFAULT_TIMEOUT_MS, manifestArgv: ['manifest'] }
  const chosen = options.dialect ?? loaded?.dialect
  return {
    ...given,
    ...(command.length > 0 && { command }),
    ...(options.reads !== undefined && { reads: options.reads }),
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    ...(chosen !== undefined && {
      dialect: await loadDialect(chosen),
      dialectSource: options.dialect === undefined ? 'profile' : 'option',
    }),
  }
}
