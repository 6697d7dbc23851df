import { defineCheck } from '../../check.ts'
import { endOf, judgeEnded, noPreview, previews } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'dry_run_preview',
  title: 'Destructive commands have a working preview',
  level: 1,
  topic: 'safety',
  requirements: ['REQ-C-004'],
  failureModes: [23],
  why: 'A preview is the only way to see what a destructive call would do.',
  fix: 'Support --dry-run on every destructive command: exit 0 and say what would be affected.',
  run: async (tool) => {
    const dry = previews(tool)
    if (dry.length === 0) return noPreview(tool)
    return judgeEnded(
      await tool.runAll(dry),
      async (run) => {
        if (run.exitCode !== 0) return `The preview ends with ${endOf(run)}.`
        const isValid = (await tool.read(run))?.outcome.diagnostics.malformed === false
        return isValid ? undefined : 'The preview is no valid answer.'
      },
      'Every preview works.',
    )
  },
})
