/**
 * One stop of the tour: a command line that is run for real. `shows` says what the answer demonstrates. `argv` is an
 * example by name, or `surety` itself, and its arguments; `{home}` is the tour's folder. `look` lists the members of
 * the answer to print, as dotted paths into its JSON. `exit` is the expected exit code; default 0.
 *
 * @typedef {{ title: string, shows: string, argv: string[], env?: Record<string, string>, look: string[], exit?: number }} TourStep
 */

const td = { TD_DATA_DIR: '{home}/td' }
const pay = { AGENTSCORE_PAY_HOME: '{home}/pay' }
const client = { XDG_STATE_HOME: '{home}/state' }

/** The stops, in order. @type {TourStep[]} */
export const STEPS = [
  {
    title: 'A tool answers in its own envelope',
    shows: 'td prints ok, the type of the result and the data. --idempotent makes it repeatable.',
    look: ['ok', 'type', 'data.content', 'data.created'],
    argv: ['td', 'add', 'Water the plants', '--due', 'today', '--idempotent'],
    env: td,
  },
  {
    title: 'The same tool in another dialect, by a flag',
    shows: 'The outcome is the same, the envelope is not. The type moves to meta.',
    look: ['ok', 'data.0.content', 'error', 'warnings', 'meta.type'],
    argv: ['td', 'ls', '--all', '--envelope', 'spec-1.0'],
    env: td,
  },
  {
    title: 'A third dialect',
    shows: 'animus.cli.v1 on one line, as its callers expect.',
    look: ['schema', 'ok', 'data.0.content'],
    argv: ['td', 'ls', '--all', '--envelope', 'animus-1'],
    env: td,
  },
  {
    title: 'A failure that says what to do',
    shows: 'A code to branch on, details in extra, and the next step to take.',
    look: ['code', 'message', 'retryable', 'extra', 'next_steps.action', 'next_steps.suggestion'],
    argv: ['pay', 'wallet', 'address', '--chain', 'base', '--json'],
    env: pay,
    exit: 1,
  },
  {
    title: 'Bad input is rejected before anything runs',
    shows: 'All problems at once, with the allowed values as data; phase is validation.',
    look: ['ok', 'error.code', 'error.phase', 'meta.errors.0.message', 'meta.errors.1.message'],
    argv: ['td', 'add', 'x', '--priority', '9', '--labl', 'home', '--envelope', 'spec-1.0'],
    env: td,
    exit: 3,
  },
  {
    title: 'An old version of a contract is a flag away',
    shows: 'claw 1.0 for callers that have not migrated, with a warning on stderr.',
    look: ['type', 'kind', 'name', 'found'],
    argv: ['claw', 'show-tool', 'BashTool', '--output-format', 'json', '--legacy-envelope'],
  },
  {
    title: 'A renamed command names its replacement',
    shows: 'REDIRECTED with the exact command line to use, arguments included.',
    look: ['error.code', 'error.redirect.command', 'error.redirect.permanent'],
    argv: ['animus', 'task', 'list', '--project-root', '{home}', '--envelope', 'spec-1.0'],
    exit: 13,
  },
  {
    title: 'The client follows the redirect and remembers it',
    shows: 'surety run follows it once and uses the new command from then on.',
    look: ['ok', 'meta.attempts.log.0.verdict', 'meta.attempts.log.1.verdict', 'data.method'],
    argv: [
      'surety',
      'run',
      '--dialect',
      'spec-1.0',
      '--approve-redirect',
      '*animus subject list *',
      '--',
      'animus',
      'task',
      'list',
      '--project-root',
      '{home}',
      '--envelope',
      'spec-1.0',
    ],
    env: client,
  },
  {
    title: 'A flaky tool is retried until it succeeds',
    shows: 'Two failures say how long to wait; the client waits exactly that long.',
    look: [
      'ok',
      'meta.attempts.log.0.code',
      'meta.attempts.log.1.code',
      'meta.attempts.waited_ms',
      'data.report',
    ],
    argv: [
      'surety',
      'run',
      '--dialect',
      'spec-1.0',
      '--',
      'flaky',
      'fetch',
      '--state',
      '{home}/calls',
    ],
    env: client,
  },
  {
    title: 'A tool without any envelope',
    shows: 'The exit code decides, and the output becomes data.',
    look: ['ok', 'data.stdout', 'meta.wrapped'],
    argv: ['surety', 'run', '--', 'node', '--version'],
    env: client,
  },
]
