import { defineCommand } from 'surety/unstable/runtime'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { s } from 'surety/unstable/schema'
import { count, examples, matching, required, text } from '../input/option-kinds.ts'
import { stateOptions } from '../state-folder.ts'
import { passThroughExits } from './run/call-options.ts'
import { runCall, runOptions } from './run.ts'

const { quiet, keepStderr, journal, full } = runOptions

export const command = defineCommand({
  description: 'Runs a shell line and names the part that failed',
  // The effect of the line is unknown, so assume that it changes something.
  danger: 'mutating',
  exitCodes: passThroughExits(
    'The line ended with 0; with --json, no part of it failed unseen either',
  ),
  args: { line: required('The line, as one quoted word, after --') },
  options: {
    shell: matching(
      /^(?:\/\S+\/)?(?:ba|da|z|k|fi)?sh$/,
      'sh, bash, dash, zsh, ksh, fish or the path of one',
      'Shell that runs the line; its parts are judged only in bash',
    ).default('bash'),
    timeout: s.duration().optional().describe('Time limit; none by default'),
    maxOutput: count('Limit of output in bytes; 0 for none', 0).default(0),
    cwd: text('Folder to run the line in'),
    journal,
    quiet,
    keepStderr,
    full,
    ...stateOptions,
  },
  examples: examples({
    'Find out whether a pipe hides a failure': "surety sh -- 'npm test 2>&1 | tail -5'",
    'Answer with JSON': "surety sh --json -- 'cd app && npm test | tail'",
  }),
  // The line has its own limit.
  timeoutMs: 0,
  text: async (...given) => (await import('./run/run-text.ts')).runText(...given),
  failureText: async (...given) => (await import('./run/run-text.ts')).failedRunText(...given),
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const own = ctx as unknown as AnyContext
    const { shell, timeout = NO_LIMIT, ...rest } = options
    const host = hostOf(own)
    const { needsProfile, runDirect } = await import('./run/direct-line.ts')
    const { line } = args
    const start = needsProfile(shell, line, processEnv) ? [shell, '-l', '-c'] : [shell, '-c']
    const isPlain = options.maxOutput === 0 && !options.full
    if (isPlain && options.timeout === undefined && host.isDirect && !host.hasFormat)
      if (await runDirect(own, start, line, options)) return null
    const asked = { ...DEFAULTS, ...rest, timeout, words: [...start, line] }
    return runCall(own, { ...asked, text: !host.hasFormat })
  },
})

/** The longest time that a timer takes. */
const NO_LIMIT = 2 ** 31 - 1

/** What `surety run` is told where a line has no use for its options. */
const DEFAULTS = {
  dialect: 'plain',
  retries: 0,
  continuations: 0,
  maxWait: 0,
  safe: false,
  idempotent: false,
  memory: false,
  approveRedirect: [],
  approveFix: false,
  cache: false,
}
