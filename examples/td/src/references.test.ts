import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { resolveReference, type Listing } from './references.ts'
import type { Book, Task } from './tasks.ts'

const task = (id: string, content: string, completed_at: string | null = null): Task => ({
  id,
  content,
  description: '',
  priority: 1,
  labels: [],
  project_id: 'p1',
  due: null,
  created_at: '2026-01-01T00:00:00Z',
  completed_at,
})

const book: Book = {
  next: 9,
  projects: [],
  labels: [],
  tasks: [
    task('t1', 'Call Ada'),
    task('t2', 'Call Ada about the report'),
    task('t3', 'Recall the order'),
    task('t4', 'Water the plants', '2026-01-02T00:00:00Z'),
  ],
}
const listing: Listing = { at: 0, ids: ['t3', 't1', 'gone'] }

function resolve(reference: string, options: { now?: number; idOnly?: boolean } = {}): string {
  const { now = 1000, idOnly = false } = options
  const found = resolveReference(reference, book, { listing, now, idOnly })
  if (found.kind === 'ambiguous') return found.candidates.map(({ id }) => id).join()
  return found.kind === 'task' ? found.task.id : 'unknown'
}

describe('a reference', () => {
  test('of digits is a row of the last listing, for ten minutes', () => {
    expect(resolve('1')).toBe('t3')
    expect(resolve('2')).toBe('t1')
    expect(resolve('3')).toBe('unknown')
    expect(resolve('4')).toBe('unknown')
    expect(resolve('0')).toBe('unknown')
    expect(resolve('1', { now: 10 * 60 * 1000 })).toBe('unknown')
  })

  test('is the whole text if that fits, else its beginning, else some of it', () => {
    expect(resolve('call ada')).toBe('t1')
    expect(resolve('recall')).toBe('t3')
    expect(resolve('REPORT')).toBe('t2')
    expect(resolve('call')).toBe('t1,t2')
  })

  test('of two letters or of a completed task is an id', () => {
    expect(resolve('Ca')).toBe('unknown')
    expect(resolve('t4')).toBe('t4')
    expect(resolve('plants')).toBe('unknown')
  })

  test('is nothing but an id when that is asked for', () => {
    expect(resolve('1', { idOnly: true })).toBe('unknown')
    expect(resolve('t1', { idOnly: true })).toBe('t1')
  })

  test('of any kind leads somewhere without a fault', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (text, idOnly) => {
        expect(typeof resolve(text, { idOnly })).toBe('string')
      }),
    )
  })
})
