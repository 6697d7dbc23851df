import { defineCheck } from '../../check.ts'
import { endOf, judgeEnded } from '../../evidence/answers.ts'
import { commandHelp, noManifest, unasked } from '../../evidence/listed.ts'

export const check = defineCheck({
  id: 'manifest_commands_answer',
  title: 'Every listed command answers --help',
  level: 3,
  topic: 'discovery',
  requirements: ['REQ-O-041'],
  failureModes: [52],
  why: 'A manifest that lists what does not exist sends an agent into errors.',
  fix: 'Generate the manifest from the same declarations that the router uses.',
  run: async (tool) => {
    const { commands, manifest } = tool.subject
    if (manifest === null || commands.length === 0) return noManifest(tool)
    const { shown, notAsked } = await commandHelp(tool, commands, MAX_COMMANDS)
    const result = await judgeEnded(
      shown.map(({ run }) => run),
      (run) =>
        run.exitCode === 0 ? undefined : `A listed command answers --help with ${endOf(run)}.`,
      'Every listed command exists.',
    )
    return result.status === 'kept' ? (unasked(notAsked, result.runs) ?? result) : result
  },
})

/** A tool with hundreds of commands is sampled. */
const MAX_COMMANDS = 40
