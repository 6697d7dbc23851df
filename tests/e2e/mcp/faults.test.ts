import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { nodeBinary, type Loose } from '../processes/run-program.ts'
import { connect, root, type Connection } from './connect.ts'

/** One server for all tests: what one call does must not reach the next. */
let rough: Connection

const call = (command: string, args: Loose = {}, options?: Parameters<Connection['call']>[2]) =>
  rough.call('call_read', { command, args }, options)

beforeAll(async () => {
  rough = await connect([nodeBinary(), `${root}tests/bin/faulty-handlers.mjs`, '--mcp'])
})

afterAll(() => rough.client.close())

const FAULTS: readonly (readonly [command: string, code: string, detail: string])[] = [
  ['sync-throw', 'INTERNAL_ERROR', 'thrown at once'],
  ['async-throw', 'INTERNAL_ERROR', 'thrown later'],
  ['throw-nothing', 'INTERNAL_ERROR', ''],
  ['timer-throw', 'INTERNAL_ERROR', 'thrown in a timer'],
  ['late-rejection', 'INTERNAL_ERROR', 'nobody listens'],
  ['exit-at-once', 'INTERNAL_ERROR', 'process.exit(0) was called'],
  ['exit-later', 'INTERNAL_ERROR', 'process.exit(3) was called'],
  ['bad-output', 'OUTPUT_INVALID', 'expected a whole number'],
  ['circular', 'RESULT_UNSERIALISABLE', ''],
  ['rows-then-fail', 'GONE', ''],
]

test('answers every fault of a handler to the call that had it, also if all run at once', async () => {
  const answers = await Promise.all(FAULTS.flatMap(([command]) => [call(command), call('fine')]))
  for (const [index, [command, code, detail]] of FAULTS.entries()) {
    const { envelope, isError, text } = answers[index * 2]!
    expect({ command, isError, code: envelope['error'].code }).toEqual({
      command,
      isError: true,
      code,
    })
    expect(String(envelope['error'].detail ?? '')).toContain(detail)
    expect(JSON.parse(text)).toEqual(envelope)
    expect(answers[index * 2 + 1]!.envelope).toMatchObject({ ok: true, data: { fine: true } })
  }
})

test('sends what a handler prints to stderr, whatever it prints with', async () => {
  const { envelope } = await call('noise')
  expect(envelope['warnings']).toEqual(['Something printed to stdout; it was sent to stderr.'])
  expect(envelope['data']).toEqual({ quiet: true })
  while (!rough.stderr().includes('from fs later\n')) await sleep(10)
  for (const way of ['console', 'the stream', 'fs', 'a named import', 'fs later'])
    expect(rough.stderr()).toContain(`from ${way}\n`)
})

test('removes secrets from what a call prints and throws, also after its end', async () => {
  const key = 'hunter2hunter2'
  // The call beside it shares nothing with the late errors.
  const [told, fine] = await Promise.all([
    call('tell-secret', { api_key: key }),
    call('three-rows'),
  ])
  expect([told.isError, fine.envelope['warnings']]).toEqual([false, []])
  while (!rough.stderr().includes('process.exit(9)')) await sleep(10)
  for (const when of ['early', 'late'])
    for (const way of ['log', 'error', 'stdout', 'stderr'])
      expect(rough.stderr()).toContain(`${when} ${way} [REDACTED]\n`)
  for (const what of ['thrown late', 'rejected late'])
    expect(rough.stderr()).toContain(`[ERROR] after the call ended: ${what} [REDACTED]\n`)
  expect(rough.stderr().split('process.exit(9)')).toHaveLength(2)
  expect(rough.stderr()).not.toContain(key)
})

test('reports the progress of a stream, and answers with all of its rows', async () => {
  const heard: number[] = []
  const { envelope } = await call(
    'three-rows',
    {},
    {
      onprogress: ({ progress }) => heard.push(progress),
    },
  )
  expect(envelope['data']).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }])
  expect(heard[0]).toBe(1)
})

test('a cancelled call is aborted and cleans up', async () => {
  const before = rough.stderr()
  const cancelling = new AbortController()
  const cancelled = call('slow', {}, { signal: cancelling.signal })
  cancelled.catch(() => {})
  while (!rough.stderr().slice(before.length).includes('ready')) await sleep(10)
  cancelling.abort(new Error('no longer wanted'))
  await expect(cancelled).rejects.toThrow('no longer wanted')
  while (!rough.stderr().slice(before.length).includes('cleanup hook ran')) await sleep(10)
  expect((await call('fine')).isError).toBe(false)
})

test('gives a command its standard input, and refuses input as the command line does', async () => {
  expect((await call('piped', { stdin: 'hello' })).envelope['data']).toMatchObject({ length: 5 })
  const { envelope, meta, isError } = await call('fine', { lim: 3 })
  expect(isError).toBe(true)
  expect(envelope['error']).toMatchObject({ code: 'UNKNOWN_FLAG', phase: 'validation' })
  expect(meta).toEqual({
    'surety/dialect': 'spec-1.0',
    'surety/exit': 'ARG_ERROR',
    'surety/exit_code': 3,
  })
})

test('a thousand calls at once get a thousand answers', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => call('piped', { stdin: `${index}` })),
  )
  expect(answers.map(({ envelope }) => envelope['data'].text)).toEqual(
    Array.from({ length: 1000 }, (_, index) => `${index}`),
  )
})

test('serves a tool whose libraries add members to all objects, before and during a call', async () => {
  const library = 'data:text/javascript,Object.prototype.each=()=>5'
  const tool = `${root}tests/bin/faulty-handlers.mjs`
  const { client, call: made } = await connect([nodeBinary(), '--import', library, tool, '--mcp'])
  const answers = [
    await made('call_read', { command: 'fine' }),
    await made('call_read', { command: 'extends-all' }),
    await made('call_read', { command: 'fine' }),
  ]
  await client.close()
  expect(answers.map(({ envelope }) => envelope)).toMatchObject([
    { data: { fine: true }, warnings: [expect.stringMatching(/: each\.$/)] },
    { data: { each: 5 } },
    { data: { fine: true }, warnings: [expect.stringMatching(/: each, late\.$/)] },
  ])
})
