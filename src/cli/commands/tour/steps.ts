/** One stop of the tour: a command line that is really run. */
export interface TourStep {
  readonly title: string
  /** What to look at in the answer. */
  readonly shows: string
  /** An example by name, or `surety` itself, and its arguments; `{home}` is the tour's folder. */
  readonly argv: readonly [tool: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  /** What is drawn of the answer: dotted paths into its JSON. */
  readonly look: readonly string[]
  /** The exit code that it ends with; default 0. */
  readonly exit?: number
}

const td = { TD_DATA_DIR: '{home}/td' }
const pay = { AGENTSCORE_PAY_HOME: '{home}/pay' }
const client = { XDG_STATE_HOME: '{home}/state' }

/** The stops, in order. */
export const STEPS: readonly TourStep[] = [
  {
    title: 'A tool answers in its own envelope',
    shows: 'td says ok, the type of the result, and the data; safe to repeat with --idempotent.',
    look: ['ok', 'type', 'data.content', 'data.created'],
    argv: ['td', 'add', 'Water the plants', '--due', 'today', '--idempotent'],
    env: td,
  },
  {
    title: 'The same tool, another dialect: a flag, no code',
    shows: 'One outcome, many wires. The type rides in meta, the effect is beside it.',
    look: ['ok', 'data.0.content', 'error', 'warnings', 'meta.type'],
    argv: ['td', 'ls', '--all', '--envelope', 'spec-1.0'],
    env: td,
  },
  {
    title: 'And a third',
    shows: 'animus.cli.v1 on one line, as its callers expect it.',
    look: ['schema', 'ok', 'data.0.content'],
    argv: ['td', 'ls', '--all', '--envelope', 'animus-1'],
    env: td,
  },
  {
    title: 'A failure that says what to do',
    shows: 'A code to branch on, facts in extra, and the next step as an action.',
    look: ['code', 'message', 'retryable', 'extra', 'next_steps.action', 'next_steps.suggestion'],
    argv: ['pay', 'wallet', 'address', '--chain', 'base', '--json'],
    env: pay,
    exit: 1,
  },
  {
    title: 'A mistake is answered before anything happens',
    shows: 'Every problem at once, the allowed values as data, phase validation.',
    look: ['ok', 'error.code', 'error.phase', 'meta.errors.0.message', 'meta.errors.1.message'],
    argv: ['td', 'add', 'x', '--priority', '9', '--labl', 'home', '--envelope', 'spec-1.0'],
    env: td,
    exit: 3,
  },
  {
    title: 'The old generation of a contract is a flag',
    shows: 'claw 1.0 for callers that have not moved yet, with a warning on stderr.',
    look: ['type', 'kind', 'name', 'found'],
    argv: ['claw', 'show-tool', 'BashTool', '--output-format', 'json', '--legacy-envelope'],
  },
  {
    title: 'An old command says where it went',
    shows: 'REDIRECTED with the exact replacement, arguments carried over.',
    look: ['error.code', 'error.redirect.command', 'error.redirect.permanent'],
    argv: ['animus', 'task', 'list', '--project-root', '{home}', '--envelope', 'spec-1.0'],
    exit: 13,
  },
  {
    title: 'The client follows it, and remembers',
    shows: 'surety run decides from the outcome: follow once, use the new form from then on.',
    look: ['ok', 'meta.attempts.log.0.verdict', 'meta.attempts.log.1.verdict', 'data.method'],
    argv: [
      'surety',
      'run',
      '--dialect',
      'spec-1.0',
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
    title: 'A flaky tool is brought to a good end',
    shows: 'Two failures say when to come back; the client waits just that long.',
    look: [
      'ok',
      'meta.attempts.log.0.code',
      'meta.attempts.log.1.code',
      'meta.attempts.waited_ms',
      'data.report',
    ],
    argv: ['surety', 'run', '--', 'flaky', 'fetch', '--state', '{home}/calls'],
    env: client,
  },
  {
    title: 'A tool that never heard of us',
    shows: 'No envelope, so the exit code decides and the output becomes data.',
    look: ['ok', 'data.stdout', 'meta.wrapped'],
    argv: ['surety', 'run', '--', 'node', '--version'],
    env: client,
  },
]
