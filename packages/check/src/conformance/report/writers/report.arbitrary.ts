import fc from 'fast-check'

import {
  FINDING_STATUSES,
  LEVELS,
  summaryOf,
  TOPICS,
  type Finding,
  type RecordedBytes,
  type Report,
  type RunRecord,
  type Topic,
} from '../report.ts'

/** Text that a hostile tool would print, in every place where a report holds text of a tool. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>',
    '"><img src=x onerror=alert(1)>',
    '\u001b[31mred\u001b[0m \0\r\n',
    '````\n# heading @someone #12 https://example.invalid | `x`',
    '$& $1 $$',
    '\ud800 \u2028 \uffff \u202e',
  ),
)

const bytes = fc
  .oneof(
    hostileText.map((text) => Buffer.from(text, 'utf8')),
    fc.uint8Array().map((array) => Buffer.from(array)),
  )
  .map((buffer): RecordedBytes => {
    const text = buffer.toString('utf8')
    const isExact = Buffer.from(text, 'utf8').equals(buffer)
    const base64 = isExact ? null : buffer.toString('base64')
    return { text, base64, bytes: buffer.length, cut: false }
  })

const runs = fc.array(
  fc.record({ words: fc.array(hostileText), stdout: bytes, stderr: bytes, text: hostileText }),
  { minLength: 1, maxLength: 4 },
)

const findings = fc.uniqueArray(
  fc.record({
    topic: fc.constantFrom(...(Object.keys(TOPICS) as Topic[])),
    level: fc.constantFrom(...LEVELS),
    status: fc.constantFrom(...FINDING_STATUSES),
    summary: hostileText,
    says: hostileText,
  }),
  { maxLength: 5, selector: ({ topic }) => topic },
)

/** A report whose every text of the tool is hostile. */
export const reportArbitrary: fc.Arbitrary<Report> = fc
  .record({ name: hostileText, runs, findings })
  .map(({ name, runs: given, findings: found }) => {
    const records = given.map(({ words, stdout, stderr, text }, index): RunRecord => ({
      id: `r${index + 1}`,
      probe: text,
      argv: words,
      command: words.join(' '),
      env: { NAME: text, GONE: null },
      cwd: '/work',
      stdin: 'text',
      stdin_text: text,
      reader: 'whole',
      sent: null,
      exit_code: 0,
      ended_by: null,
      stopped: null,
      start_error: null,
      left_behind: false,
      duration_ms: 12,
      stdout,
      stderr,
    }))
    const all = found.map(({ says, ...each }): Finding => ({
      ...each,
      severity: 'error',
      check: `check_${each.topic}`,
      title: `A promise about ${each.topic}`,
      requirements: ['REQ-F-001'],
      failure_modes: [],
      needs: each.status === 'not_shown' ? says : null,
      why: 'Agents need it.',
      fix: 'Change it.',
      evidence: records.map(({ id }) => ({ run: id, says })),
      runs_checked: records.length,
      reproduce: records[0]!.command,
    }))
    return toReport(name, records, all)
  })

function toReport(name: string, records: readonly RunRecord[], all: readonly Finding[]): Report {
  return {
    schema_version: '1.0',
    preset: 'envelope',
    preset_source: 'tool',
    failed_reads: [],
    tool: {
      name,
      command: [name],
      version: null,
      dialect: 'spec-1.0',
      dialect_source: 'manifest',
      described_by: ['manifest'],
      profile: null,
    },
    level: { asked: 1, reached: 0, levels: [{ level: 1, status: 'broken' }] },
    summary: summaryOf(all, 1, 0),
    findings: all,
    left_out: [{ check: 'left_out_check', title: 'A feature', level: 3, reason: name }],
    runs: records,
    started_at: '2026-01-02T03:04:05.678Z',
    duration_ms: 1234,
  }
}
