import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

import { unknownDialect } from 'surety/unstable/dialects'
import { closest } from '@surety/internal/closest.ts'
import type { CheckOptions, Report, ShownReport } from '../conformance/index.ts'
import type { ReportOptions } from './report-files.ts'
import { given } from '@surety/internal/given.ts'
import { notStarted } from '@surety/internal/not-started.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import {
  defineCommand,
  type InputProblem,
  type Screen,
  type ValuesOf,
} from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { makeFolder } from '@surety/internal/own-folder.ts'

const FAIL_ON = ['broken', 'not-shown', 'never'] as const

const required = (description: string) => s.string().min(1).describe(description)
const text = (description: string) => required(description).optional()
const flag = (description: string) => s.boolean().default(false).describe(description)
const texts = (description: string) => s.array(s.string().min(1)).default([]).describe(description)
const lasting = <const Exit extends string>(exit: Exit, description: string) =>
  ({ exit, description, retryable: false }) as const

const checkOptions = {
  dialect: text('Dialect of the tool: an id or a file; default: detected'),
  profile: text('Profile that says what may be run, JSON or YAML'),
  preset: s
    .enum(['any', 'envelope'])
    .optional()
    .describe('What is asked: of every program, or of one that speaks a dialect; default: found'),
  read: texts("A call that only reads, such as 'status --short'"),
  fails: texts('A call that must fail, and changes nothing'),
  holds: texts('A call that waits until it is ended'),
  plan: flag('Tells every call that may be made, and makes none'),
  notes: flag('Tells habits as well, which are no fault'),
  init: flag('Looks at the tool and writes a profile to --profile, or <tool>.surety.yaml'),
  baseline: text('File of what is known to be broken; only what is new makes red'),
  updateBaseline: flag('Writes what is broken now to --baseline'),
  level: s
    .enum(['1', '2', '3'])
    .optional()
    .describe(
      'Level that the tool must reach; higher ones are not checked. Default: all are checked, none is required',
    ),
  only: texts('Id of a check to run; default: all'),
  all: flag('Reports every check with the runs that it cites, not only what is broken'),
  failOn: s
    .enum(FAIL_ON)
    .default('broken')
    .describe('What makes the check fail: broken promises, those not shown too, or nothing'),
  report: s
    .array(s.enum(['html', 'junit', 'sarif', 'md']))
    .default([])
    .describe('Kind of report to write'),
  reportFile: texts('File of the report, in the order of --report; default surety-report.*'),
  source: text('File of the program that findings are shown at in SARIF; default: the profile'),
  timeout: s
    .duration()
    .optional()
    .describe('Time limit of each run; default that of the profile, else 10s'),
}

type CheckValues = ValuesOf<typeof checkOptions>

