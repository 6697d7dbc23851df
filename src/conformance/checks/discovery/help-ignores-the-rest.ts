import { defineCheck, NEEDS, notShown } from '../../check.ts'
import { helpRun } from '../../evidence/listed.ts'
import { endOf, judgeEnded } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'help_ignores_the_rest',
  title: '--help does nothing but help, whatever stands beside it',
  level: 2,
  topic: 'discovery',
  requirements: ['REQ-F-068'],
  failureModes: [21],
  why: 'Agents add --help to a call to see what it would do. It must not be done.',
  fix: 'Look for --help before validating, loading or running anything.',
  run: async (tool) => {
    const [read] = tool.probes('read')
    if (read === undefined) return notShown('There is no call to add --help to.', NEEDS.read)
    const { run, isIgnored } = await helpRun(tool, read)
    return judgeEnded(
      [run],
      () => {
        if (run.exitCode !== 0) return `A call with --help ends with ${endOf(run)}.`
        return isIgnored ? 'A call with --help does what it does without.' : undefined
      },
      'A call with --help prints help.',
    )
  },
})
