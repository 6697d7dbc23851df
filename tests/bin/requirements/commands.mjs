// One command for each thing that the acceptance lines of the requirements ask about.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { defineCli, defineCommand, defineExitCode, s, serve } from 'surety'

if (process.env.NEXT_YEAR) {
  const { now } = Date
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now() + 365 * 86_400_000]))
    }
  }
}

const FAILURES =
  'GENERAL_ERROR ARG_ERROR PARTIAL_FAILURE PRECONDITION NOT_FOUND CONFLICT PERMISSION_DENIED ' +
  'AUTH_REQUIRED PAYMENT_REQUIRED TIMEOUT RATE_LIMITED UNAVAILABLE'
const failures = FAILURES.split(' ')
const quotaSpent = defineExitCode({
  name: 'QUOTA_SPENT',
  number: 79,
  description: 'The quota is used up',
  sideEffects: 'none',
})

/** Notes that a handler was called, in the file that the test names. */
const leaveTrace = () => process.env.TRACE && fs.appendFileSync(process.env.TRACE, 'x')
const start = promisify(execFile)
const sayReady = () => fs.writeSync(2, 'ready\n')

const command = (run, more = {}) =>
  defineCommand({
    description: 'Shows lines of a requirement',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done' },
    run,
    ...more,
  })

