// One command for each acceptance line that needs a whole process to be shown.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { defineCli, defineCommand, s, serve } from 'surety'
import { runCli } from 'surety/testing'

/** Notes that a handler was called, in the file that the test names. */
const leaveTrace = (text = 'x') => {
  if (process.env.TRACE) appendFileSync(process.env.TRACE, text)
}
const command = (run, more = {}) =>
  defineCommand({
    description: 'Shows one line of a requirement',
    danger: 'safe',
    exitCodes: {
      SUCCESS: 'It is done',
      NOT_FOUND: 'There is no such thing',
      PRECONDITION: 'Something is missing',
      AUTH_REQUIRED: 'Credentials are missing',
      PAYMENT_REQUIRED: 'It has to be paid',
    },
    run,
    ...more,
  })
let serial = 0

const commands = {
  'claims-retry': command(({ failWith }) =>
    failWith('PRECONDITION', 'The project has no lock file.', { retryable: true }),
  ),
  'fix-declared': command(({ fail }) => fail('LOCK_MISSING', 'The project has no lock file.'), {
    errors: {
      LOCK_MISSING: {
        exit: 'PRECONDITION',
        fixRequired: 'Create the lock file.',
        fixCommand: 'lines make --id 1',
      },
    },
  }),
  'fix-spliced': command(
    ({ args, failWith }) =>
      failWith('PRECONDITION', 'The project has no lock file.', {
        fix_required: 'Create the lock file.',
        fix_command: args.fix,
      }),
    { args: { fix: s.string() } },
  ),
  make: command(
    ({ options }) => {
      leaveTrace()
      serial += 1
      return { effect: 'created', id: options.id, pid: process.pid, serial }
    },
    { danger: 'mutating', options: { id: s.integer().default(1) } },
  ),
  'make-and-fail': command(
    ({ options, failWith }) => {
      leaveTrace()
      failWith(options.exit, 'It went wrong.')
    },
    { danger: 'mutating', options: { exit: s.enum(['NOT_FOUND', 'GENERAL_ERROR']) } },
  ),
  'make-slowly': command(
    async () => {
      leaveTrace()
      process.stderr.write('ready\n')
      await new Promise((resolve) => setTimeout(resolve, 20_000))
      return { effect: 'created' }
    },
    { danger: 'mutating' },
  ),
  remove: command(
    () => {
      leaveTrace()
      return { effect: 'deleted' }
    },
    { danger: 'destructive', dryRun: () => ({ effect: 'would_delete', would_affect: { id: 1 } }) },
  ),
  question: command(
    async () => {
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      return { name: await lines.question('Name? ') }
    },
    { options: { name: s.string().optional() } },
  ),
  lines: command(async () => {
    const read = []
    for await (const line of createInterface({ input: process.stdin })) read.push(line)
    return { read }
  }),
  stream: command(async () => {
    let text = ''
    for await (const chunk of process.stdin) text += chunk
    return { text }
  }),
  'looks-at-stdin': command(async () => {
    const isTerminal = process.stdin.isTTY === true
    await new Promise((resolve) => setTimeout(resolve, 900))
    return { isTerminal }
  }),
}

/** Declarations that must be refused before their handler is called. */
const refused = {
  'after-fix-exit': () =>
    command(() => null, {
      exitCodes: { SUCCESS: 'x', PRECONDITION: { description: 'y', retryable: true } },
    }),
  'after-fix-error': () =>
    command(() => null, { errors: { NO_LOCK: { exit: 'AUTH_REQUIRED', retryable: true } } }),
  'fix-pipe': () => fixing('lines make | sh'),
  'fix-placeholder': () => fixing('lines make --id <id>'),
  'fix-variable': () => fixing('lines make --id $ID'),
  'fix-alone': () =>
    command(() => null, {
      errors: { NO_LOCK: { exit: 'PRECONDITION', fixCommand: 'lines make' } },
    }),
  'fix-elsewhere': () => fixing('curl example.test'),
  'fix-destructive': () => fixing('lines remove'),
  'one-letter': () => command(() => null, { errors: { X: 'PRECONDITION' } }),
  'lower-case': () => command(() => null, { errors: { no_lock: 'PRECONDITION' } }),
}
function fixing(fixCommand) {
  return command(() => null, {
    errors: { NO_LOCK: { exit: 'PRECONDITION', fixRequired: 'Create it.', fixCommand } },
  })
}

export const tool = () => {
  const name = process.env.REFUSED
  return defineCli({
    name: 'lines',
    version: '1.0.0',
    description: 'Shows lines of requirements',
    commands: name ? { ...commands, [name]: refused[name]() } : commands,
    ...(process.env.REPL && { default: 'question' }),
  })
}

if (process.env.REFUSED) {
  // Declarations are judged by the author's tests.
  const { exit, stdout } = await runCli(tool(), process.argv.slice(2), { unchecked: true })
  process.stdout.write(stdout)
  process.exitCode = exit
} else if (process.argv[1] === import.meta.filename) await serve(tool)
