// A tool that waits, loops, exits and pollutes in every place where an author's code runs. The
// variables STRESS_* switch on what belongs to the whole tool.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, s, serve } from 'surety'

const { env } = process
if (env['STRESS_WATCHDOG']) await import('surety/watchdog')

const LIMIT = Number(env['STRESS_LIMIT'] ?? 900)
/** Makes a folder that goes with the run. */
const tempDir = (onCleanup) => {
  const made = fs.mkdtempSync(`${tmpdir()}/stress-`)
  onCleanup(() => fs.rmSync(made, { recursive: true }))
  return made
}
const ready = () => fs.writeSync(2, 'ready\n')
const forever = () => sleep(60_000)
const pause = new Int32Array(new SharedArrayBuffer(4))
const loop = () => {
  ready()
  // It never yields, and leaves the cores to others; loops that take one are in endless-loops.mjs.
  for (;;) Atomics.wait(pause, 0, 0, 5)
}
const fault = () => {
  throw new Error('thrown by the author')
}
/** A wait, a loop or an error in an author's hook; the first two say when they have begun. */
const hang = env['STRESS_THROWS']
  ? fault
  : env['STRESS_WATCHDOG']
    ? loop
    : () => (ready(), forever())

const command = (run, more = {}) =>
  defineCommand({
    description: 'Strains the framework',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It went well' },
    timeoutMs: LIMIT,
    run,
    ...more,
  })
const mutating = (run, more = {}) => command(run, { danger: 'mutating', ...more })

/** A schema of another library, whose check is a function. */
const checkedBy = (validate) => ({ '~standard': { version: 1, vendor: 'stress', validate } })

/** Processes that ignore SIGTERM and say so. */
const STUBBORN = [
  '-c',
  'trap "" TERM INT; echo up >&2; while :; do sleep 0.05; done',
  env['STRESS_MARK'] ?? 'stress',
]

