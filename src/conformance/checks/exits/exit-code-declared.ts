import { defineCheck } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'
import { commandOf, noManifest } from '../../evidence/listed.ts'
import type { Run } from '../../probing/run.ts'

export const check = defineCheck({
  id: 'exit_code_declared',
  title: 'Every exit code that was seen is declared',
  level: 3,
  topic: 'exits',
  requirements: ['REQ-C-001', 'REQ-O-041'],
  failureModes: [1, 52],
  why: 'An agent looks up what an exit code means for a command. One that is not listed counts as a general error.',
  fix: 'List every exit code of a command in its manifest entry, also those that the framework adds.',
  run: async (tool) => {
    const { commands } = tool.subject
    if (commands.every(({ exits }) => exits === null)) return noManifest(tool)
    const runs = await tool.runAll(tool.probes('read', 'write', 'invalid'))
    const commandIn = ({ argv }: Run) =>
      commandOf(commands, argv.slice(tool.subject.command.length))
    return judgeEnded(
      runs.filter((run) => commandIn(run)?.exits != null),
      (run) => {
        const { path, exits } = commandIn(run)!
        return run.exitCode === null || exits!.includes(run.exitCode)
          ? undefined
          : `${path} ended with ${run.exitCode}, which its manifest entry does not list.`
      },
      'Every exit code is listed.',
    )
  },
})
