import { expect, it } from 'vitest'

import type { Finding, Report } from '../../packages/check/src/conformance/report/report.ts'
import { reportWords } from './report-words.ts'

const finding = (status: Finding['status'], needs: string | null = null) =>
  ({ status, needs, title: 'Exit codes mean something', fix: 'Use the table.' }) as Finding

function reportOf(findings: readonly Finding[], reached: 0 | 3): Report {
  const count = (status: string) => findings.filter((each) => each.status === status).length
  return {
    findings,
    level: { asked: 3, reached, levels: [] },
    summary: {
      broken: count('broken'),
      not_shown: count('not_shown'),
      kept: count('kept'),
      left_out: 0,
      not_run: 0,
    },
  } as unknown as Report
}

it('begins with what is broken, and with the first fix', () => {
  expect(reportWords(reportOf([finding('kept'), finding('broken')], 0))).toEqual({
    tone: 'bad',
    title: 'It breaks 1 promise.',
    rows: [
      ['What was found', '1 broken, 0 not shown, 1 kept.'],
      ['Which level?', 'It reaches no level of 3.'],
      ['What next?', 'Begin with “Exit codes mean something”: Use the table.'],
    ],
  })
})

it('says what is needed where promises could not be shown', () => {
  const words = reportWords(reportOf([finding('kept'), finding('not_shown', 'A long call.')], 0))
  expect(words).toMatchObject({
    tone: 'careful',
    title: 'Nothing is broken; 1 promise could not be shown.',
  })
  expect(words.rows.at(-1)).toEqual(['What next?', 'To show more, add: A long call.'])
})

it('calls a report good only if something was judged, and everything was kept', () => {
  expect(reportWords(reportOf([finding('kept')], 3))).toMatchObject({
    tone: 'good',
    title: 'It keeps every promise that was checked.',
  })
  expect(reportWords(reportOf([], 0))).toMatchObject({
    tone: 'careful',
    title: 'Nothing could be judged.',
  })
})
