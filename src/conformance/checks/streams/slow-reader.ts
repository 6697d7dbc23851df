import { defineCheck, notShown } from '../../check.ts'
import { isWhole, judgeEnded, largeAnswers, noLargeAnswer } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'slow_reader',
  title: 'A slow reader gets the whole answer',
  level: 3,
  topic: 'streams',
  requirements: ['REQ-F-053'],
  failureModes: [5],
  why: 'Agents read when they get to it. Output that is dropped or cut meanwhile is lost without a trace.',
  fix: 'Honour backpressure: write, wait for the drain, then exit.',
  run: async (tool) => {
    const large = await largeAnswers(tool)
    const [first] = large.toSorted((a, b) => b.end.stdout.total - a.end.stdout.total)
    if (first === undefined) return noLargeAnswer(tool)
    if (!first.record.stdout.cut && !isWhole(first.stdout))
      return notShown(
        'The largest answer is not whole for a fast reader either.',
        'Whole answers; see large_output.',
        [first],
      )
    const argv = first.argv.slice(tool.subject.command.length)
    const run = await tool.run(
      { name: first.probe, argv },
      { reader: 'slow', withMachineArgs: false },
    )
    return judgeEnded(
      [run],
      ({ stdout, end, record }) =>
        record.stdout.cut || (isWhole(stdout) && end.stdout.total > first.end.stdout.total / 2)
          ? undefined
          : `A slow reader got ${end.stdout.total} bytes of ${first.end.stdout.total}.`,
      'A slow reader got the whole answer.',
    )
  },
})