/** A folder of things, one file each. */
const things = () => {
  const folder = `${process.env.HOME}/things`
  fs.mkdirSync(folder, { recursive: true })
  return folder
}
const removal = {
  danger: 'destructive',
  args: { name: s.string().min(3) },
  dryRun: ({ args }) => ({
    effect: 'would_delete',
    would_affect: { name: args.name, bytes: fs.statSync(`${things()}/${args.name}`).size },
  }),
}
const remove = ({ args }) => {
  leaveTrace()
  fs.rmSync(`${things()}/${args.name}`)
  return { effect: 'deleted', name: args.name }
}
const laterChanged = { SUCCESS: 'It is done' }
const rowsOf = (length) => Array.from({ length }, (_, id) => ({ id, text: 'x'.repeat(200) }))
const commands = {
  fine: command(() => ({ fine: true })),
  failure: command(({ args, fail }) => fail(`IT_IS_${args.exit}`, 'It did not work.'), {
    args: { exit: s.enum(failures) },
    exitCodes: {
      SUCCESS: 'It is done',
      ...Object.fromEntries(failures.map((name) => [name, `It ends as ${name}`])),
    },
    errors: Object.fromEntries(failures.map((name) => [`IT_IS_${name}`, name])),
  }),
  'own-exit': command(({ fail }) => fail('SPENT', 'The quota is used up.'), {
    exitCodes: { SUCCESS: 'It is done', QUOTA_SPENT: quotaSpent },
    errors: { SPENT: { exit: quotaSpent } },
  }),
  'undeclared-exit': command(({ failWith }) => failWith('CONFLICT', 'Two came at once.')),
  'declared-late': command(() => null, { exitCodes: laterChanged }),
  crash: command(() => {
    throw new Error('the database went away')
  }),
  recoverable: command(({ fail }) => fail('LOCK_MISSING', 'The project has no lock file.'), {
    exitCodes: { SUCCESS: 'It is done', PRECONDITION: 'There is no lock file' },
    errors: { LOCK_MISSING: { exit: 'PRECONDITION', suggestion: 'Run acme fine first.' } },
  }),
  many: command(() => Array.from({ length: 45 }, (_, id) => ({ id, name: `n${id}` })), {
    list: true,
  }),
  'many-of-own': command(() => Array.from({ length: 45 }, (_, id) => ({ id })), {
    list: { defaultLimit: 5 },
  }),
  'count-unknown': command(({ page }) => page({ items: [{ id: 1 }], total: null, next: 'b' }), {
    list: true,
  }),
  large: command(() => rowsOf(10_000), { list: { defaultLimit: 0 } }),
  'large-text': command(() => 'y'.repeat(2_000_000)),
  values: command(
    ({ options, failWith }) => {
      const values = {
        at: new Date(Date.UTC(2026, 1, 9, 7, 5)),
        amount: 1_234_567.5,
        yes: true,
        no: false,
      }
      if (options.fail)
        failWith('GENERAL_ERROR', `It was ${values.amount} at ${values.at.toISOString()}.`)
      return values
    },
    { options: { fail: s.boolean().default(false) } },
  ),
  coloured: command(
    ({ options, failWith, warn }) => {
      const text = '\u001b[31mred\u001b[0m \u001b[2Aup \u001b]8;;x\u0007link\u001b]8;;\u0007\r'
      if (options.fail) failWith('GENERAL_ERROR', `${text} is wrong.`)
      warn(text)
      return { text, list: [text] }
    },
    { options: { fail: s.boolean().default(false) } },
  ),
  talks: command(({ log, progress, warn }) => {
    log.debug('a debug line')
    log.info('an info line')
    progress('halfway', { done: 1, total: 2 })
    warn('It is getting late.')
    return { url: `https://example.test/${'x'.repeat(200)}` }
  }),
  'talks-at-length': command(({ warn }) => {
    warn('word '.repeat(40).trim())
    return { said: true }
  }),
  'rows-without-end': command(async function* () {
    for (let row = 0; ; row += 1) {
      yield { row }
      if (row === 2) sayReady()
      await sleep(20)
    }
  }),
  rows: command(async function* () {
    for (let row = 0; row < 3; row += 1) {
      yield { row }
      while (process.env.SEEN && !fs.existsSync(`${process.env.SEEN}/${row}`)) await sleep(5)
    }
  }),
  change: command(
    ({ args }) => {
      leaveTrace()
      const file = `${things()}/${args.name}`
      const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
      if (before === args.text) return { effect: 'noop' }
      fs.writeFileSync(file, args.text)
      return { effect: before === null ? 'created' : 'updated' }
    },
    { danger: 'mutating', args: { name: s.string(), text: s.string() } },
  ),
  'change-silently': command(({ args }) => (args.effect ? { effect: args.effect } : { id: 1 }), {
    danger: 'mutating',
    args: { effect: s.string().optional() },
  }),
  'change-then-refuse': command(
    ({ fail }) => {
      leaveTrace()
      fail('BAD_LINE', 'Line 7 of the file is wrong.')
    },
    { danger: 'mutating', errors: { BAD_LINE: 'ARG_ERROR' } },
  ),
  remove: command(remove, removal),
  'preview-lies': command(() => ({ effect: 'deleted' }), {
    danger: 'destructive',
    dryRun: () => ({ effect: 'deleted', would_affect: {} }),
  }),
  checked: command(
    () => {
      leaveTrace()
      return { effect: 'updated' }
    },
    {
      danger: 'mutating',
      options: { size: s.integer().default(1), zone: s.enum(['a', 'b']).optional() },
      validate: (context) => [
        ...(context.options.size > 9
          ? [{ param: '--size', code: 'SIZE_TOO_LARGE', message: 'It is too large.', value: 10 }]
          : []),
        ...(context.options.zone === 'b'
          ? [{ param: '--zone', code: 'ZONE_CLOSED', message: Object.keys(context).join() }]
          : []),
      ],
    },
  ),
  asks: command(async ({ prompt }) => ({ sure: await prompt.confirm('Really?') }), {
    interactive: true,
  }),
  'asks-for-text': command(
    async ({ prompt }) => ({ line: await prompt.text('Line?', { flag: '--eval' }) }),
    { interactive: true, options: { eval: s.string().optional() } },
  ),
  'calls-network': command(
    async ({ timeoutMs, signal, progress, options }) => {
      progress.step('connect')
      if (options.wait) await sleep(20_000, null, { signal }).catch(() => {})
      return { timeoutMs }
    },
    { network: true, options: { wait: s.boolean().default(false) } },
  ),
  fetches: command(async () => ({ ok: (await fetch(`http://127.0.0.1:${process.env.PORT}`)).ok }), {
    network: true,
  }),
  'waits-for-child': command(
    async ({ args }) => {
      sayReady()
      await start('sleep', [args.seconds])
    },
    { args: { seconds: s.string() } },
  ),
  'sign-in': command(({ token }) => ({ length: token?.length ?? 0 }), {
    auth: { headless: false, tokenEnv: ['ACME_TOKEN', 'ACME_OTHER_TOKEN'] },
  }),
  sleeps: command(async ({ onCleanup }) => {
    onCleanup(() => fs.writeSync(2, 'cleaned up\n'))
    sayReady()
    await sleep(60_000)
  }),
  'sleeps-briefly': command(() => sleep(60_000), {
    timeoutMs: 200,
    exitCodes: {
      SUCCESS: 'It is done',
      TIMEOUT: { description: 'Too late', sideEffects: 'none', retryable: true },
    },
  }),
  'reads-socket': command(async () => ({
    text: await readText(connect(process.env.SOCKET)),
  })),
  piped: command(
    ({ stdin }) => {
      leaveTrace()
      return { length: stdin().length }
    },
    { stdin: true },
  ),
  'shows-environment': command(async () => {
    const script = 'console.log(require("child_process").execFileSync("env").toString())'
    const toRecord = (text) =>
      Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)))
    return {
      child: toRecord((await start('env')).stdout),
      grandchild: toRecord((await start(process.execPath, ['-e', script])).stdout),
    }
  }),
  git: command(
    async ({ options }) => {
      const git = async (...argv) =>
        (await start('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...argv])).stdout
      if (!fs.existsSync('.git')) await git('init', '-q')
      await git(
        'commit',
        '--allow-empty',
        '-q',
        ...(options.message ? ['-m', options.message] : ['--allow-empty-message']),
      )
      return { log: await git('log') }
    },
    { options: { message: s.string().optional() } },
  ),
  finds: command(({ args, options }) => ({ ...args, ...options }), {
    args: { ids: s.array(s.string().resourceId()) },
    options: {
      path: s.string().path().optional(),
      filter: s.object({ id: s.string().resourceId() }).optional(),
    },
  }),
  combines: command(() => null, {
    options: {
      quiet: s.boolean().default(false).conflicts('verbose'),
      verbose: s.boolean().default(false),
      filter: s.object({ id: s.string() }).optional(),
      size: s.integer().optional(),
    },
  }),
  secretive: command(
    ({ options, log, failWith }) => {
      log.debug('request', {
        headers: {
          Authorization: 'Bearer sesame-header',
          Cookie: 'sesame-header',
          'X-Api-Key': 'sesame-header',
          'X-Auth-Token': 'sesame-header',
          'Proxy-Authorization': 'sesame-header',
        },
      })
      log.debug('environment', { ...process.env })
      log.info('AWS_SECRET_ACCESS_KEY=' + process.env.AWS_SECRET_ACCESS_KEY)
      failWith('GENERAL_ERROR', `The password ${options.password} is wrong.`)
    },
    { options: { password: s.string().secret() } },
  ),
}

export const tool = () => {
  const cli = defineCli({
    name: 'acme',
    version: '1.2.3',
    description: 'Shows lines of requirements',
    commands,
    redirects: { 'things rm': { to: 'remove' } },
    output: { env: 'ACME_FORMAT' },
    ...(process.env.LIMIT && { timeoutMs: Number(process.env.LIMIT) }),
  })
  laterChanged.CONFLICT = 'Added after the registration'
  return cli
}

if (process.argv[1] === import.meta.filename) await serve(tool)
