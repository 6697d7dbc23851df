import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import type { ReplayReport } from '../../replay/index.ts'
import { count, examples, lasting, words } from '../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Reads transcripts of agents and says what they missed',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The transcripts were read, whatever was found in them',
    NOT_FOUND: 'A file or folder does not exist',
    PRECONDITION: 'A named file is not a transcript',
  },
  errors: {
    TRANSCRIPT_NOT_FOUND: { exit: 'NOT_FOUND', description: 'There is no such file or folder' },
    NOT_A_TRANSCRIPT: lasting('PRECONDITION', 'The file is in no form that is known'),
  },
  args: { files: words('Transcripts, or folders of them such as ~/.claude/projects') },
  options: {
    since: s.duration().optional().describe('Only calls newer than this, such as 24h or 30d'),
    lines: count('Findings to list', 0, 5000).default(8).short('n'),
  },
  timeoutMs: 0,
  examples: examples({
    'See what was missed last month': 'surety replay --since 30d ~/.claude/projects',
    'Count it for a program': 'surety replay ~/.codex/sessions --fields calls,found',
  }),
  type: 'replay_report',
  text: async (data, screen) =>
    (await import('./replay-text.ts')).replayText(data as unknown as ReplayReport, screen),
  run: async ({ args, options, warn, ...ctx }) => {
    const { replay } = await import('../../replay/index.ts')
    const since =
      options.since === undefined ? undefined : new Date(ctx.now().getTime() - options.since)
    const report = await replay(args.files, {
      env: ctx.processEnv,
      since,
      signal: ctx.signal,
      onProgress: (calls, files) =>
        void (calls % 1000 === 0 && ctx.progress(`${calls} calls, ${files} files`)),
    })
    const { damaged, skipped, first_skipped: first, ...shown } = report
    if (damaged > 0) warn(`Lines passed over because they are damaged or too long: ${damaged}.`)
    if (skipped > 0)
      warn(`Files passed over because they are no transcripts: ${skipped}, the first ${first}.`)
    const findings = shown.findings.slice(0, options.lines)
    return { ...shown, findings, more: shown.more + shown.findings.length - findings.length }
  },
})
