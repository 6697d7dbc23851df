import { fileURLToPath } from 'node:url'

import { connect } from '@surety/client'
import { expect, test } from 'vitest'

import type { cli } from '../../bin/notes.mjs'

const program = [process.execPath, fileURLToPath(new URL('../../bin/notes.mjs', import.meta.url))]
const { PATH } = process.env
const notes = connect<typeof cli>(program, { memory: false, inheritedEnv: { PATH } })

test('calls a command with arguments and options by name, as the handler then sees them', async () => {
  const input = { title: '--not a flag', files: ['a b', '["c"]'], tags: [], isUrgent: false }
  const added = await notes.add({ ...input, weight: -1.5 })
  if (!added.ok) throw new Error(added.message)
  const title: string = added.data.title
  expect(title).toBe(input.title)
  expect(added.data).toEqual({ id: 7, ...input, weight: -1.5, at: '1970-01-01T00:00:00.000Z' })
  expect(added.run?.attempts).toHaveLength(1)
})

test('calls a command in a group', async () => {
  const tagged = await notes.tag.add({ id: 1, tag: 'milk' })
  expect(tagged).toMatchObject({ ok: true, data: { id: 1, tag: 'milk' } })
})

test('gives a bare number as it is, although the envelope wraps it', async () => {
  const counted = await notes.count()
  expect(counted).toMatchObject({ ok: true, data: 7 })
})

test('gives a page as a success that says where the next one starts', async () => {
  const first = await notes.list({}, { flags: ['--limit=30'] })
  if (!first.ok || first.next === null) throw new Error('there is no next page')
  const second = await notes.list({}, { flags: ['--limit=30'], cursor: first.next })
  expect([first.data.length, first.meta.total]).toEqual([30, 45])
  expect(second).toMatchObject({ ok: true, next: null, data: { length: 15, 0: { id: 30 } } })
})

test('joins the pages that are asked for, and all of them', async () => {
  const [two, all] = await Promise.all([
    notes.list({}, { pages: 2, safety: 'safe' }),
    notes.list({}, { pages: 'all', safety: 'safe' }),
  ])
  expect(two).toMatchObject({ ok: true, next: expect.any(String), data: { length: 40 } })
  expect(all).toMatchObject({ ok: true, next: null, data: { length: 45 } })
})

test('ends a loop over one page of rows with a failure, because rows are missing', async () => {
  const seen: unknown[] = []
  for await (const row of notes.follow()) seen.push(row.ok ? row.data.id : row.code)
  expect(seen).toEqual([...Array.from({ length: 20 }, (_, id) => id), 'TRUNCATED'])
  const all: unknown[] = []
  for await (const row of notes.follow({}, { pages: 'all', safety: 'safe' }))
    all.push(row.ok && row.data.id)
  expect(all).toEqual(Array.from({ length: 45 }, (_, id) => id))
})

test('sends global options, for all calls or for one, and standard input', async () => {
  const work = connect<typeof cli>(program, {
    memory: false,
    inheritedEnv: { PATH },
    globals: { book: 'work' },
  })
  const flags = ['--limit=1']
  const [ofAll, ofOne, sized] = await Promise.all([
    work.list({}, { flags }),
    work.list({}, { flags, globals: { book: 'home' } }),
    work.size({}, { input: 'milk' }),
  ])
  expect(ofAll).toMatchObject({ data: [{ book: 'work' }] })
  expect(ofOne).toMatchObject({ data: [{ book: 'home' }] })
  expect(sized).toMatchObject({ data: { characters: 4 } })
})

test('gives failures as values: declared ones, refused input and programs that do not exist', async () => {
  const nobody = connect<typeof cli>(['/nowhere/notes'], { memory: false, inheritedEnv: { PATH } })
  const [failed, refused, missing] = await Promise.all([
    notes.add({ title: 'one too many' }),
    // What the compiler refuses, the tool refuses too.
    notes.tag.add({ id: 'first' as never, tag: 'x' }),
    nobody.add({ title: 'x' }),
  ])
  expect(failed).toMatchObject({
    ok: false,
    code: 'FULL',
    message: 'There is no room.',
    retryable: false,
    suggestion: 'Remove a note.',
    run: { outcome: { process: { exit_code: 79 } } },
  })
  expect(refused).toMatchObject({ ok: false, code: 'INVALID_VALUE', exit: 'ARG_ERROR' })
  expect(missing).toMatchObject({ ok: false, code: 'PROGRAM_NOT_FOUND' })
})

test('gives the rows of a stream as they come, even those that look like an envelope', async () => {
  const rows: number[] = []
  for await (const row of notes.watch({ count: 100_000, pause: 50 })) {
    if (!row.ok) throw new Error(row.message)
    rows.push(row.data.meta.note)
    // Leaving the loop ends the tool.
    if (rows.length === 3) break
  }
  expect(rows).toEqual([1, 2, 3])
})

test('ends a stream that fails with the failure, after the rows before it', async () => {
  const seen: unknown[] = []
  for await (const row of notes.watch({ count: 3 })) {
    seen.push(row.ok ? row.data.meta.note : [row.code, row.exit, row.run.attempts.length])
  }
  expect(seen).toEqual([1, 2, 3, ['LOST', 'UNAVAILABLE', 1]])
})

test('gives all rows of a stream at once, and loses none to a slow reader', async () => {
  const all = await notes.watch({ count: 2 }).all()
  expect(all).toMatchObject({ ok: true, data: [{ meta: { note: 1 } }, { meta: { note: 2 } }] })
  let count = 0
  for await (const row of notes.watch({ count: 5000 })) {
    if (row.ok) count += 1
    if (count % 1000 === 0) await new Promise((resolve) => void setTimeout(resolve, 30))
  }
  expect(count).toBe(5000)
})

test('is no promise itself', async () => {
  expect(await Promise.resolve(notes)).toBe(notes)
})
