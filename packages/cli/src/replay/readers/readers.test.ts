import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { readTranscript, READERS, type FoundCall, type ReadFile } from '../read-transcript.ts'
import { READER_CASES } from './readers.table.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-readers-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(name: string, bytes: string | Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const told: ReadFile = { damaged: 0 }
  const calls: FoundCall[] = []
  for await (const call of readTranscript(path, told)) calls.push(call)
  return { client: told.reader?.title, damaged: told.damaged, calls }
}

test.each(READER_CASES)('reads $title', async ({ client, file, text, calls }) => {
  const found = await read(file, text)
  expect(found).toMatchObject({ client, damaged: 0 })
  expect(
    found.calls.map(({ session, command, output, exit, hasRun }) => [
      session,
      command,
      output,
      exit,
      ...(hasRun ? [] : ['not run']),
    ]),
  ).toEqual(calls)
})

test('every reader has a transcript here, and is the only one that recognises it', () => {
  expect(new Set(READER_CASES.map(({ client }) => client))).toEqual(
    new Set(READERS.map(({ title }) => title)),
  )
  for (const { text, client } of READER_CASES)
    for (const line of text.split('\n').filter(Boolean))
      for (const { title, recognises } of READERS)
        expect(recognises(JSON.parse(line)) && title !== client).toBe(false)
})

test('a call knows the line where it ended', async () => {
  const { calls } = await read('lines.jsonl', READER_CASES[0]!.text)
  expect(calls.map(({ line }) => line)).toEqual([3, 5, 7, 9])
})

const garbage = fc.oneof(
  fc.string().map((text) => text.replaceAll('\n', ' ')),
  fc.json(),
  fc.constantFrom(
    '{"type":"user","message":{"content":[null,7,{"type":"tool_result"}]}}',
    '{"type":"response_item","payload":{"type":"function_call_output","call_id":{}}}',
    '{"command":[],"output":{"__proto__":1},"time":"+275760-09-13T00:00:00.001Z"}',
    `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  ),
)

test('a transcript among lines of any kind gives its calls all the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READER_CASES),
      fc.array(garbage, { maxLength: 8 }),
      async ({ text, calls }, nonsense) => {
        const lines = text.trimEnd().split('\n')
        // The first lines tell who wrote the file.
        const mixed = lines.flatMap((line, at) => [
          line,
          ...(at > 0 ? nonsense.slice(at, at + 1) : []),
        ])
        const found = await read('mixed.jsonl', `${mixed.join('\r\n')}\n`)
        const commands = found.calls.map(({ command }) => command)
        expect(commands).toEqual(expect.arrayContaining(calls.map(([, command]) => command)))
      },
    ),
  )
})

test('a transcript that is cut anywhere gives the calls before the cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READER_CASES),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ({ text, calls }, share) => {
        const found = await read('cut.jsonl', text.slice(0, Math.floor(text.length * share)))
        expect(calls.map(([, command]) => command)).toEqual(
          expect.arrayContaining(found.calls.map(({ command }) => command)),
        )
      },
    ),
  )
})

test('of a long output both ends are held', async () => {
  const output = `first${'x'.repeat(400_000)}last`
  const { calls } = await read('long.jsonl', JSON.stringify({ command: 'cat x', output }))
  expect(calls[0]!.output).toMatch(/^first.*\[…\].*last$/s)
  expect(calls[0]!.output.length).toBeLessThan(300_000)
})
