import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, describe, expect, test } from 'vitest'

import { s } from '../schema/index.ts'
import { runCli } from '../testing/index.ts'
import { defineCli, defineCommand, defineSetup, run } from './index.ts'

const events: string[] = []
afterEach(() => void (events.length = 0))

const database = defineSetup({
  open: async ({ processEnv }) => {
    events.push('open')
    await sleep(Number(processEnv['SLOW'] ?? 0))
    if (processEnv['BROKEN']) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    return { add: (title: string) => events.push(`add ${title}`) }
  },
  close: () => void events.push('close'),
})
const add = defineCommand({
  description: 'Adds a note',
  danger: 'mutating',
  setup: database,
  args: { title: s.string() },
  errors: { TAKEN: 'CONFLICT' },
  timeoutMs: 1000,
  run: async ({ args, setup, fail, signal }) => {
    if (args.title === 'taken') fail('TAKEN', 'It exists.')
    if (args.title === 'slow') await sleep(10_000, null, { signal })
    setup.add(args.title)
    return { effect: 'created' }
  },
})
const ping = defineCommand({ description: 'Answers', danger: 'safe', run: () => ({ pong: true }) })
const notes = defineCli({
  name: 'notes',
  commands: { add, ping },
  beforeRun: ({ command, processEnv, failWith }) => {
    events.push(`before ${command}`)
    if (processEnv['CLOSED']) failWith('PRECONDITION', 'The shop is closed.')
  },
  afterRun: ({ command, processEnv }, end) => {
    events.push(`after ${command} ${'error' in end ? 'failed' : JSON.stringify(end.data)}`)
    if (processEnv['CLUMSY']) throw new Error('clumsy')
  },
})
const eventsOf = async (argv: string[], env = {}) => {
  const { outcome } = await runCli(notes, argv, { env })
  return [outcome.error?.code ?? 'ok', ...events]
}

describe('what commands share', () => {
  test('is opened for the commands that name it and closed at the end', async () => {
    const after = 'after add {"effect":"created"}'
    expect(await eventsOf(['add', 'x'])).toEqual([
      'ok',
      'open',
      'before add',
      'add x',
      after,
      'close',
    ])
    events.length = 0
    expect(await eventsOf(['ping'])).toEqual(['ok', 'before ping', 'after ping {"pong":true}'])
    events.length = 0
    await runCli(notes, ['add', '--help'])
    await runCli(notes, ['add', '--schema'])
    await runCli(notes, ['add'])
    expect(events).toEqual([])
  })

  test('is closed after a failure, at the time limit and on a signal', async () => {
    expect((await eventsOf(['add', 'taken'])).at(-1)).toBe('close')
    events.length = 0
    expect(await eventsOf(['add', 'slow'])).toEqual(['TIMEOUT', 'open', 'before add', 'close'])
    events.length = 0
    const controller = new AbortController()
    const running = run(notes, ['add', 'x'], { env: { SLOW: '60' }, signal: controller.signal })
    while (events.length === 0) await sleep(1)
    controller.abort()
    const { outcome, exit } = await running
    // It was not open yet, and is closed as soon as it is.
    expect([outcome.error?.code, exit, ...events]).toEqual(['CANCELLED', 143, 'open', 'close'])
  })

  test('fails the run if it cannot be opened, and is not closed then', async () => {
    const { outcome } = await runCli(notes, ['add', 'x'], { env: { BROKEN: '1' } })
    expect(outcome.ok).toBe(false)
    expect(events).toEqual(['open'])
  })
})

describe('hooks of a tool', () => {
  test('may stop a run before it starts', async () => {
    expect(await eventsOf(['ping'], { CLOSED: '1' })).toEqual(['PRECONDITION', 'before ping'])
  })

  test('cannot turn a success into a failure afterwards', async () => {
    const { outcome } = await runCli(notes, ['add', 'x'], { env: { CLUMSY: '1' } })
    expect([outcome.ok, outcome.warnings]).toEqual([true, ['afterRun() failed: clumsy']])
  })
})

describe('run()', () => {
  test('returns what the process would print, and leaves the process alone', async () => {
    const before = [process.exitCode, { ...process.env }, process.stdout.write]
    const { stdout, stderr, exit, outcome } = await run(notes, ['add', 'taken'], { env: {} })
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'TAKEN' } })
    expect([stderr, exit, outcome.exit]).toEqual(['', 6, 'CONFLICT'])
    expect((await run(notes, ['nosuch'])).exit).toBe(3)
    expect((await run(async () => ({ cli: notes }), ['ping'])).outcome.data).toEqual({ pong: true })
    expect([process.exitCode, { ...process.env }, process.stdout.write]).toEqual(before)
  })
})
