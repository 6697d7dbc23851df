import { parseCommandLine } from '../../../client/index.ts'
import { defineCheck, leftOut } from '../../check.ts'
import { answers, exitNumber, judgeAnswers, judgeEnded } from '../../evidence/answers.ts'
import { commandOf } from '../../evidence/listed.ts'
import type { Probing } from '../../probing/probing.ts'

export const check = defineCheck({
  id: 'redirects_runnable',
  title: 'A redirect names a command that runs as it is',
  level: 3,
  topic: 'recovery',
  requirements: ['REQ-F-001', 'REQ-F-075'],
  failureModes: [21],
  why: 'An agent runs the command of a redirect word by word, once, without a shell.',
  fix: 'Give the complete command line of this tool, without placeholders and shell syntax, and test it.',
  run: async (tool) => {
    const shape = await judgeAnswers(tool, 'redirect', 'No redirect is malformed.')
    if (shape.status === 'broken') return shape
    let found = 0
    const result = await judgeEnded(
      await answers(tool),
      async (run) => {
        const command = (await tool.read(run))?.outcome.error?.redirect?.command
        if (command === undefined) return undefined
        found += 1
        return problemOf(tool, command)
      },
      'Every redirect runs.',
    )
    return found === 0 ? leftOut('No answer redirects.') : result
  },
})

/** Follows a redirect of a read, if it leads to a listed safe command or to a known read. */
async function problemOf(tool: Probing, command: string): Promise<string | undefined> {
  const { name, command: program, commands } = tool.subject
  const parsed = parseCommandLine(command, { program, name })
  if (parsed === undefined) return `'${command}' needs a shell.`
  if (parsed.argv.some((word) => /^<.*>$|^\[.*\]$|\{\w+\}/.test(word)))
    return `'${command}' has a placeholder.`
  const words = parsed.argv.slice(program.length)
  const target = commandOf(commands, words)
  const isRead = tool.probes('read').some(({ argv }) => argv[0] === words[0])
  if (parsed.elsewhere || (target?.danger !== 'safe' && !isRead)) return undefined
  const run = await tool.run({ name: 'redirect', argv: words })
  const outcome = (await tool.read(run))?.outcome
  if (outcome?.error?.redirect !== undefined) return `'${command}' is redirected again.`
  const isInvalid = run.exitCode === exitNumber(tool, 'ARG_ERROR')
  return isInvalid ? `'${command}' is refused with ${run.exitCode}.` : undefined
}
