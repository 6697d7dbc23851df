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
      ({ stdout }) => (hasSequence(stdout) ? 'Stdout has terminal sequences.' : undefined),
      'Stdout has no terminal sequences.',
    ),
})
