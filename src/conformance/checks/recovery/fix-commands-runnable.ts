import { parseCommandLine } from '../../../client/index.ts'
import { defineCheck, leftOut } from '../../check.ts'
import { answers, judgeEnded } from '../../evidence/answers.ts'
import { commandOf } from '../../evidence/listed.ts'
import type { Run } from '../../probing/run.ts'

/** Fixes can be run. */
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
    const found: { readonly run: Run; readonly command: string }[] = []
    const runs = await answers(tool)
    for (const run of runs) {
      const command = (await tool.read(run))?.outcome.error?.fix_command
      if (command !== undefined) found.push({ run, command })
    }
    if (found.length === 0) return leftOut('No answer names a fix command.')
    const { name, command: program, commands } = tool.subject
    const problems = new Map<Run, string>()
    for (const { run, command } of found) {
      const parsed = parseCommandLine(command, { program, name })
      if (parsed === undefined) problems.set(run, `'${command}' needs a shell.`)
      else if (commandOf(commands, parsed.argv.slice(program.length))?.danger === 'destructive')
        problems.set(run, `'${command}' is destructive.`)
    }
    return judgeEnded(runs, (run) => problems.get(run), 'Every fix command can be run as it is.')
  },
})
