/**
 * One stop of the tour: a command line that is run for real. `trouble` is what people know, `shows` what surety does
 * about it. `argv` is an example by name, or `surety` itself, and its arguments; `{home}` is the tour's folder, and
 * `cwd` a folder in it. `look` lists the members of the answer to print, as dotted paths into its JSON; an answer that is
 * text is printed by its last lines. `exit` is the expected exit code; default 0. A stop that
 * `needs` git is left out where there is none.
 *
 * @typedef {{ title: string, trouble: string, shows: string, argv: string[], env?: Record<string, string>, cwd?: string, look?: string[], exit?: number, needs?: 'git' }} TourStep
 */

const td = { TD_DATA_DIR: '{home}/td' }
const client = { XDG_STATE_HOME: '{home}/state' }

/** The stops, in order. @type {TourStep[]} */
export const STEPS = [
  {
    title: 'A pipe that hid a failure',
    trouble: 'One of four tests fails. grep shows how many passed, and the shell says 0.',
    shows: 'Output and exit stay the same; one more line says what the pipe hid.',
    argv: ['surety', 'sh', '--', 'npm test 2>&1 | grep "pass "'],
    cwd: 'shop',
    // A line about a newer npm would come last.
    env: { ...client, npm_config_update_notifier: 'false' },
  },
  {
    title: 'A write in doubt',
    trouble: 'git push did not end in time. Did it happen? Repeat it?',
    shows: 'surety does not repeat it, and names the read that tells whether it happened.',
    look: ['ok', 'error.code', 'error.retryable', 'meta.verdict.reason', 'meta.verdict.settles'],
    argv: ['surety', 'run', '--timeout', '3s', '--', 'git', 'push', 'origin', 'main'],
    cwd: 'shop',
    env: client,
    exit: 10,
    needs: 'git',
  },
  {
    title: 'A list that stopped',
    trouble: 'gh lists 30 issues, and 30 looks like all there are. (A script plays gh here.)',
    shows: 'The output stays the same; one more line says that gh stops at 30 by default.',
    argv: ['surety', 'sh', '--', 'gh issue list | wc -l'],
    cwd: 'shop',
    env: { ...client, PATH: '{home}/bin:{PATH}' },
  },
  {
    title: 'A service that is down for a moment',
    trouble: 'Two calls fail, the third would have worked.',
    shows: 'The tool says how long to wait, surety waits that long and calls again.',
    look: [
      'meta.attempts.log.0.code',
      'meta.attempts.count',
      'meta.attempts.waited_ms',
      'ok',
      'data.report',
    ],
    argv: 'surety run --dialect spec-1.0 -- flaky fetch --state {home}/calls'.split(' '),
    env: client,
  },
  {
    title: 'A command that was renamed',
    trouble: 'task list is subject list now, and the script still has the old name.',
    shows: 'surety run follows it once and uses the new command from then on.',
    look: ['ok', 'meta.attempts.log.0.verdict', 'meta.attempts.log.1.verdict', 'data.total'],
    argv: [
      'surety',
      'run',
      '--approve-redirect',
      '*animus subject list *',
      ...'--dialect spec-1.0 -- animus task list --project-root {home} --envelope spec-1.0'.split(
        ' ',
      ),
    ],
    env: client,
  },
  {
    title: 'Bad input, told at once',
    trouble: 'Most tools name the first mistake, and the next one after the next call.',
    shows: 'A tool written with surety names all of them, before anything runs.',
    look: ['ok', 'error.code', 'error.phase', 'meta.errors.0.message', 'meta.errors.1.message'],
    argv: ['td', 'add', 'x', '--priority', '9', '--labl', 'home', '--envelope', 'spec-1.0'],
    env: td,
    exit: 3,
  },
  {
    title: 'One outcome, another envelope',
    trouble: 'Your callers expect animus.cli.v1, or td, or incur.',
    shows: 'The same tool answers in any of them, by a flag or by surety translate.',
    look: ['schema', 'ok', 'data.content', 'data.created'],
    argv: ['td', 'add', 'Water the plants', '--envelope', 'animus-1'],
    env: td,
  },
  {
    title: 'What is wrong with a tool',
    trouble: 'It prints its errors on stdout and ends with 0.',
    shows: 'surety check says which promises are broken and how to keep them.',
    look: ['ok', 'meta.data.findings.0.title', 'meta.data.findings.0.fix'],
    argv: 'surety check --read list --only unknown_flag -- {home}/bin/old-tool'.split(' '),
    env: client,
    exit: 4,
  },
]

/** What to type next, and why. */
export const NEXT = [
  ["surety sh -- '<a line of yours>'", 'says which part of it failed'],
  ['surety check --init -- <a tool of yours>', 'says what is wrong with it'],
  ['surety new greet', 'writes a tool of your own: docs/framework/getting-started.md'],
]
