import { defineCheck } from '../../check.ts'
import { answers, judgeEnded } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'clean_text',
  title: 'Output is clean UTF-8',
  level: 1,
  topic: 'envelope',
  requirements: ['REQ-F-016', 'REQ-F-072'],
  failureModes: [15],
  why: 'A byte order mark, a NUL or broken UTF-8 makes JSON parsers fail or replace characters silently.',
  fix: 'Write UTF-8 without a byte order mark, end lines with LF, and clean foreign text before printing it.',
  run: async (tool) =>
    judgeEnded(
      await answers(tool),
      ({ stdout, record }) => {
        if (record.stdout.base64 !== null) return 'Stdout is not valid UTF-8.'
        if (stdout.startsWith('\uFEFF')) return 'Stdout starts with a byte order mark.'
        if (stdout.includes('\0')) return 'Stdout has a NUL character.'
        return stdout.includes('\r\n') ? 'Lines on stdout end with CRLF.' : undefined
      },
      'Stdout is clean UTF-8.',
    ),
})
