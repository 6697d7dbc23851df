import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  addTask,
  findProject,
  openTasks,
  projectsLike,
  SORTS,
  sortTasks,
  type Book,
  type NewTask,
} from './tasks.ts'

const empty: Book = {
  next: 1,
  tasks: [],
  labels: [],
  projects: [
    { id: 'p1', name: 'Inbox', is_favorite: false, is_inbox_project: true },
    { id: 'p2', name: 'Work', is_favorite: true, is_inbox_project: false },
  ],
}
const draft = (content: string, more: Partial<NewTask> = {}): NewTask => ({
  content,
  description: '',
  priority: 1,
  labels: [],
  projectId: 'p1',
  due: null,
  ...more,
})
const once = { idempotent: true, anywhere: false, now: '2026-01-01T00:00:00Z' }

describe('an idempotent add', () => {
  const { document: book } = addTask(empty, draft('Pay rent'), once)

  test('gives back the task with the same text, case and blanks aside', () => {
    expect(addTask(book, draft(' PAY RENT '), once).result).toMatchObject({
      created: false,
      task: { id: 't1' },
    })
  })

  test('looks in the project that was named, or everywhere', () => {
    const elsewhere = draft('pay rent', { projectId: 'p2' })
    expect(addTask(book, elsewhere, once).result.created).toBe(true)
    expect(addTask(book, elsewhere, { ...once, anywhere: true }).result.created).toBe(false)
  })
})

test('labels that are new are added once, with ids of their own', () => {
  const { document } = addTask(empty, draft('x', { labels: ['home', 'Quick'] }), once)
  const { labels } = addTask(document, draft('y', { labels: ['HOME'] }), once).document
  expect(labels).toEqual([
    { id: 'l2', name: 'home' },
    { id: 'l3', name: 'Quick' },
  ])
})

test('projects are found by id, then by name, and those that come close are named', () => {
  expect(findProject(empty, 'p2')?.name).toBe('Work')
  expect(findProject(empty, 'wORK')?.id).toBe('p2')
  expect(projectsLike(empty, 'wor')).toEqual(['Work'])
})

test('ids stay unique and sorting keeps every task, whatever is added', () => {
  const drafts = fc.array(
    fc.record({
      content: fc.string(),
      priority: fc.integer({ min: 1, max: 4 }),
      labels: fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
      date: fc.option(fc.constantFrom('2026-01-01', '2026-02-01')),
    }),
  )
  fc.assert(
    fc.property(drafts, fc.constantFrom(...SORTS), (given, sort) => {
      let book = empty
      for (const { content, priority, labels, date } of given) {
        const due = date === null ? null : { string: date, date }
        book = addTask(book, draft(content, { priority, labels, due }), {
          ...once,
          idempotent: false,
        }).document
      }
      const ids = [...book.tasks, ...book.labels].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const sorted = sortTasks(openTasks(book), sort, book)
      expect(sorted).toHaveLength(given.length)
      if (sort === 'priority') {
        const priorities = sorted.map(({ priority }) => priority)
        expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
      }
    }),
    { numRuns: 50 },
  )
})
