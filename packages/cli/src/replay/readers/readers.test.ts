import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { findReader, readTranscript } from '../read-transcript.ts'
import { readRecords } from '../records.ts'
import type { TranscriptEvent, TranscriptRecord } from '../transcript.ts'
import { READER_CASES } from './readers.table.ts'
import { READERS } from './registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-readers-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function readBytes(name: string, bytes: string | Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const reader = await findReader(path)
  if ('why' in reader) return { why: reader.why, events: [], told: undefined }
  const told = { bytes: 0, records: 0, damaged: 0, isCut: false }
  const events: TranscriptEvent[] = []
  for await (const event of readTranscript(path, reader, told)) events.push(event)
  return { client: reader.id, events, told }
}

const MARKS = ['isCut', 'isRefused', 'isEnded'] as const

test.each(READER_CASES)('reads $title', async ({ client, file, text, calls, changes = 0 }) => {
  const read = await readBytes(file, text)
  const found = read.events.flatMap((event) => (event.kind === 'call' ? [event] : []))
  expect(
    found.map((call) => [
      call.session,
      call.command,
      call.output,
      call.exit,
      ...MARKS.filter((mark) => call[mark] === true),
      ...(call.hasOutput === false ? ['no output'] : []),
    ]),
  ).toEqual(calls)
  expect(read).toMatchObject({ client, told: { damaged: 0, isCut: false } })
  expect(read.events.length - found.length).toBe(changes)
})

test('every reader has a transcript here', () => {
  expect([...new Set(READER_CASES.map(({ client }) => client))].toSorted()).toEqual(
    READERS.map(({ id }) => id).toSorted(),
  )
})

test('a transcript is recognised by one reader alone', async () => {
  for (const { text, title } of READER_CASES) {
    const records = await recordsOf([Buffer.from(text)])
    const known = READERS.filter(({ recognises }) => records.some(recognises))
    expect(known, title).toHaveLength(1)
  }
})

async function recordsOf(chunks: readonly Uint8Array[]) {
  const damage = { damaged: 0, isCut: false }
  const records: TranscriptRecord[] = []
  const given = async function* () {
    // A source may use the memory of a chunk again.
    for (const chunk of chunks) {
      const memory = Uint8Array.from(chunk)
      yield memory
      memory.fill(0)
    }
  }
  for await (const record of readRecords(given(), damage)) records.push(record)
  return records
}

test('the records of a transcript are the same however its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READER_CASES),
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 30 }),
      async ({ text }, sizes) => {
        const bytes = Buffer.from(text)
        const chunks: Uint8Array[] = []
        let at = 0
        for (const size of [...sizes, bytes.length]) {
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(await recordsOf(chunks)).toEqual(await recordsOf([bytes]))
      },
    ),
  )
})

test('a transcript that is cut anywhere gives the calls before the cut, and says that it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READER_CASES),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ({ text, file, calls }, share) => {
        const at = Math.floor(text.length * share)
        const { events, told, why } = await readBytes(`cut-${file}`, text.slice(0, at))
        if (why !== undefined) return
        const found = events.flatMap((event) => (event.kind === 'call' ? [event.command] : []))
        const all = calls.map(([, command]) => command)
        expect(all).toEqual(expect.arrayContaining(found))
        const isWhole = at === text.length || /[\n}\]]\s*$/.test(text.slice(0, at))
        if (!isWhole) expect(told.isCut || told.damaged > 0).toBe(true)
      },
    ),
  )
})

test('garbage between the lines is counted and passed over', async () => {
  const jsonl = READER_CASES.filter(({ file }) => /jsonl$|txt$/.test(file))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...jsonl),
      fc.array(
        fc.oneof(
          fc.constantFrom('{', '[]', 'null', '"x"', '{"type":', '\u0000\u0001', '{"__proto__":1'),
          fc.string({ minLength: 1 }).map((text) => `x${text.replaceAll(/[\n\r]/g, '')}`),
        ),
        { maxLength: 5 },
      ),
      async ({ text, file, calls, title }, garbage) => {
        const [first, ...rest] = text.split('\n')
        const mixed = [first, ...garbage, ...rest].join('\n')
        const { events, told } = await readBytes(`mixed-${file}`, mixed)
        expect(
          events.filter(({ kind }) => kind === 'call'),
          title,
        ).toHaveLength(calls.length)
        expect(told!.damaged).toBe(garbage.length)
      },
    ),
  )
})

test('values of any form where a client has others never make a reader fail', async () => {
  const names = [
    'type message content role id input command tool_use_id is_error payload arguments call_id output item toolCalls',
    'result args status $set messages part parts state tool action observation extra actions returncode argv time v call',
  ]
  const key = fc.constantFrom(...names.join(' ').split(' '), '__proto__', 'constructor')
  const word = fc.constantFrom(
    ...'tool_use tool_result Bash user assistant gemini response_item function_call shell tool bash'.split(
      ' ',
    ),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.string(),
      fc.integer(),
      fc.constantFrom(null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    ),
  }))
  const record = fc.dictionary(key, value, { maxKeys: 8 })
  fc.assert(
    fc.property(fc.array(record, { maxLength: 4 }), (values) => {
      for (const { open, recognises } of READERS) {
        const session = open('x')
        for (const at of ['', 'messages', 'trajectory', 'document'])
          for (const each of values) {
            recognises({ at, value: each })
            for (const event of session.read({ at, value: each })) expect(event.kind).toBeTruthy()
          }
        session.end()
      }
    }),
  )
})

test.each([
  ['an empty file', '', 'it is empty'],
  ['a text', '# Read me\nHello\n', 'it holds no JSON objects'],
  ['other JSON', '{"name":"x","version":"1.0.0"}\n', 'no client that is known writes such records'],
  ['a number', '42\n', 'it holds no JSON objects'],
  [
    'a database',
    'SQLite format 3\u0000',
    'it is a database; export its sessions first: opencode export <session> > file',
  ],
  [
    'a compressed rollout',
    Buffer.from('28b52ffd0000', 'hex'),
    'it is compressed by zstd; unpack it first: zstd -d',
  ],
])('of %s it is said why it is no transcript', async (_title, bytes, why) => {
  expect((await readBytes('other.jsonl', bytes)).why).toBe(why)
})

test('a line that is too long is damaged, and the next one is read', async () => {
  const [{ text, calls }] = READER_CASES as [(typeof READER_CASES)[number]]
  const [first, ...rest] = text.split('\n')
  const long = `{"type":"user","message":{"content":"${'x'.repeat(17 * 1024 * 1024)}"}}`
  const { events, told } = await readBytes('long.jsonl', [first, long, ...rest].join('\n'))
  expect(events.filter(({ kind }) => kind === 'call')).toHaveLength(calls.length)
  expect(told).toMatchObject({ damaged: 1 })
})

test('an item of a document that is too long is damaged, and the next one is read', async () => {
  const step = (action: string) => ({ action, observation: 'x'.repeat(10) })
  const long = { ...step('cat long'), observation: 'x'.repeat(17 * 1024 * 1024) }
  const text = JSON.stringify({ trajectory: [step('ls'), long, step('pwd')], info: {} }, null, 1)
  const { events, told } = await readBytes('long.traj', text)
  expect(events).toMatchObject([{ command: 'ls' }, { command: 'pwd' }])
  expect(told).toMatchObject({ damaged: 1, isCut: false })
})
