import { basename } from 'node:path'

import { checkAny, RULE_IDS, type AnyOptions } from './any/check-any.ts'
import { runtimeOf } from './any/language.ts'
import { envelopeCalls, planCalls, planText, type Declared } from './any/plan.ts'
import { SuretyError } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { programSeenFrom } from '@surety/internal/process/program-path.ts'
import { loadDialect } from 'surety/unstable/dialects'
import { discover, type Given } from './discover/discover.ts'
import type { Probing } from './probing/probing.ts'
import { DEFAULT_TIMEOUT_MS, givenBy, loadProfile } from './profile/profile.ts'
import { writeProfile } from './profile/write-profile.ts'
import { CHECK_IDS, CHECKS } from './registry.ts'
import type { Level, Preset, Report } from './report/report.ts'
import type { Probe } from './probing/subject.ts'
import { markKnown, type Accepted } from './report/known.ts'
import { runChecks } from './run-checks.ts'

/** How to check a tool. */
export interface CheckOptions {
  /** The id of the dialect of its answers; found by looking if absent. */
  readonly dialect?: string
  /** The path of a profile; without one, only what the tool itself describes is run. */
  readonly profile?: string
  /** Calls that only read, as words after those that start the tool; a short form of a profile. */
  readonly reads?: readonly (readonly string[])[]
  /** Calls that must fail, and change nothing if they do not. */
  readonly fails?: readonly (readonly string[])[]
  /** Calls that wait until they are ended. */
  readonly holds?: readonly (readonly string[])[]
  /** `any` asks what every program should keep, `envelope` what a dialect promises; found by looking if absent. */
  readonly preset?: Preset
  /** Reasons to live with findings, by the ids of their checks, beside those of the profile. */
  readonly accept?: Accepted
  /** The text of a baseline: what is in it makes nothing red. */
  readonly baseline?: string
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
  /** Called after each process, with what is left to do as far as it is known. */
  readonly onRun?: (count: number, left?: string) => void
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
  const facts = await gather(command, options)
  const report = await judgeTool(facts, options)
  return markKnown(report, { ...facts.accept, ...options.accept }, options.baseline)
}

async function judgeTool(facts: Given, options: CheckOptions): Promise<Report> {
  const { level = 3, now = () => new Date() } = options
  const startedAt = now()
  const ids = [...new Set(options.only ?? CHECK_IDS)]
  for (const each of ids)
    if (!CHECK_IDS.includes(each))
      throw new SuretyError('INVALID_VALUE', 'ARG_ERROR', `There is no check ${each}.`)
  const chosenBy = options.preset === undefined ? (facts.preset ? 'profile' : 'tool') : 'option'
  const isOpen = mayBeAny(facts, options)
  const any = anyOptions(facts, options, { chosenBy, level, now })
  const report = isOpen ? await checkAny(any) : undefined
  if (report !== undefined) return report
  const tool = await openTool(facts, options)
  const { dialect, manifest } = tool.subject
  // Its help spoke of a manifest, but it was none of ours.
  if (isOpen && dialect === null && manifest === null) return (await checkAny(any, true))!
  const named = ids.flatMap((id) => CHECKS.find((check) => check.id === id) ?? [])
  const notRun = CHECKS.length - named.length
  return runChecks(tool, named, { level, now, startedAt, notRun, chosenBy })
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
  const { subject } = await openTool(await gather(command, options), options)
  const { folder } = options
  const seen =
    folder === undefined ? subject.command : programSeenFrom(subject.command, folder, subject.cwd)
  const isAny = subject.dialect === null && subject.manifest === null
  const preset = options.preset ?? (isAny && options.reads?.length ? 'any' : 'envelope')
  return writeProfile({ ...subject, command: seen }, preset)
}

/** Tests whether the preset is `any`, or may turn out to be. */
function mayBeAny(facts: Given, { preset = facts.preset, only = [] }: CheckOptions): boolean {
  if (preset !== undefined) return preset === 'any'
  if (only.some((id) => !RULE_IDS.some((rule) => rule === id))) return false
  return facts.dialect === undefined && facts.profile == null
}

function anyOptions(
  facts: Given,
  options: CheckOptions,
  chosen: Pick<AnyOptions, 'chosenBy' | 'level' | 'now'>,
): AnyOptions {
  const { concurrency = 2, signal, onRun, only } = options
  return {
    name: facts.name,
    command: facts.command,
    cwd: facts.cwd,
    profile: facts.profile ?? null,
    inherited: options.env ?? process.env,
    ...declaredIn(facts, options),
    concurrency,
    ...given({ env: facts.env, signal, onRun, only }),
    ...chosen,
  }
}

function declaredIn({ probes = [] }: Given, options: CheckOptions): Declared {
  const calls = (kind: Probe['kind'], more: CheckOptions['reads'] = []) => [
    ...probes.flatMap((probe) => (probe.kind === kind ? [probe.argv] : [])),
    ...more,
  ]
  return {
    reads: calls('read', options.reads),
    fails: calls('invalid', options.fails),
    holds: calls('long', options.holds),
  }
}

/** Lists every call that a check may make, of both presets where the tool itself decides between them. */
export async function planOf(
  command: readonly string[],
  options: CheckOptions = {},
): Promise<string> {
  const facts = await gather(command, options)
  const declared = declaredIn(facts, options)
  const preset = options.preset ?? facts.preset
  const isAny = mayBeAny(facts, options)
  const others = (facts.probes ?? []).filter(
    ({ kind }) => !['read', 'invalid', 'long'].includes(kind),
  )
  return planText(facts.command, [
    ...(isAny ? planCalls(declared) : []),
    ...(preset === 'any' ? [] : envelopeCalls(declared, facts.profile == null)),
    ...others.map(({ argv, kind, dry_run_flag: flag }) => ({
      words: [...argv, ...(flag === undefined ? [] : [flag])],
      how: `as the profile says: ${kind}`,
    })),
  ])
}

export async function openTool(facts: Given, options: CheckOptions): Promise<Probing> {
  let count = 0
  return discover(facts, {
    inheritedEnv: options.env ?? process.env,
    concurrency: options.concurrency ?? 2,
    ...given({ signal: options.signal }),
    onRun: () => options.onRun?.((count += 1)),
  })
}

/** The first word that is no runtime names a tool: `node cli.js` is `cli.js`. */
function nameOf(command: readonly string[]): string {
  const named = command.find((word, at) => !word.startsWith('-') && (at > 0 || !runtimeOf(word)))
  return basename(named ?? command[0] ?? '')
}

export async function gather(command: readonly string[], options: CheckOptions): Promise<Given> {
  const cwd = options.cwd ?? process.cwd()
  const name = nameOf(command)
  const { profile: path } = options
  const loaded = path === undefined ? null : await loadProfile(path, cwd)
  const known: Given = loaded
    ? givenBy(loaded, path!, loaded.cwd ?? cwd)
    : { name, command, cwd, timeoutMs: DEFAULT_TIMEOUT_MS, manifestArgv: ['manifest'] }
  const chosen = options.dialect ?? loaded?.dialect
  const { reads, fails, holds, timeoutMs } = options
  return {
    ...known,
    ...(command.length > 0 && { command }),
    ...given({ reads, fails, holds, timeoutMs }),
    ...(chosen !== undefined && {
      dialect: await loadDialect(chosen),
      dialectSource: options.dialect === undefined ? 'profile' : 'option',
    }),
  }
}
