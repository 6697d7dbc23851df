import { writeFile } from 'node:fs/promises'

import { READERS, type ReplayReport } from '../../replay/index.ts'
import { defineCommand, type InputProblem } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { count, examples, flag, lasting, text, texts, words } from '../input/option-kinds.ts'
import type { ShownReplay } from './replay/lean-report.ts'

const FILES = { html: 'surety-replay.html', md: 'surety-replay.md' } as const

export const command = defineCommand({
  description: 'Reads transcripts of agents and says what they missed',
  // It runs nothing that it reads; --report writes files.
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The transcripts were read, whatever was found in them',
    NOT_FOUND: 'A file or folder does not exist',
    PRECONDITION: 'A named file is not a transcript, or a report cannot be written',
  },
  errors: {
    TRANSCRIPT_NOT_FOUND: { exit: 'NOT_FOUND', description: 'There is no such file or folder' },
    NOT_A_TRANSCRIPT: lasting('PRECONDITION', 'The file is in the format of no known client'),
    REPORT_NOT_WRITTEN: lasting('PRECONDITION', 'A report file cannot be written'),
  },
  args: {
    files: words('Transcripts, or folders of them such as ~/.claude/projects'),
  },
  options: {
    as: s
      .enum(READERS.map(({ id }) => id) as [string, ...string[]])
      .optional()
      .describe('The client that wrote the files; default: detected'),
    since: s.duration().optional().describe('Only calls newer than this, such as 24h or 30d'),
    program: text('Only calls of this program, such as gh'),
    lines: count('Findings to list', 0, 5000).default(8).short('n'),
    all: flag('Lists all findings, and all sessions'),
    share: flag('Prints only counts: no command, file, session or name of a program'),
    report: s
      .array(s.enum(['html', 'md']))
      .default([])
      .describe('Kind of report to write'),
    reportFile: texts('File of the report, in the order of --report; default surety-replay.*'),
  },
  timeoutMs: 0,
  examples: examples({
    'See what was missed last month': 'surety replay --since 30d ~/.claude/projects',
    'Write a page': 'surety replay --report html ~/.codex/sessions',
    'Print counts that can be shown to anybody': 'surety replay --share ~/.claude/projects',
  }),
  type: 'replay_report',
  validate: ({ options }) => surplusFiles(options.report, options.reportFile),
  text: async (data, screen) =>
    (await import('./replay/replay-text.ts')).replayText(data as unknown as ShownReplay, screen),
  run: async (ctx) => {
    const { args, options } = ctx
    ctx.effect(options.report.length > 0 ? 'created' : 'noop')
    const { MissingFile, replay, UnknownTranscript } = await import('../../replay/index.ts')
    const { isRunUnasked } = await import('./hook/unasked.ts')
    const report = await replay(args.files, {
      env: ctx.processEnv,
      isRunUnasked,
      as: READERS.find(({ id }) => id === options.as),
      since:
        options.since === undefined ? undefined : new Date(ctx.now().getTime() - options.since),
      program: options.program,
      keepsRows: options.report.includes('html') && !options.share,
      signal: ctx.signal,
      onProgress: everyTenth(({ files, bytes, calls }) =>
        ctx.progress(`${calls} calls, ${files} files, ${Math.round(bytes / 1e6)} MB`),
      ),
    }).catch((error: unknown) => {
      if (error instanceof MissingFile)
        return ctx.fail('TRANSCRIPT_NOT_FOUND', error.message, { target: error.path })
      if (error instanceof UnknownTranscript)
        return ctx.fail('NOT_A_TRANSCRIPT', error.message, {
          target: error.path,
          suggestion: `--as names the client: ${READERS.map(({ id }) => id).join(', ')}.`,
        })
      throw error
    })
    warnOf(report, options.share, ctx.warn)
    const reports = []
    for (const [at, format] of options.report.entries()) {
      const file = options.reportFile[at] ?? FILES[format]
      const { writeReplay } = await import('../../replay/index.ts')
      const page = await writeReplay(report, format, options.share)
      await writeFile(file, page, { mode: 0o600 }).catch(({ code }: NodeJS.ErrnoException) =>
        ctx.fail('REPORT_NOT_WRITTEN', `${file} cannot be written (${code}).`, { target: file }),
      )
      reports.push({ format, file })
    }
    const { leanReport } = await import('./replay/lean-report.ts')
    return { ...leanReport(report, options), ...(reports.length > 0 && { reports }) }
  },
})

function surplusFiles(
  report: readonly string[],
  files: readonly string[],
): readonly InputProblem[] {
  return files.slice(report.length).map((value) => {
    const message = `--report-file ${value}: there is no --report for it.`
    return { param: '--report-file', code: 'INVALID_VALUE', message, value }
  })
}

/** Calls a function at most ten times a second. */
function everyTenth<Given>(call: (given: Given) => void): (given: Given) => void {
  let last = 0
  return (given) => {
    const now = performance.now()
    if (now - last < 100) return
    last = now
    call(given)
  }
}

function warnOf(
  { damaged, cut, skipped, skipped_files: others }: ReplayReport,
  isShared: boolean,
  warn: (text: string) => void,
): void {
  if (damaged === 1) warn('1 damaged line or item was passed over.')
  if (damaged > 1) warn(`${damaged} damaged lines or items were passed over.`)
  if (cut.length === 1) warn('1 file ends in the middle of a value.')
  if (cut.length > 1) warn(`${cut.length} files end in the middle of a value.`)
  const [first] = skipped
  const which = first === undefined || isShared ? '' : `, the first ${first.file}: ${first.why}`
  if (others > 0)
    warn(`${others === 1 ? '1 file was' : `${others} files were`} passed over${which}.`)
}
