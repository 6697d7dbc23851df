import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  createSubject,
  deleteSubject,
  getSubject,
  listSubjects,
  nextSubject,
  openSubjects,
  qualify,
  STATUSES,
  updateSubject,
  type Book,
  type Subject,
} from './subjects.ts'

const NOW = '2026-03-01T10:00:00.000Z'
const EMPTY: Book = { counters: {}, subjects: [] }

function bookOf(...titles: readonly string[]): Book {
  return titles.reduce((book, title) => createSubject(book, 'task', { title }, NOW).document, EMPTY)
}

const refusal = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return (error as { refusal?: unknown }).refusal
  }
}

describe('ids', () => {
  test('count per kind', () => {
    const book = createSubject(bookOf('a', 'b'), 'bug', { title: 'a' }, NOW).document
    expect(book.subjects.map(({ id }) => id)).toEqual([
      'task:TASK-001',
      'task:TASK-002',
      'bug:BUG-001',
    ])
  })

  test('of removed subjects are not given again', () => {
    const { document } = deleteSubject(bookOf('a'), 'task:TASK-001')
    expect(createSubject(document, 'task', { title: 'b' }, NOW).result.id).toBe('task:TASK-002')
  })

  test('that are bare get the kind', () => {
    expect(qualify('task', 'TASK-001')).toBe('task:TASK-001')
    expect(qualify('task', 'bug:BUG-001')).toBe('bug:BUG-001')
  })

  test.each(['__proto__', 'constructor', 'toString'])('count in kind %s too', (kind) => {
    const first = createSubject(EMPTY, kind, { title: 'a' }, NOW).document
    const kept = JSON.parse(JSON.stringify(first)) as Book
    const second = createSubject(kept, kind, { title: 'b' }, NOW).result
    expect(second.id).toBe(`${kind}:${kind.toUpperCase()}-002`)
    expect(Object.prototype).not.toHaveProperty(kind, 1)
  })
})

describe('members without a value are left out', () => {
  test('when a subject is made', () => {
    expect(bookOf('a').subjects[0]).toEqual({
      id: 'task:TASK-001',
      kind: 'task',
      title: 'a',
      status: 'ready',
      created_at: NOW,
      updated_at: NOW,
    })
  })

  test('when its labels are taken away', () => {
    const labelled = updateSubject(bookOf('a'), 'task:TASK-001', { labels: ['x'] }, NOW)
    expect(labelled.result.labels).toEqual(['x'])
    const bare = updateSubject(labelled.document, 'task:TASK-001', { labels: [] }, NOW)
    expect(bare.result).not.toHaveProperty('labels')
  })
})

describe('refusals', () => {
  test('an open subject of the same title is a duplicate, a closed one is not', () => {
    const book = bookOf('Fix it')
    expect(refusal(() => createSubject(book, 'task', { title: 'fix IT' }, NOW))).toMatchObject({
      kind: 'duplicate',
      id: 'task:TASK-001',
    })
    const closed = updateSubject(book, 'task:TASK-001', { status: 'done' }, NOW).document
    expect(createSubject(closed, 'task', { title: 'fix IT' }, NOW).result.id).toBe('task:TASK-002')
  })

  test('what is not there is not found', () => {
    for (const id of ['task:NONE', '', '../..', '__proto__']) {
      expect(refusal(() => getSubject(EMPTY, id))).toEqual({ kind: 'not_found', id })
    }
  })

  test('only the way from closed to in-progress is barred', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATUSES), fc.constantFrom(...STATUSES), (from, to) => {
        const book = createSubject(EMPTY, 'task', { title: 'a', status: from }, NOW).document
        const isBarred = to === 'in-progress' && (from === 'done' || from === 'cancelled')
        const result = refusal(
          () => updateSubject(book, 'task:TASK-001', { status: to }, NOW).result,
        )
        expect(result).toMatchObject(isBarred ? { kind: 'transition', from, to } : { status: to })
      }),
    )
  })
})

describe('lists', () => {
  const titles = fc.uniqueArray(fc.string({ minLength: 1 }), {
    maxLength: 20,
    selector: (title) => title.toLowerCase(),
  })

  test('pages from cursor to cursor give every subject once, in order', () => {
    fc.assert(
      fc.property(titles, fc.integer({ min: 1, max: 7 }), (all, limit) => {
        const book = bookOf(...all)
        const seen: Subject[] = []
        let cursor: string | null | undefined
        do {
          const page = listSubjects(book, 'task', { limit, ...(cursor && { cursor }) })
          if ('badCursor' in page) throw new Error('a cursor of our own was refused')
          expect(page.total).toBe(all.length)
          seen.push(...page.subjects)
          cursor = page.next_cursor
        } while (cursor !== null)
        expect(seen).toEqual(book.subjects)
      }),
    )
  })

  test('any text that is no cursor is refused, not guessed at', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (cursor) => {
        const page = listSubjects(bookOf('a'), 'task', { limit: 5, cursor })
        const isOurs = Buffer.from(cursor, 'base64url').toString() === 'task:TASK-001'
        expect('badCursor' in page).toBe(!isOurs)
      }),
    )
  })

  test('a query looks at everything, then cuts, and knows the exact total', () => {
    const page = listSubjects(bookOf('Alpha', 'alphabet', 'beta'), 'task', {
      limit: 1,
      query: 'ALPHA',
    })
    expect(page).toMatchObject({ total: 2, next_cursor: null, subjects: [{ title: 'Alpha' }] })
  })

  test('limit 0 is all', () => {
    expect(listSubjects(bookOf('a', 'b', 'c'), 'task', { limit: 0 })).toMatchObject({
      subjects: { length: 3 },
      next_cursor: null,
    })
  })
})

test('next is the highest priority, then the oldest, and only what is ready', () => {
  const add = (
    book: Book,
    title: string,
    priority: number,
    now: string,
    status = 'ready' as const,
  ) => createSubject(book, 'task', { title, priority, status }, now).document
  const book = add(
    add(add(EMPTY, 'low', 1, NOW), 'later', 3, '2026-03-03'),
    'earlier',
    3,
    '2026-03-02',
  )
  expect(nextSubject(book, 'task')?.title).toBe('earlier')
  const done = updateSubject(book, 'task:TASK-003', { status: 'done' }, NOW).document
  expect(nextSubject(done, 'task')?.title).toBe('later')
  expect(nextSubject(book, 'bug')).toBeNull()
  expect(nextSubject(bookOf('a', 'b'), 'task')?.title).toBe('a')
})

describe('the file', () => {
  let path: string
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'animus-')), 'subjects.json')
  })
  afterEach(() => rm(join(path, '..'), { recursive: true, force: true }))

  test.each(['', '{', 'null', '[]', '{"subjects":[]}', '{"counters":{},"subjects":[1]}'])(
    '%j is refused and left as it is',
    async (text) => {
      await writeFile(path, text)
      const change = openSubjects(path).update((book) =>
        createSubject(book, 'task', { title: 'a' }, NOW),
      )
      await expect(change).rejects.toMatchObject({
        code: 'internal',
        message: expect.stringContaining(path) as string,
      })
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )

  test('changes at the same time all arrive', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        openSubjects(path).update((book) =>
          createSubject(book, 'task', { title: `t${index}` }, NOW),
        ),
      ),
    )
    const { subjects } = await openSubjects(path).read()
    expect(new Set(subjects.map(({ id }) => id)).size).toBe(20)
  })
})
