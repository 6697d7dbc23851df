import { parseCommandLine } from '../../../client/index.ts'
import { defineCheck, leftOut } from '../../check.ts'
import { answers, exitNumber, judgeAnswers, judgeEnded } from '../../evidence/answers.ts'
import { commandOf } from '../../evidence/listed.ts'
import type { Probing } from '../../probing/probing.ts'
import type { Run } from '../../probing/run.ts'

/** Redirects can be followed. */
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
    const found: { readonly run: Run; readonly command: string }[] = []
    const runs = await answers(tool)
    for (const run of runs) {
      const command = (await tool.read(run))?.outcome.error?.redirect?.command
      if (command !== undefined) found.push({ run, command })
    }
    if (found.length === 0) return leftOut('No answer redirects.')
    const problems = new Map<Run, string | undefined>()
    for (const { run, command } of found) problems.set(run, await problemOf(tool, command))
    return judgeEnded(runs, (run) => problems.get(run), 'Every redirect runs.')
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
