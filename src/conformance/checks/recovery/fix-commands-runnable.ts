import { parseCommandLine } from '../../../client/index.ts'
import { defineCheck, leftOut } from '../../check.ts'
import { answers, judgeEnded } from '../../evidence/answers.ts'
import { commandOf } from '../../evidence/listed.ts'

export const check = defineCheck({
  id: 'fix_commands_runnable',
  title: 'A fix command runs as it is',
  level: 3,
  topic: 'recovery',
  requirements: ['REQ-C-030'],
  failureModes: [13],
  why: 'An agent runs fix_command word by word before it repeats the call.',
  fix: 'Give a complete command line without shell syntax and placeholders; never a destructive one.',
  run: async (tool) => {
    const { name, command: program, commands } = tool.subject
    let found = 0
    const result = await judgeEnded(
      await answers(tool),
      async (run) => {
        const command = (await tool.read(run))?.outcome.error?.fix_command
        if (command === undefined) return undefined
        found += 1
        const parsed = parseCommandLine(command, { program, name })
        if (parsed === undefined) return `'${command}' needs a shell.`
        const { danger } = commandOf(commands, parsed.argv.slice(program.length)) ?? {}
        return danger === 'destructive' ? `'${command}' is destructive.` : undefined
      },
      'Every fix command can be run as it is.',
    )
    return found === 0 ? leftOut('No answer names a fix command.') : result
  },
})
