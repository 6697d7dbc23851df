// A tool for surroundings that are against it: prompts, configuration, secrets, slow readers.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, defineExitCode, s, serve } from 'surety'

const oddExit = defineExitCode({ name: 'ODD_EXIT', number: 90, description: 'Odd' })

const command = (run, more = {}) =>
  defineCommand({
    description: 'Meets its surroundings',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It went well', NOT_FOUND: 'Something is missing' },
    run,
    ...more,
  })

/** Leaves a trace wherever it is called, which must never happen before the input is found good. */
const leaveTrace = () => fs.appendFileSync(process.env['TRACE'] ?? '/dev/null', 'executed\n')

const commands = {
  'closes-stdout': command(
    ({ options }) => {
      fs.closeSync(1)
      return { text: 'x'.repeat(options.size) }
    },
    { options: { size: s.integer().default(1) } },
  ),
  'ends-stdout': command(
    async ({ options }) => {
      process.stdout.end('goodbye\n')
      await sleep(20)
      process.stdout.destroy()
      return { text: 'x'.repeat(options.size) }
    },
    { options: { size: s.integer().default(1) } },
  ),
  trickle: command(async function* () {
    yield { id: 'row 0' }
    await sleep(20_000)
  }),
  ponder: command(async () => {
    await sleep(20_000)
  }),
  mutter: command(async () => {
    await sleep(700)
    console.error('muttered')
    await sleep(300)
  }),
  drop: command(() => ({ effect: 'deleted', name: 'table' }), {
    danger: 'destructive',
    dryRun: () => ({ effect: 'would_delete', would_affect: { rows: 12 } }),
  }),
  wipe: command(() => ({ effect: 'noop' }), {
    danger: 'destructive',
    dryRun: () => ({ effect: 'would_delete', would_affect: {} }),
  }),
  confirm: command(async ({ prompt }) => ({ sure: await prompt.confirm('Really?') }), {
    interactive: true,
  }),
  'confirm-or-end': command(
    async ({ prompt, failWith }) =>
      (await prompt.confirm('Really?')) || failWith('PRECONDITION', 'Nothing was changed.'),
    {
      interactive: true,
      exitCodes: { SUCCESS: 'It went well', PRECONDITION: 'The answer was no' },
    },
  ),
  'asks-undeclared': command(async ({ prompt }) => ({ sure: await prompt.confirm('Really?') }), {
    exitCodes: undefined,
  }),
  name: command(async ({ prompt }) => ({ name: await prompt.text('Your name?') }), {
    interactive: true,
  }),
  enrol: command(({ args, options }) => ({ ...args, ...options }), {
    interactive: true,
    args: { name: s.string().min(2).describe('Your name?') },
    options: {
      size: s.enum(['small', 'large']).describe('Which size?'),
      seats: s.integer().describe('How many seats?'),
      pin: s.string().secret().describe('Which PIN?'),
    },
  }),
  login: command(
    async ({ prompt }) => ({ length: (await prompt.text('Password?', { secret: true })).length }),
    { interactive: true },
  ),
  pick: command(
    async ({ prompt }) => ({ size: await prompt.select('Which size?', ['small', 'large']) }),
    { interactive: true },
  ),
  set: defineCommand({
    description: 'Changes something, and leaves a trace',
    danger: 'mutating',
    exitCodes: { SUCCESS: 'Changed' },
    args: { id: s.string().resourceId(), level: s.integer().min(1).max(5) },
    options: {
      mode: s.enum(['fast', 'slow']).optional(),
      note: s.string().optional(),
      token: s.string().min(20).secret().optional(),
    },
    env: { TOUGH_REGION: s.enum(['eu', 'us']).optional() },
    validate: ({ options }) =>
      options.note === 'bad'
        ? [{ param: '--note', code: 'NOTE_BAD', message: 'That note is bad.', value: 'bad' }]
        : [],
    run: () => {
      leaveTrace()
      return { effect: 'updated' }
    },
  }),
  remove: defineCommand({
    description: 'Removes something, and leaves a trace',
    danger: 'destructive',
    exitCodes: { SUCCESS: 'Removed' },
    args: { id: s.string().resourceId() },
    dryRun: ({ args }) => ({ effect: 'would_delete', would_affect: { id: args.id } }),
    run: () => {
      leaveTrace()
      return { effect: 'deleted' }
    },
  }),
  piped: command(
    ({ stdin }) => {
      leaveTrace()
      return { length: stdin().length, codes: Array.from(stdin(), (c) => c.codePointAt(0)) }
    },
    { stdin: true },
  ),
  // Without a limit, because the time that it takes depends on the disk.
  rows: command(
    async function* () {
      for (let index = 0; index < 500; index += 1) {
        fs.writeFileSync(process.env['TRACE'], String(index))
        yield { index, text: 'x'.repeat(10_000) }
      }
    },
    { timeoutMs: 0 },
  ),
  steps: command(
    ({ suggestNext, fail }) => {
      suggestNext({ command: 'tough read', description: 'Look at it' })
      if (process.env['FAIL']) fail('GONE', 'It is gone.')
      return { done: true }
    },
    { errors: { GONE: 'NOT_FOUND' }, nextSteps: [{ command: 'tough name', description: 'Go on' }] },
  ),
  full: command(
    async () => {
      await fs.promises.writeFile(`${process.env['TARGET']}/f`, 'x'.repeat(200_000))
      return { written: true }
    },
    { exitCodes: { SUCCESS: 'Written' } },
  ),
  custom: command(({ fail }) => fail('ODD', 'It is odd.', { details: { why: 'odd' } }), {
    exitCodes: { SUCCESS: 'Even', ODD_EXIT: oddExit },
    errors: { ODD: { exit: oddExit } },
  }),
  talk: command(({ warn }) => {
    warn('word '.repeat(40).trim())
    return { said: true }
  }),
  work: command(async ({ progress }) => {
    for (let done = 0; done <= 10; done += 1) {
      progress('Uploading', { done, total: 10 })
      await sleep(Number(process.env['WORK_PAUSE_MS'] ?? 80))
    }
    return { uploaded: 10 }
  }),
  table: command(
    () =>
      Array.from({ length: 4 }, (_, at) => ({
        id: `dep_${at}`,
        status: ['ready', 'failed', 'queued', 'building'][at],
        created: new Date(Date.UTC(2024, 1, at + 1)).toISOString(),
        url: `https://example.test/deploys/${at}`,
      })),
    { list: true, nextSteps: [{ command: 'tough read', description: 'Look at one' }] },
  ),
}

export const tool = () =>
  defineCli({ name: 'tough', version: '1.2.3', description: 'Meets its surroundings', commands })

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
