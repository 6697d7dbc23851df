import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonObject } from '../../contract/index.ts'
import { LineChannel } from './line-channel.ts'

/** Runs a channel over some chunks; every request is answered with its method. */
async function runChannel(
  chunks: readonly (string | Uint8Array)[],
  answers = true,
): Promise<{ readonly heard: readonly JsonObject[]; readonly written: readonly JsonObject[] }> {
  const heard: JsonObject[] = []
  const written: JsonObject[] = []
  const input = (async function* () {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  })()
  const channel = new LineChannel({
    input,
    write: async (line) => {
      await Promise.resolve()
      written.push(JSON.parse(line) as JsonObject)
    },
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the library sets it like this
  channel.onmessage = (message) => {
    heard.push(message)
    const { id, method } = message
    if (answers && id !== undefined && method !== undefined)
      setImmediate(() => void channel.send({ jsonrpc: '2.0', id, result: { method } }))
  }
  await channel.start()
  await channel.closed
  return { heard, written }
}

test('reads messages in whatever chunks they come, and answers them before it closes', async () => {
  const line = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'grüße' })}\r\n`
  const bytes = Buffer.from(line + line.replace('1', '2').trim())
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = edges.slice(1).map((end, at) => bytes.subarray(edges[at], end))
      const { heard, written } = await runChannel(chunks)
      expect(heard.map(({ method }) => method)).toEqual(['grüße', 'grüße'])
      expect(written.map(({ id }) => id)).toEqual([1, 2])
    }),
  )
})

test('answers every line that is no message, and passes on nothing that is none', async () => {
  const line = fc.oneof(
    fc.json(),
    fc.string().map((text) => text.replaceAll(/[\r\n]/g, ' ')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (lines) => {
      const { heard, written } = await runChannel([lines.join('\n')])
      expect(heard).toEqual([])
      expect(written).toHaveLength(lines.filter((text) => text.trim() !== '').length)
      for (const { error } of written)
        expect([-32_700, -32_600]).toContain((error as { code: number }).code)
    }),
  )
})

test.each([
  ['a request without a version', { id: 1, method: 'ping' }, 1],
  ['an id that is a fraction', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
  ['params that are a list', { jsonrpc: '2.0', id: 'a', method: 'ping', params: [] }, 'a'],
  ['a method that is a number', { jsonrpc: '2.0', id: 2, method: 3 }, 2],
  ['an id alone', { jsonrpc: '2.0', id: 3 }, 3],
])('refuses %s with its id', async (_what, message, id) => {
  const { heard, written } = await runChannel([JSON.stringify(message)])
  expect(heard).toEqual([])
  expect(written).toMatchObject([{ id, error: { code: -32_600 } }])
})

test('refuses bytes that are not UTF-8 instead of changing them', async () => {
  const call = (text: Buffer) =>
    Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), text, Buffer.from('"}\n')])
  const { heard, written } = await runChannel([
    call(Buffer.from([0xc3])),
    call(Buffer.from([0xed, 0xa0, 0x80])),
    call(Buffer.from('ü')),
  ])
  expect(heard).toMatchObject([{ method: 'ü' }])
  const refused = {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_700, message: 'The message is not UTF-8.' },
  }
  expect(written.slice(0, 2)).toEqual([refused, refused])
})

test('does not wait at its end for a call that was cancelled', async () => {
  const started = performance.now()
  await runChannel(
    [
      '{"jsonrpc":"2.0","id":1,"method":"slow"}\n',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n',
    ],
    false,
  )
  expect(performance.now() - started).toBeLessThan(1500)
})

test('closes when nobody reads its answers any more', async () => {
  const channel = new LineChannel({
    input: (async function* () {
      yield Buffer.from('nonsense\n')
      await new Promise(() => {})
    })(),
    write: () => Promise.reject(new Error('EPIPE')),
  })
  await channel.start()
  await channel.closed
})
