import { defineCheck } from '../../check.ts'
import { endOf, hangOf, judgeEnded } from '../../evidence/answers.ts'
import { hasSequence } from '../../evidence/streams.ts'

export const check = defineCheck({
  id: 'help_answers',
  title: '--help explains the tool and exits with 0',
  level: 1,
  topic: 'discovery',
  requirements: ['REQ-F-068'],
  failureModes: [21],
  why: 'Help is where an agent starts with a tool that it does not know.',
  fix: 'Answer --help with exit 0 and text without colours, and do nothing else.',
  run: async (tool) => {
    const run = await tool.ask('--help')
    return judgeEnded(
      [run],
      (run) => {
        const { exitCode, stdout, stderr } = run
        const hang = hangOf(run)
        if (hang !== undefined) return hang
        if (exitCode !== 0) return `--help ends with ${endOf(run)}.`
        if ((stdout + stderr).trim() === '') return '--help prints nothing.'
        return hasSequence(stdout + stderr) ? '--help prints terminal sequences.' : undefined
      },
      '--help explains the tool.',
    )
  },
})
