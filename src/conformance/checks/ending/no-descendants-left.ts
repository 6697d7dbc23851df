import { defineCheck } from '../../check.ts'
import { answers, judgeEnded } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'no_descendants_left',
  title: 'No process outlives its call',
  level: 2,
  topic: 'ending',
  requirements: ['REQ-F-030', 'REQ-F-031'],
  failureModes: [17],
  why: 'A child that runs on keeps locks, ports and pipes; the agent waits for the pipe to close.',
  fix: 'Wait for children, or end them, before exiting; do not start daemons from ordinary commands.',
  run: async (tool) => {
    const plain = [
      { name: 'help', argv: ['--help'] },
      { name: 'version', argv: ['--version'] },
    ]
    const runs = await tool.runAll(plain, { withMachineArgs: false })
    return judgeEnded(
      [...(await answers(tool)), ...runs],
      ({ end }) =>
        end.leftBehind && end.stopped === null
          ? 'A process that it started was still running.'
          : undefined,
      'Nothing was left running.',
    )
  },
})
