import { expect, test } from 'vitest'

import type { Finding } from '@surety/check/unstable/conformance'
import { createScreen } from 'surety/unstable/human'
import { reportText, type ShownReport } from './report-text.ts'

const finding = (check: string, more: Partial<Finding> = {}): Finding => ({
  check,
  title: 'A promise',
  topic: 'envelope',
  level: 1,
  requirements: [],
  failure_modes: [],
  status: 'not_shown',
  summary: 'Nothing is known.',
  needs: 'A read.',
  why: 'It matters.',
  fix: 'Keep it.',
  evidence: [],
  runs_checked: 0,
  reproduce: null,
  ...more,
})

const report: ShownReport = {
  schema_version: '1.0',
  tool: {
    name: 'acme',
    command: ['./acme'],
    version: null,
    dialect: null,
    dialect_source: 'nobody',
    described_by: [],
    profile: null,
  },
  level: { asked: 3, reached: 0, levels: [] },
  summary: { broken: 0, not_shown: 4, kept: 1, left_out: 3, not_run: 0 },
  findings: [
    finding('rows', {
      needs: 'A stream that ends.',
      summary: "'rows' did not end.",
      evidence: [{ run: 'r1', says: '' }],
    }),
    finding('one'),
    finding('two', { summary: 'Other words for it.' }),
    finding('three'),
  ],
  left_out: ['a', 'b', 'c'].map((check) => ({
    check,
    title: 'A promise',
    level: 3,
    reason: check === 'b' ? 'No answer redirects.' : 'Every command ends at once.',
  })),
  runs: [],
  started_at: '2026-01-02T03:04:05.678Z',
  duration_ms: 1200,
}

const text = (shown: ShownReport, columns: number) => reportText(shown, createScreen({ columns }))

test('lists what is not shown by what would show it, and what does not apply by the reason', () => {
  expect(text(report, 44)).toBe(`Not shown: 4 promises
Each line says what it takes, and for which checks.

  ▲ A read.
    For    one, two, three
  ▲ A stream that ends.
    Seen   'rows' did not end.
    For    rows

Start a profile, which says what may be run:
  surety check --init -- ./acme

Does not apply: 3 promises

  · Every command ends at once. (a, c)
  · No answer redirects. (b)

acme breaks no promise; 4 promises not shown
no dialect · 1 kept · 0 broken · 4 not shown · 3 do not apply · 1.2s`)
})

test('what concerns the author alone has a place of its own', () => {
  expect(text({ ...report, advice: ["There is no fact 'sugestion'."] }, 0)).toContain(
    "\nFor the author\n  · There is no fact 'sugestion'.\n",
  )
})

test('the last sentence says what was found, not which level nobody asked for', () => {
  const last = (reached: 0 | 1 | 3, ...statuses: readonly Finding['status'][]) => {
    const count = (status: string) => statuses.filter((each) => each === status).length
    return text(
      {
        ...report,
        level: { ...report.level, reached },
        summary: { ...report.summary, broken: count('broken'), not_shown: count('not_shown') },
        findings: statuses.map((status) => finding('one', { status })),
      },
      0,
    )
      .split('\n')
      .at(-2)
  }
  expect(last(3, 'kept')).toBe('acme breaks no promise and reaches level 3')
  expect(last(1, 'not_shown')).toBe(
    'acme breaks no promise and reaches level 1; 1 promise not shown',
  )
  expect(last(0, 'broken', 'broken', 'not_shown')).toBe(
    'acme breaks 2 promises; 1 promise not shown',
  )
})
