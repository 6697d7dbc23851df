import { expect, test } from 'vitest'

import { fail, succeed, type Outcome } from 'surety/unstable/contract'
import { escalate, type Verdict } from '../../decide/verdict.ts'
import { CallPages } from './pages.ts'

const more: Verdict = {
  kind: 'next_page',
  cursor: 'c',
  reason: 'MORE_PAGES',
  message: '',
  soft_redirects: [],
}
const over: Verdict = { ...escalate('NOT_RETRYABLE'), soft_redirects: [] }
const page = (data: number[], cursor: string) =>
  succeed({ data, warnings: ['old'], meta: { truncated: true, cursor } })

test.each<[string, Outcome]>([
  ['fails', fail({ exit: 'NOT_FOUND', error: { code: 'GONE', message: 'm' }, data: { n: 1 } })],
  ['must not be used', succeed({ data: { n: 1 }, meta: { cursor: 'c3' } })],
])('pages before one that %s are kept, with the cursor to continue from', (_how, last) => {
  const pages = new CallPages()
  pages.add(page([1, 2], 'c1'), more)
  pages.add(page([3], 'c2'), more)
  const joined = pages.join(last, over)
  expect(joined).toMatchObject({ ok: last.ok, error: last.error, data: [1, 2, 3] })
  expect(joined.meta).toMatchObject({
    truncated: true,
    cursor: 'c2',
    pages: 2,
    failed_page: { n: 1 },
  })
  expect(joined.warnings).toEqual([
    'old',
    'Page 3 failed. The data has the 2 pages before it; continue from meta.cursor.',
  ])
})

test('a first page that fails is left as it is', () => {
  const outcome = fail({ exit: 'NOT_FOUND', error: { code: 'GONE', message: 'm' } })
  expect(new CallPages().join(outcome, over)).toBe(outcome)
})