export const command = defineCommand({
  description: 'Checks whether a tool keeps the contract',
  // Of the tool only reads, refusals and previews are run, unless a profile asks for more; --init writes a file.
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'Nothing that --fail-on names was found',
    PRECONDITION: 'A promise is broken, or --fail-on or --level is not met',
    UNAVAILABLE: 'Nothing could be judged',
    NOT_FOUND: 'The tool cannot be started, or there is no such profile',
    ARG_ERROR: 'The profile is invalid',
    CONFLICT: 'The profile exists already, and --init does not overwrite it',
  },
  errors: {
    CONFORMANCE_CHECKS_FAILED: lasting(
      'PRECONDITION',
      'data.findings says what is broken, data.not_shown what would show the rest',
    ),
    NOTHING_SHOWN: lasting(
      'UNAVAILABLE',
      'Nothing could be judged: no read ended with 0; name other calls with --read or a profile',
    ),
    INVALID_PROFILE: { exit: 'ARG_ERROR', description: 'The profile cannot be used' },
    PROFILE_EXISTS: { exit: 'CONFLICT', description: '--init does not overwrite a file' },
    REPORT_NOT_WRITTEN: lasting(
      'GENERAL_ERROR',
      'A report file cannot be written; data has the findings',
    ),
    TOOL_NOT_FOUND: { exit: 'NOT_FOUND', description: 'The tool cannot be started' },
  },
  args: {
    words: s
      .array(s.string())
      .default([])
      .describe('The tool and its leading arguments, after --; default: those of the profile'),
  },
  options: checkOptions,
  examples: [
    { description: 'Check a tool that describes itself', command: 'surety check -- deployer' },
    {
      description: 'Check any tool, by calls that only read',
      command: "surety check --read 'c.js' --fails 'none.js' -- prettier",
    },
    {
      description: 'Write a page to read and a file for the pipeline',
      command: 'surety check --report html --report junit -- ./deployer',
    },
    {
      description: 'For a pipeline: everything up to level 2 must be kept and shown',
      command: 'surety check --level 2 -- ./deployer',
    },
    { description: 'Write a first profile', command: 'surety check --init -- ./deployer' },
  ],
  type: 'conformance_report',
  validate: async ({ args, options }) => [
    ...problemIf(
      args.words.length === 0 && (options.profile === undefined || options.init),
      '<words>',
      'MISSING_ARGUMENT',
      'The tool is missing: give its words after --, or --profile FILE.',
    ),
    ...problemIf(
      args.words[0] === '',
      '<words>',
      'INVALID_VALUE',
      'The name of the tool is empty.',
    ),
    ...(['read', 'fails', 'holds'] as const).flatMap((name) => callProblems(name, options[name])),
    ...problemIf(
      options.updateBaseline && options.baseline === undefined,
      '--update-baseline',
      'MISSING_ARGUMENT',
      '--update-baseline needs --baseline FILE.',
    ),
    ...unknownDialect('--dialect', options.dialect),
    ...(await unknownChecks(options.only)),
    ...(await reportFileProblems(options)),
  ],
  timeoutMs: 0,
  text: async (data, screen) => {
    const { profile, plan } = data as { profile?: string; plan?: string }
    if (plan !== undefined) return plan
    if (profile === undefined) return reportText(data, screen)
    return `Wrote ${profile}; look at the lines marked with DECIDE.`
  },
  failureText: reportText,
  run: async (ctx) => {
    const { args, options } = ctx
    const { baselineText, checkTool, planOf, readBaseline, showsNothing, toData, toLean } =
      await import('../conformance/index.ts')
    const kit = toKitOptions(options, ctx)
    if (options.plan) {
      ctx.effect('noop')
      return { plan: await planOf(args.words, kit) }
    }
    if (options.init) {
      const refuse = (message: string, facts: object) => ctx.fail('PROFILE_EXISTS', message, facts)
      const written = await writeProfile(args.words, kit, refuse)
      ctx.effect('created')
      return written
    }
    ctx.effect(options.report.length > 0 || options.updateBaseline ? 'created' : 'noop')
    const files = options.report.length > 0 && (await import('./report-files.ts'))
    const planned = files ? files.planReportFiles(options) : []
    const { baseline: file } = options
    const baseline = file === undefined || options.updateBaseline ? undefined : readBaseline(file)
    const report = await checkTool(args.words, {
      ...kit,
      ...(options.level !== undefined && { level: Number(options.level) as 1 | 2 | 3 }),
      ...(options.only.length > 0 && { only: options.only }),
      ...given({ baseline }),
    })
    const [first] = report.runs
    if (report.runs.every(({ start_error: error }) => error !== null) && first !== undefined) {
      const target = report.tool.command[0] ?? ''
      ctx.fail('TOOL_NOT_FOUND', notStarted(target, first.start_error ?? 'unknown'), { target })
    }
    const next = report.summary.not_shown > 0 &&
      report.preset === 'envelope' &&
      report.tool.profile === null && {
        command: quoteWords(['surety', 'check', '--init', '--', ...args.words]),
        description: 'Write a profile, which names the calls that may be made',
      }
    if (next) ctx.suggestNext(next)
    const { written = [], problems = [] } = files
      ? await files.writeReportFiles(report, planned, options)
      : {}
    // Who names checks asks for what they found.
    const isWhole = options.all || options.only.length > 0
    const data = {
      ...(isWhole ? toData(report) : toLean(report, options.notes)),
      ...(files && { reports: [...written] }),
    }
    if (problems.length > 0)
      ctx.fail('REPORT_NOT_WRITTEN', `Not written: ${problems.join(', ')}.`, { data })
    if (options.updateBaseline && file !== undefined) {
      makeFolder(dirname(file))
      await writeFile(file, baselineText(report))
      return data
    }
    const failure = options.failOn !== 'never' && failureOf(report, options, showsNothing(report))
    if (!failure) return data
    const facts = { data, ...(next && { suggestion: `${next.description}: ${next.command}` }) }
    const [code, message] = failure
    return ctx.fail(code, message, facts)
  },
})

/** What the kit takes of options and of the process. */
function toKitOptions(options: CheckValues, ctx: KitContext) {
  const { dialect, profile, preset, timeout: timeoutMs } = options
  return {
    ...given({ dialect, profile, preset, timeoutMs }),
    reads: callsOf(options.read),
    fails: callsOf(options.fails),
    holds: callsOf(options.holds),
    env: ctx.processEnv,
    signal: ctx.signal,
    onRun: (count: number, left?: string) =>
      ctx.progress(left === undefined ? `${count} runs` : `${count} runs, ${left}`),
  }
}

