import { expect, it } from 'vitest'

import type { Finding, Report } from '../../packages/check/src/conformance/report/report.ts'
import { reportWords } from './report-words.ts'

const finding = (status: Finding['status'], needs: string | null = null) =>
  ({
    status,
    needs,
    severity: 'error',
    title: 'Exit codes mean something',
    fix: 'Use the table.',
  }) as Finding

function reportOf(findings: readonly Finding[], reached: 0 | 3): Report {
  const count = (status: string) => findings.filter((each) => each.status === status).length
  return {
    preset: 'envelope',
    tool: { dialect: 'td' },
    findings,
    level: { asked: 3, reached, levels: [] },
    summary: {
      broken: count('broken'),
      known: 0,
      warnings: 0,
      notes: 0,
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
    title: '1 of 2 checks fails.',
    rows: [
      ['What was asked?', 'The preset envelope, for td.'],
      ['What was found', '1 fails, 0 warn, 0 known, 1 kept, 0 not judged.'],
      ['Which level?', 'It reaches no level of 3.'],
      ['What next?', 'Begin with “Exit codes mean something”: Use the table.'],
    ],
  })
})

it('says what is needed where promises could not be shown', () => {
  const words = reportWords(reportOf([finding('kept'), finding('not_shown', 'A long call.')], 0))
  expect(words).toMatchObject({
    tone: 'careful',
    title: 'None of 1 check fails; 1 could not be judged.',
  })
  expect(words.rows.at(-1)).toEqual(['What next?', 'To show more, add: A long call.'])
})

it('calls a report good only if something was judged, and everything was kept', () => {
  expect(reportWords(reportOf([finding('kept')], 3))).toMatchObject({
    tone: 'good',
    title: 'None of 1 check fails.',
  })
  expect(reportWords(reportOf([], 0))).toMatchObject({
    tone: 'careful',
    title: 'Nothing could be judged.',
  })
})
