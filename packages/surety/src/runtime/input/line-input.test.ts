import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../contract/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

const safe = { description: 'Does it', danger: 'safe', exitCodes: { SUCCESS: 'Done' } } as const
const ROWS: readonly JsonObject[] = [{ id: 1 }, { id: 2, _seq: 9 }]
const ODD: readonly JsonObject[] = [{ _summary: true }, { heartbeat: true }, { ok: true, error: 1 }]
const stream = (rows: readonly JsonObject[]) =>
  async function* run() {
    yield* rows
  }
const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'Streams rows and reads them',
  commands: {
    rows: defineCommand({ ...safe, run: stream(ROWS) }),
    odd: defineCommand({ ...safe, run: stream(ODD) }),
    none: defineCommand({ ...safe, run: stream([]) }),
    list: defineCommand({ ...safe, list: true, run: () => ROWS }),
    fails: defineCommand({
      ...safe,
      run: async function* fails() {
        yield* ROWS
        throw new Error('broken')
      },
    }),
    read: defineCommand({
      ...safe,
      stdin: 'records',
      run: async ({ records }) => {
        const rows: JsonObject[] = []
        for await (const row of records()) rows.push(row)
        return { rows }
      },
    }),
  },
})

const GENERATIONS = ['spec-1.0', 'spec-1.6', 'spec-1.16']

async function piped(command: string, envelope: string) {
  const unchecked = { unchecked: true }
  const writer = await runCli(
    cli,
    [command, '--format', 'jsonl', '--envelope', envelope],
    unchecked,
  )
  const stdin = writer.stdout
  return (await runCli(cli, ['read', '--envelope', envelope], { stdin, ...unchecked })).outcome
}

describe.each(GENERATIONS)('records() in %s', (envelope) => {
  it.each([
    ['a stream', 'rows', ROWS],
    ['an empty stream', 'none', []],
    ['a list', 'list', ROWS],
  ])('reads %s of our own', async (_what, command, rows) => {
    const { data, error } = await piped(command, envelope)
    expect({ data, error }).toEqual({ data: { rows }, error: null })
  })

  it.each([
    ['a stream', 'rows', ROWS],
    ['an empty stream', 'none', []],
    ['a list', 'list', ROWS],
  ])('reads %s of our own as one envelope', async (_what, command, rows) => {
    const { stdout } = await runCli(cli, [command, '--envelope', envelope])
    const { outcome } = await runCli(cli, ['read', '--envelope', envelope], { stdin: stdout })
    expect(outcome).toMatchObject({ data: { rows }, error: null, warnings: [] })
  })

  it('knows a stream that failed', async () => {
    expect((await piped('fails', envelope)).error?.code).toBe('UPSTREAM_FAILED')
  })
})

/** What is printed in another dialect, read by a tool of the default one. */
async function across(command: string, envelope: string) {
  const words = [command, '--format', 'jsonl', '--envelope', envelope]
  const { stdout } = await runCli(cli, words, { unchecked: true })
  return (await runCli(cli, ['read'], { stdin: stdout, unchecked: true })).outcome
}

describe.each(['td', 'claw-1.0', 'claw-2.0', 'animus-1', 'incur-full', 'incur-compact'])(
  'records() of a stream in %s',
  (envelope) => {
    it('gives its rows, and not its last line', async () => {
      const { data, error, warnings } = await across('rows', envelope)
      expect({ data, error, warnings }).toEqual({ data: { rows: ROWS }, error: null, warnings: [] })
      expect((await across('none', envelope)).data).toEqual({ rows: [] })
    })

    it('never takes a failure for a row or for success without a word', async () => {
      const { error, warnings } = await across('fails', envelope)
      // The failures of td and animus are on stderr, where nobody reads them.
      const isSeen = envelope !== 'td' && envelope !== 'animus-1'
      expect(error?.code).toBe(isSeen ? 'UPSTREAM_FAILED' : undefined)
      expect(warnings).toHaveLength(isSeen ? 0 : 1)
    })
  },
)

it('records() keeps rows that only resemble the end of another dialect', async () => {
  const rows = [
    { records: 5, code: 'A' },
    { records: 1 },
    { code: 'B', message: 'm', retryable: true },
    { ok: true, type: 'task', data: 1, more: 2 },
    { timestamp: 'now', command: 'c', exit_code: 0 },
  ]
  const stdin = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const { outcome } = await runCli(cli, ['read'], { stdin, unchecked: true })
  expect(outcome.data).toEqual({ rows })
})

it('records() gives rows that look like other lines as they were', async () => {
  expect((await piped('odd', 'spec-1.16')).data).toEqual({ rows: ODD })
})

it('records() takes the numbers of a stream away, and leaves a row its own', async () => {
  const read = async (stdin: string) =>
    (await runCli(cli, ['read', '--envelope', 'spec-1.16'], { stdin })).outcome.data
  const end = '{"_summary":true}\n'
  expect(await read(`{"id":1,"_seq":1}\n{"id":2,"_seq":2}\n${end}`)).toEqual({
    rows: [{ id: 1 }, { id: 2 }],
  })
  expect(await read(`{"id":1,"_seq":4}\n${end}`)).toEqual({ rows: [{ id: 1, _seq: 4 }] })
})

it.each(['spec-1.0', 'spec-1.16'])('records() at a terminal is refused in %s', async (envelope) => {
  const { outcome } = await runCli(cli, ['read', '--envelope', envelope], { tty: { stdin: true } })
  expect(outcome.error).toMatchObject({
    code: 'INPUT_REQUIRED',
    suggestion: 'Pipe the input in, or redirect a file to it with < FILE.',
  })
})

it('rows in a pipe without a last line are a failure in 1.16, and a warning before', async () => {
  const read = async (envelope: string) =>
    (await runCli(cli, ['read', '--envelope', envelope], { stdin: '{"id":1}\n', unchecked: true }))
      .outcome
  expect(await read('spec-1.16')).toMatchObject({ error: { code: 'UPSTREAM_INCOMPLETE' } })
  for (const envelope of ['spec-1.0', 'spec-1.6'])
    expect(await read(envelope)).toMatchObject({
      data: { rows: [{ id: 1 }] },
      warnings: [
        'The input has no last line: it is a list, or a stream that was cut, so that rows are missing.',
      ],
    })
})

it('records() says when an envelope has a part of a list, and refuses one without rows', async () => {
  const read = async (stdin: string) =>
    (await runCli(cli, ['read'], { stdin, unchecked: true })).outcome
  const page = await runCli(cli, ['list', '--limit', '1'])
  expect(await read(page.stdout)).toMatchObject({
    data: { rows: [{ id: 1 }] },
    warnings: ['The input has the first 1 rows of a longer list.'],
  })
  for (const data of ['{"id":1}', '[1]', 'null'])
    expect(await read(`{"ok":true,"data":${data},"error":null}`)).toMatchObject({
      error: { code: 'RECORD_INVALID' },
    })
  expect(await read('{"id":1}\n{"ok":true,"data":[],"error":null}\n')).toMatchObject({
    error: { message: 'Line 2 of the input is an envelope among rows.' },
  })
})
