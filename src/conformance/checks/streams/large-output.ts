import { defineCheck } from '../../check.ts'
import { isWhole, judgeEnded, largeAnswers, noLargeAnswer } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'large_output',
  title: 'Large answers arrive whole',
  level: 3,
  topic: 'streams',
  requirements: ['REQ-F-053', 'REQ-F-052'],
  failureModes: [5],
  why: 'A process that exits before its output is written cuts the answer at the size of a pipe.',
  fix: 'Wait until the answer is written before exiting.',
  run: async (tool) => {
    const large = await largeAnswers(tool)
    if (large.length === 0) return noLargeAnswer(tool)
    return judgeEnded(
      large,
      ({ stdout, record }) =>
        record.stdout.cut || isWhole(stdout)
          ? undefined
          : `It is cut after ${record.stdout.bytes} bytes.`,
      'Every large answer is whole.',
    )
  },
})
