import { once } from 'node:events'
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

const BYTES = 300e6
/** Megabytes of the heap that Node may use at most; without a bound it would take what there is. */
const HEAP = 100
const MOST = 220

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const TEXT = 'line of output\n'.repeat(200)

/** Writes values until a file is as long as it should be, and gives how many calls are in it. */
async function fill(
  out: WriteStream,
  bytes: number,
  textOf: (at: number) => string,
): Promise<number> {
  let [at, written] = [0, 0]
  while (written < bytes) {
    at += 1
    const text = textOf(at)
    written += text.length
    if (!out.write(text)) await once(out, 'drain')
  }
  return at
}

/** Replays a file with little memory, and gives the answer and how much it had. */
async function replay(file: string) {
  const rss = join(bench.folder, 'rss')
  const script = `import { writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync(${JSON.stringify(rss)}, String(process.resourceUsage().maxRSS)))`
  const NODE_OPTIONS = `--max-old-space-size=${HEAP} --import=data:text/javascript,${encodeURIComponent(script)}`
  const env = { NODE_OPTIONS, NODE_NO_WARNINGS: '1' }
  const { envelope } = await bench.surety(['replay', file], { env })
  return { envelope, megabytes: Number(readFileSync(rss, 'utf8')) / 1024 }
}

test('a log of 300 MB is read in bounded memory', async () => {
  const file = join(bench.folder, 'large.jsonl')
  const out = createWriteStream(file)
  const calls = await fill(out, BYTES, (at) => {
    const about = { sessionId: `s-${at % 200}`, timestamp: '2026-11-01T10:00:00.000Z' }
    const input = { command: `python build-${at}.py` }
    const content = at % 50 === 0 ? TEXT.repeat(60) : TEXT
    const tool = { type: 'tool_use', id: `t${at}`, name: 'Bash', input }
    const result = { type: 'tool_result', tool_use_id: `t${at}`, content, is_error: false }
    const lines = [
      { type: 'assistant', message: { content: [tool] }, ...about },
      { type: 'user', message: { content: [result] }, ...about },
    ]
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  })
  out.end('{"type":"assist')
  await once(out, 'finish')
  const { envelope, megabytes } = await replay(file)
  expect(envelope).toMatchObject({ ok: true, data: { calls } })
  expect(envelope.warnings[0]).toContain('damaged or too long: 1.')
  expect(megabytes).toBeLessThan(MOST)
}, 900_000)