interface KitContext {
  readonly processEnv: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly progress: (message: string) => void
}

async function writeProfile(
  words: readonly string[],
  { profile: path, ...kit }: CheckOptions,
  refuse: (message: string, facts: object) => never,
) {
  const { draftProfile } = await import('../conformance/index.ts')
  const tool = words.findLast((word) => !word.startsWith('-')) ?? 'tool'
  const profile = path ?? `${basename(tool).replace(/\.\w+$/, '')}.surety.yaml`
  const folder = dirname(profile)
  if (existsSync(profile)) refuse(`${profile} exists and is not overwritten.`, { target: profile })
  const text = await draftProfile(words, { ...kit, folder })
  makeFolder(folder)
  await writeFile(profile, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    refuse(`${profile} exists and is not overwritten.`, { target: profile })
  })
  const decisions = text.split('\n').filter((line) => line.includes('DECIDE')).length
  return { profile, decisions }
}

/** Says what of a report is a failure, if anything is. */
function failureOf(
  report: Report,
  { level, failOn }: Pick<CheckValues, 'level' | 'failOn'>,
  isNothingShown: boolean,
) {
  const { summary, failed_reads: failed, preset } = report
  // With --only no level is judged, so that none can be missed.
  const isMissed =
    level !== undefined && summary.not_run === 0 && report.level.reached < report.level.asked
  const isFailure =
    summary.broken > 0 || isMissed || (failOn === 'not-shown' && summary.not_shown > 0)
  if (summary.broken === 0 && failed.length > 0) {
    const message = `Not judged: your read '${failed[0]!.call}' did not end with 0.`
    return ['NOTHING_SHOWN', message] as const
  }
  const hasOne = summary.not_run > 0 && summary.kept > 0
  if (summary.broken === 0 && isNothingShown && preset === 'envelope' && !hasOne) {
    const message =
      'Nothing could be judged, because only help and version answered. Name calls that only read with --read.'
    return ['NOTHING_SHOWN', message] as const
  }
  return isFailure && (['CONFORMANCE_CHECKS_FAILED', failureMessage(report, isMissed)] as const)
}

function callsOf(texts: readonly string[]): readonly (readonly string[])[] {
  return texts.flatMap((text) => {
    const split = splitWords(text)
    return split.ok ? [split.words] : []
  })
}

function callProblems(name: string, texts: readonly string[]): readonly InputProblem[] {
  return texts.flatMap((value) => {
    const split = splitWords(value)
    if (split.ok) return []
    const message = `--${name}: ${split.message}.`
    return [{ param: `--${name}`, code: 'INVALID_VALUE', message, value }]
  })
}

async function reportFileProblems(options: ReportOptions): Promise<readonly InputProblem[]> {
  if (options.reportFile.length + options.report.length === 0) return []
  return (await import('./report-files.ts')).reportFileProblems(options)
}

function problemIf(
  isWrong: boolean,
  param: string,
  code: string,
  message: string,
): readonly InputProblem[] {
  return isWrong ? [{ param, code, message }] : []
}

async function unknownChecks(ids: readonly string[]): Promise<readonly InputProblem[]> {
  if (ids.length === 0) return []
  const { CHECK_IDS } = await import('../conformance/index.ts')
  const all = 'The findings of surety check --all have the ids of all checks.'
  return ids
    .filter((value) => !CHECK_IDS.includes(value))
    .map((value) => {
      const near = closest(value, CHECK_IDS)
      const message = `--only: there is no check '${value}'.`
      const code = near === undefined ? 'INVALID_VALUE' : 'INVALID_CHOICE'
      return { param: '--only', code, message, value, allowed: CHECK_IDS, suggestion: near ?? all }
    })
}

async function reportText(data: unknown, screen: Screen): Promise<string> {
  const kit = await import('../conformance/index.ts')
  return kit.reportText(data as ShownReport, screen)
}

function failureMessage({ tool, summary, level }: Report, isMissed: boolean): string {
  const parts = [
    ...(summary.broken > 0 ? [`breaks ${promises(summary.broken)}`] : []),
    ...(summary.not_shown > 0 ? [`does not show ${promises(summary.not_shown)}`] : []),
  ]
  const missed = isMissed ? `does not reach level ${level.asked}: it ` : ''
  return `${tool.name} ${missed}${parts.join(' and ')}.`
}

function promises(count: number): string {
  return count === 1 ? '1 promise' : `${count} promises`
}
