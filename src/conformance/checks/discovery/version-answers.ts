import { defineCheck } from '../../check.ts'
import { endOf, hangOf, judgeEnded } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'version_answers',
  title: '--version prints a version and exits with 0',
  level: 1,
  topic: 'discovery',
  requirements: ['REQ-F-068', 'REQ-F-023'],
  failureModes: [21],
  why: 'An agent compares the version with what it has learnt about the tool.',
  fix: 'Answer --version with exit 0 and the version, as one short text or as an answer.',
  run: async (tool) => {
    const run = await tool.ask('--version')
    return judgeEnded(
      [run],
      (run) => {
        const { exitCode, stdout, stderr } = run
        const hang = hangOf(run)
        if (hang !== undefined) return hang
        if (exitCode !== 0) return `--version ends with ${endOf(run)}.`
        const text = stdout.trim() === '' ? stderr : stdout
        if (!/\d+\.\d+/.test(text)) return '--version prints no version.'
        return text.trim().split('\n').length > 20 ? '--version prints a page.' : undefined
      },
      '--version prints the version.',
    )
  },
})
