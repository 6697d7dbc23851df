import { defineCheck } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'
import { commandOf, noManifest } from '../../evidence/listed.ts'

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
    const looked = runs.flatMap((run) => {
      const words = run.argv.slice(tool.subject.command.length)
      const command = commandOf(commands, words)
      return command?.exits == null ? [] : [{ run, command }]
    })
    const declared = new Map(looked.map(({ run, command }) => [run, command] as const))
    return judgeEnded(
      looked.map(({ run }) => run),
      (run) => {
        const command = declared.get(run)!
        return run.exitCode === null || command.exits!.includes(run.exitCode)
          ? undefined
          : `${command.path} ended with ${run.exitCode}, which its manifest entry does not list.`
      },
      'Every exit code is listed.',
    )
  },
})
