// Tests that an author wrote for a tool with careless handlers, for `node --test`.
/* oxlint-disable typescript/no-floating-promises -- node:test waits for its tests itself */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, run, s } from 'surety'
import { runCli } from 'surety/testing'

const careless = (handler, more = {}) =>
  defineCli({ name: 'careless', description: 'Is careless', ...more, run: handler })
const unchecked = { unchecked: true }

test('an exit is an answer', async () => {
  const { exit, outcome } = await runCli(
    careless(() => process.exit(0)),
    [],
    unchecked,
  )
  assert.equal(exit, 1)
  assert.match(outcome.error.detail, /process\.exit\(0\) was called/)
})

test('variables reach the code of the tool, and what it sets stays there', async () => {
  const home = process.argv.at(-1)
  const keeper = careless(() => {
    process.env.LEFT_BEHIND = 'yes'
    writeFileSync(join(homedir(), 'kept.txt'), process.env.TOKEN)
    return { home: process.env.HOME, token: process.env.TOKEN }
  })
  const { outcome } = await runCli(keeper, [], { env: { HOME: home, TOKEN: 'abc' } })
  assert.deepEqual(outcome.data, { home, token: 'abc' })
  assert.notEqual(homedir(), home)
  await runCli(careless(() => ({ at: (process.env.LEFT_BEHIND = 'yes') })))
  assert.equal(process.env.LEFT_BEHIND, undefined)
})

test('variables reach the code of the tool where tests replace the whole object', async () => {
  const before = process.env
  const asks = careless(() => {
    const found = { home: process.env.HOME, stage: process.env.STAGE ?? null }
    process.env = { ...process.env, LEFT_BEHIND: 'yes' }
    return { ...found, left: process.env.LEFT_BEHIND }
  })
  process.env = { ...process.env, STAGE: 'test' }
  const own = await runCli(asks, [], { env: { HOME: '/nowhere' } })
  assert.deepEqual(own.outcome.data, { home: '/nowhere', stage: null, left: 'yes' })
  assert.equal((await runCli(asks)).outcome.data.stage, 'test')
  assert.equal(process.env.LEFT_BEHIND, undefined)
  assert.equal(process.env.STAGE, 'test')
  process.env = before
  assert.equal(process.env.STAGE, undefined)
})

test('variables that are no texts are read as texts, and undefined ones are not set', async () => {
  const asks = careless(() => ({ port: process.env.PORT, hasUser: 'USER' in process.env }))
  const { outcome } = await runCli(asks, [], { env: { PORT: 80, USER: undefined } })
  assert.deepEqual(outcome.data, { port: '80', hasUser: false })
})

test('without variables the code of the tool finds those of the process', async () => {
  const { outcome } = await runCli(careless(() => ({ path: process.env.PATH })))
  assert.deepEqual(outcome.data, { path: process.env.PATH })
})

test('a call keeps the variables that it began with', async () => {
  process.env.SEASON = 'summer'
  const late = careless(async () => {
    await sleep(20)
    const { outcome } = await runCli(inner)
    return { season: process.env.SEASON, inner: outcome.data }
  })
  const inner = careless(() => [process.env.SEASON])
  const running = runCli(late)
  process.env.SEASON = 'winter'
  const { outcome } = await running
  assert.deepEqual(outcome.data, { season: 'summer', inner: ['summer'] })
  assert.equal(process.env.SEASON, 'winter')
  delete process.env.SEASON
})

test('errors that nobody waits for answer their own call', async () => {
  const late = (fault) => async () => {
    setTimeout(() => fault(), 5)
    await sleep(2000)
    return {}
  }
  const thrown = await runCli(
    careless(
      late(() => {
        throw new Error('thrown late')
      }),
    ),
    [],
    unchecked,
  )
  assert.equal(thrown.outcome.error.detail, 'thrown late')
  const inMicrotask = late(() =>
    queueMicrotask(() => {
      throw new Error('thrown in a microtask')
    }),
  )
  const queued = await runCli(careless(inMicrotask), [], unchecked)
  assert.equal(queued.outcome.error.detail, 'thrown in a microtask')
  const rejected = await runCli(
    careless(late(() => Promise.reject(new Error('floating')))),
    [],
    unchecked,
  )
  assert.equal(rejected.outcome.error.detail, 'floating')
})

test('errors after the end of a call are warnings, and fail no other test', async () => {
  const warnings = []
  process.on('warning', (warning) => warnings.push(warning.message))
  await runCli(
    careless(() => {
      setTimeout(() => {
        throw new Error('much too late')
      }, 5)
      return {}
    }),
  )
  await sleep(30)
  assert.deepEqual(warnings, ['after the call ended: much too late'])
})

test('a move and an exit code end with the call', async () => {
  const before = process.cwd()
  await runCli(
    careless(() => {
      process.chdir('/')
      process.exitCode = 7
      return {}
    }),
  )
  assert.deepEqual([process.cwd(), process.exitCode], [before, undefined])
})

test('a move after the end of a call is refused with a warning', async () => {
  const before = process.cwd()
  const warned = once(process, 'warning')
  await runCli(
    careless(() => {
      setTimeout(() => process.chdir('/'), 5)
      return {}
    }),
  )
  assert.match((await warned)[0].message, /after the call ended: process\.chdir\(\) would move/)
  assert.equal(process.cwd(), before)
})

test('what the code prints is part of the result', async () => {
  const { stdout, stderr } = await runCli(
    careless(() => {
      console.error('to people')
      return {}
    }),
  )
  assert.equal(stderr, 'to people\n')
  assert.equal(JSON.parse(stdout).ok, true)
})

test('a handler that waits for nothing ends as it does in a process, and the tests behind it run', async () => {
  const waiting = careless(() => new Promise(() => {}))
  for (const call of [run, runCli]) {
    const { outcome } = await call(waiting, [], unchecked)
    assert.match(JSON.stringify(outcome.error), /waits for a promise that can never settle/)
  }
  const both = await Promise.all([runCli(waiting, [], unchecked), runCli(waiting, [], unchecked)])
  assert.deepEqual(
    both.map(({ exit }) => exit),
    [1, 1],
  )
})

test('a width that is no number ends in text', { timeout: 20_000 }, async () => {
  for (const columns of [Number.NaN, Infinity, -1, 0.5])
    assert.match(
      (
        await runCli(
          careless(() => ({ id: 'a' })),
          [],
          { tty: true, columns },
        )
      ).stdout,
      /a/,
    )
})

test('words that are no texts are read as texts', async () => {
  const tool = careless(({ args }) => args, { args: { id: s.string(), size: s.integer() } })
  for (const call of [run, runCli])
    assert.deepEqual((await call(tool, ['id', 1])).outcome.data, { id: 'id', size: 1 })
})

test('words that are no list are refused in words', async () => {
  for (const call of [run, runCli])
    await assert.rejects(
      call(
        careless(() => 1),
        'show',
      ),
      /The words of a call are a list, as in \['show', '1'\], not a value of type string/,
    )
})
