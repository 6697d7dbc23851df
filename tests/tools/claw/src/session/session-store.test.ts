import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { UnreadableSession, type SessionRecord } from './session-record.ts'
import { ForeignSession, SessionStore } from './session-store.ts'

let directory = ''
let clock = 1_000_000
const tick = () => (clock += 1)

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'claw-store-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const open = (workspace?: string) =>
  new SessionStore({ directory, now: tick, ...(workspace !== undefined && { workspace }) })

const message = (text: string): SessionRecord => ({
  type: 'message',
  message: { role: 'user', blocks: [{ type: 'text', text }] },
})
const prompt = (text: string, stop_reason = 'completed'): SessionRecord => ({
  type: 'prompt_history',
  timestamp_ms: tick(),
  text,
  stop_reason,
})

describe('writing', () => {
  test('a session comes back as it was written', async () => {
    const path = await open().write('one', [prompt('hi'), message('hi')])
    expect(path).toBe(join(directory, 'one.jsonl'))
    const session = await open().load('one')
    expect(session).toMatchObject({ id: 'one', prompts: 1, messages: 1, stopped: false })
    expect(session?.records[0]).toMatchObject({
      type: 'session_meta',
      version: 1,
      session_id: 'one',
    })
  })

  test('a second turn is appended, and no helper file stays', async () => {
    await open().write('one', [message('a')])
    await open().write('one', [message('b')])
    expect((await open().load('one'))?.messages).toBe(2)
    expect(await readdir(directory)).toEqual(['one.jsonl'])
  })

  test('writers at the same time take turns', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => open().write('one', [message(`${n}`)])))
    expect((await open().load('one'))?.messages).toBe(20)
  })

  test('a line that a full disk tore is cut off before the next turn', async () => {
    const path = await open().write('one', [message('a')])
    const whole = await readFile(path, 'utf8')
    await writeFile(path, `${whole}{"type":"mess`)
    expect((await open().load('one'))?.messages).toBe(1)
    await open().write('one', [message('b')])
    expect((await open().load('one'))?.messages).toBe(2)
  })

  test('at 256 KiB the file is set aside, and three such files stay', async () => {
    const store = open()
    for (let turn = 0; turn < 110; turn += 1) {
      await store.write('big', [prompt('p'), message('x'.repeat(16_000))])
    }
    const rotated = (await readdir(directory)).filter((name) => name.includes('.rot-'))
    expect(rotated).toHaveLength(3)
    for (const name of rotated) {
      expect((await stat(join(directory, name))).size).toBeGreaterThanOrEqual(256 * 1024)
    }
    const session = await store.load('big')
    expect(session?.messages).toBe(110)
    expect(session?.records.filter((record) => record.type === 'message').length).toBeLessThan(40)
    expect(await store.list()).toHaveLength(1)
  })

  test('a file of the former format is read, and converted by the next turn', async () => {
    const legacy = { version: 1, session_id: 'old', messages: ['hello', 'again'] }
    await writeFile(join(directory, 'old.json'), JSON.stringify(legacy, null, 2))
    expect((await open().load('old'))?.messages).toBe(2)
    await open().write('old', [message('third')])
    expect((await open().load('old'))?.messages).toBe(3)
    expect(await readdir(directory)).toEqual(['old.jsonl'])
  })
})

describe('listing', () => {
  test('the last used comes first, and a stop before the end shows', async () => {
    await open().write('a', [prompt('x')])
    await open().write('b', [prompt('x', 'max_budget_reached')])
    await open().write('a', [prompt('y')])
    expect((await open().list()).map(({ id, stopped }) => [id, stopped])).toEqual([
      ['a', false],
      ['b', true],
    ])
  })

  test('a damaged file is listed without messages', async () => {
    await writeFile(join(directory, 'bad.jsonl'), 'nonsense\n')
    await mkdir(join(directory, 'folder.jsonl'))
    const listed = await open().list()
    expect(listed.map(({ id, messages }) => `${id} ${messages}`).toSorted()).toEqual([
      'bad 0',
      'folder 0',
    ])
    await expect(open().load('bad')).rejects.toThrow(UnreadableSession)
  })

  test('a missing folder is an empty store', async () => {
    expect(await new SessionStore({ directory: join(directory, 'none') }).list()).toEqual([])
  })
})

test('sessions of another workspace are neither listed nor loaded, unless any will do', async () => {
  await open('/here').write('mine', [message('a')])
  await open('/there').write('theirs', [message('a')])
  expect((await open('/here').list()).map(({ id }) => id)).toEqual(['mine'])
  await expect(open('/here').load('theirs')).rejects.toThrow(ForeignSession)
  expect(await open('/here').load('theirs', { anyWorkspace: true })).toBeDefined()
})

test('deleting twice says so', async () => {
  await open().write('one', [message('a')])
  expect(await open().delete('one')).toBe(true)
  expect(await open().delete('one')).toBe(false)
  expect(await readdir(directory)).toEqual([])
})

test('any texts come back, one message for each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), async (texts) => {
      const store = new SessionStore({ directory: join(directory, `${tick()}`), now: tick })
      for (const text of ['first', ...texts]) await store.write('x', [message(text)])
      expect((await store.load('x'))?.messages).toBe(texts.length + 1)
    }),
    { numRuns: 15 },
  )
})