const commands = {
  fine: command(() => ({ fine: true })),

  // Waits and loops, one for each place.
  stdin: command(({ stdin }) => ({ length: stdin().length }), { stdin: true }),
  run: command(hang),
  validate: command(() => ({}), { validate: hang }),
  argument: command(() => ({}), { args: { word: checkedBy(hang) } }),
  output: command(() => ({}), { output: checkedBy(hang) }),
  preview: command(() => ({ effect: 'deleted' }), { danger: 'destructive', dryRun: hang }),
  text: command(() => ({ fine: true }), { text: hang }),
  view: command(() => ({ fine: true }), { view: hang }),
  getter: command(() => ({
    get slow() {
      return hang()
    },
  })),
  cleanup: command(
    async ({ onCleanup }) => {
      fs.writeSync(2, `temp ${tempDir(onCleanup)}\n`)
      onCleanup(hang)
      return { fine: true }
    },
    { timeoutMs: 30_000 },
  ),
  'cleanup-after-signal': command(
    async ({ onCleanup }) => {
      fs.writeSync(2, `temp ${tempDir(onCleanup)}\n`)
      onCleanup(() => (fs.writeSync(2, 'cleaning\n'), forever()))
      ready()
      await forever()
    },
    { timeoutMs: 30_000 },
  ),
  abort: command(async ({ signal }) => {
    signal.addEventListener('abort', () => {
      if (env['STRESS_WATCHDOG']) loop()
    })
    ready()
    await forever()
  }),
  ask: command(
    async ({ prompt, deadline }) => {
      const answer = await prompt.text('Password?', { secret: true })
      return { length: answer.length, had_deadline: deadline !== null }
    },
    { interactive: true },
  ),
  'ask-missing': command(({ options }) => ({ length: options.pin.length }), {
    interactive: true,
    options: { pin: s.string().describe('Which PIN?') },
  }),
  'ask-and-wait': command(
    async ({ prompt }) => {
      await prompt.confirm('Really?')
      await forever()
    },
    { interactive: true },
  ),
  temp: command(async ({ onCleanup }) => {
    fs.writeSync(2, `temp ${tempDir(onCleanup)}\n`)
    ready()
    await forever()
  }),

  // Streams.
  rows: command(async function* () {
    for (let index = 0; ; index += 1) {
      if (index === 500) ready()
      yield { index, text: 'x'.repeat(200) }
      if (index % 100 === 0) await sleep(1)
    }
  }),
  spin: command(async function* () {
    for (let index = 0; ; index += 1) {
      if (index === 50) ready()
      yield { index: index % 10 }
    }
  }),
  bytes: command(
    async function* () {
      const line = Buffer.from('{"a":1}\n')
      for (let index = 0; ; index += 1) {
        if (index === 50) ready()
        yield index % 1000 === 0 ? line : Buffer.alloc(0)
      }
    },
    { filter: 'by-default' },
  ),
  large: command(
    () => {
      setTimeout(ready, 200)
      return { text: 'x'.repeat(4_000_000) }
    },
    { timeoutMs: Number(env['STRESS_LIMIT'] ?? 800) },
  ),

  // Ways to end the process.
  'signal-exit': command(async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(0))
    ready()
    await forever()
  }),
  'exit-prints': command(() => {
    process.on('exit', () => console.log('printed at exit'))
    process.on('exit', () => fs.writeSync(1, 'written at exit\n'))
    return { fine: true }
  }),
  'exit-code': command(() => {
    process.on('exit', () => {
      process.exitCode = 9
    })
    return { fine: true }
  }),
  'exit-exits': command(() => {
    process.on('exit', () => process.exit(9))
    process.on('exit', () => fs.writeSync(2, 'second listener\n'))
    return { fine: true }
  }),
  'exit-throws': command(() => {
    process.on('exit', () => {
      throw new Error('thrown at exit')
    })
    return { fine: true }
  }),
  'exit-loops': command(() => {
    process.on('exit', loop)
    return { fine: true }
  }),
  'own-child': command(async () => {
    spawn('bash', STUBBORN, { stdio: 'ignore' })
    setTimeout(ready, 150)
    await forever()
  }),
  'daemon-child': command(async () => {
    spawn('sleep', ['1.5'], { stdio: 'ignore', detached: true }).unref()
    ready()
    await forever()
  }),

  // Rejections that nothing waits for.
  'floats-at-once': command(() => {
    void Promise.reject(new Error('floated at once'))
    return { fine: true }
  }),
  'floats-in-cleanup': command(({ onCleanup }) => {
    onCleanup(async () => {
      void Promise.reject(new Error('floated in cleanup'))
      await sleep(20)
    })
    return { fine: true }
  }),

  // Changes and their report.
  'no-effect': mutating(() => {
    fs.writeFileSync('written', 'x')
    return { id: 7 }
  }),
  'odd-effect': mutating(() => ({ effect: 'sent' })),
  'list-effect': mutating(() => [1, 2]),
  'late-input-error': mutating(
    ({ fail }) => {
      fs.writeFileSync('written', 'x')
      fail('BAD_NAME', 'The name is taken by a reserved word.')
    },
    { errors: { BAD_NAME: 'ARG_ERROR' }, exitCodes: { SUCCESS: 'Done', ARG_ERROR: 'Refused' } },
  ),
  'early-input-error': mutating(
    ({ fail }) => fail('BAD_NAME', 'The name is reserved.', { phase: 'validation' }),
    { errors: { BAD_NAME: 'ARG_ERROR' }, exitCodes: { SUCCESS: 'Done', ARG_ERROR: 'Refused' } },
  ),
  'safe-input-error': command(({ fail }) => fail('BAD_NAME', 'The name is reserved.'), {
    errors: { BAD_NAME: 'ARG_ERROR' },
    exitCodes: { SUCCESS: 'Done', ARG_ERROR: 'Refused' },
  }),
  'late-exit-with': mutating(({ failWith }) => failWith('ARG_ERROR', 'Too late.')),

  // Members that a library adds to every object.
  pollute: command(
    ({ options }) => {
      pollute(options.members)
      return { fine: true, list: [1] }
    },
    { options: { members: s.string() } },
  ),
  'pollute-and-fail': command(
    ({ options, fail }) => {
      pollute(options.members)
      fail('GONE', 'It is gone.')
    },
    {
      options: { members: s.string() },
      errors: { GONE: 'NOT_FOUND' },
      exitCodes: { SUCCESS: 'Done', NOT_FOUND: 'Gone' },
    },
  ),
  'pollute-each': command(
    async ({ options, warn }) => {
      const { runCli } = await import('surety/testing')
      /** Runs a command while Object.prototype has a member, and gives the answer without its notes. */
      const answer = async (name, member) => {
        const argv = [name, '--members', member]
        const { stdout, exit } = await runCli(cli, argv, { unchecked: true })
        const again = await runCli(cli, argv, { unchecked: true })
        clean(member)
        return [stdout, again.stdout].map((text) => {
          const envelope = JSON.parse(text)
          const { ok, data, error } = envelope
          return JSON.stringify([exit, Object.keys(envelope), ok, data, error])
        })
      }
      for (const name of ['pollute', 'pollute-and-fail']) {
        const usual = await answer(name, 'unused')
        for (const member of options.members.split(',')) {
          const polluted = await answer(name, member)
          if (polluted.join() !== usual.join()) warn(`${member} changes ${name}`)
        }
      }
      return { fine: true }
    },
    { options: { members: s.string() } },
  ),
}

function pollute(members) {
  for (const member of members.split(',')) {
    const value = member === 'toJSON' ? () => 'polluted' : { polluted: true }
    // oxlint-disable-next-line no-extend-native -- that is what goes wrong here
    Object.prototype[member] = value
    // oxlint-disable-next-line no-extend-native -- and this
    if (member === 'toJSON') Array.prototype.toJSON = value
  }
}

function clean(members) {
  for (const member of members.split(',')) {
    Reflect.deleteProperty(Object.prototype, member)
    Reflect.deleteProperty(Array.prototype, member)
  }
}

if (env['STRESS_READY']) setTimeout(ready, Number(env['STRESS_READY']))
if (!env['STRESS_BROKEN']) commands.load = { description: 'Loads for ever', load: hang }
else {
  commands.broken = { description: 'Cannot load', load: () => import('./no-such-file.mjs') }
}
if (env['STRESS_POLLUTED']) pollute(env['STRESS_POLLUTED'])
if (env['STRESS_EARLY_LISTENER']) {
  process.on('SIGTERM', () => process.exit(0))
  process.on('SIGINT', () => {
    throw new Error('thrown in a signal listener')
  })
}

const cli = defineCli({
  name: 'stress',
  version: '1.2.3',
  description: 'Strains the framework',
  timeoutMs: LIMIT,
  commands,
  ...(env['STRESS_BEFORE'] && { beforeRun: hang }),
  ...(env['STRESS_AFTER'] && { afterRun: hang }),
})
await serve(env['STRESS_LAZY'] ? async () => (await hang(), cli) : cli)
