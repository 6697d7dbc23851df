import { expect, test } from 'vitest'

import { createScreen } from 'surety/unstable/human'
import { summaryOf, type Finding, type Report } from '../report.ts'
import { reportText } from './text.ts'

const finding = (check: string, more: Partial<Finding> = {}): Finding => ({
  check,
  title: 'A reader that leaves ends it quietly',
  topic: 'ending',
  severity: 'error',
  level: 1,
  requirements: [],
  failure_modes: [],
  status: 'broken',
  summary: 'It prints a trace: exit 1, stdout nothing, stderr "Error".',
  needs: null,
  why: 'It matters.',
  fix: 'Add a listener.',
  evidence: [],
  runs_checked: 1,
  reproduce: '{ sleep 1; acme; } | true',
  ...more,
})

function textOf(findings: readonly Finding[], more: Partial<Report> = {}, columns = 0): string {
  const report: Report = {
    schema_version: '1.0',
    preset: 'any',
    preset_source: 'tool',
    failed_reads: [],
    tool: {
      name: 'acme',
      command: ['./acme'],
      version: '1.2.3',
      dialect: null,
      dialect_source: 'nobody',
      described_by: [],
      profile: null,
    },
    level: { asked: 3, reached: 0, levels: [] },
    summary: summaryOf(findings, 0, 0),
    findings,
    left_out: [],
    runs: [],
    started_at: '2026-01-02T03:04:05.678Z',
    duration_ms: 1200,
    ...more,
  }
  const { runs: _runs, ...rest } = report
  // Without runs it is what an answer has; who asks for all gets the runs as well.
  const lean = findings.flatMap((each) =>
    each.status === 'broken' ? [{ ...each, evidence: [], runs_broken: 1, got: each.summary }] : [],
  )
  return reportText(
    { ...rest, findings: lean, not_shown: [], left_out: [] },
    createScreen({ columns }),
  )
}

test('the verdict comes first, then a finding in six lines', () => {
  expect(textOf([finding('closed_pipe')]).replace(/ \d.*s$/m, '')).toBe(
    `acme 1.2.3: 1 of 1 checks fails (preset any, as it speaks no dialect; level 0 of 3)

FAIL closed_pipe  acme 1.2.3 (seen 2 of 2)
  ran:    { sleep 1; acme; } | true
  got:    It prints a trace: exit 1, stdout nothing, stderr "Error".
  want:   A reader that leaves ends it quietly.
  fix:    Add a listener.
  accept: closed_pipe: "why it may stay", under accept in the profile

0 kept · 1.2s`.replace(/ \d.*s$/m, ''),
  )
})

test('before all else it says which read failed', () => {
  const failed = [{ call: '-tf a.tar', says: 'exit 2, stdout nothing, stderr "none".' }]
  expect(textOf([], { failed_reads: failed }).split('\n')[0]).toBe(
    'Not judged: your read `-tf a.tar` ended with 2, stdout nothing, stderr "none".',
  )
})

test('a long report stays within a screen, and names the rest in one line', () => {
  const many = Array.from({ length: 9 }, (_, at) =>
    finding(`check_${at}`, { fix: 'Do it. '.repeat(20) }),
  )
  const text = textOf(many, {}, 80)
  expect(text.split('\n').length).toBeLessThanOrEqual(40)
  expect(text).toContain('And check_3, check_4, check_5, check_6, check_7, check_8; --all')
})
