import { defineCheck } from '../../check.ts'
import { answers, judgeEnded } from '../../evidence/answers.ts'
import { hasSequence } from '../../evidence/streams.ts'

export const check = defineCheck({
  id: 'stdout_no_ansi',
  title: 'Stdout has no terminal sequences',
  level: 1,
  topic: 'streams',
  requirements: ['REQ-F-007'],
  failureModes: [8],
  why: 'Colour codes inside of values break comparisons and cost tokens.',
  fix: 'Colour only if the stream is a terminal.',
  run: async (tool) =>
    judgeEnded(
      await answers(tool),
      ({ stdout }) => {
        if (hasSequence(stdout)) return 'Stdout has terminal sequences.'
        const values = stdout.replaceAll(ESCAPED, '$1\u001B')
        return hasSequence(values) ? 'Values have terminal sequences.' : undefined
      },
      'Stdout has no terminal sequences.',
    ),
})

/** The character that begins a sequence, as JSON writes it; not a backslash before the same letters. */
const ESCAPED = /((?<!\\)(?:\\\\)*)\\u001b/gi
