import { parseCommandLine } from '@surety/client/unstable/client'
import { defineChecks, judgeEnded, leftOut, type Problem } from '../check.ts'
import { answers, exitNumber, judgeAnswers } from '../evidence/answers.ts'
import { commandOf } from '../evidence/listed.ts'
import type { Probing } from '../probing/probing.ts'
import { EXIT_ROWS } from 'surety/unstable/contract'

export const recovery = defineChecks('recovery', {
  fix_commands_runnable: {
    title: 'A fix command runs as it is',
    level: 3,
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
          const command = (await tool.outcomeOf(run))?.error?.fix_command
          if (command === undefined) return null
          found += 1
          const parsed = parseCommandLine(command, { program, name })
          if (parsed === undefined) return `'${command}' needs a shell.`
          const { danger } = commandOf(commands, parsed.argv.slice(program.length)) ?? {}
          return danger === 'destructive' && `'${command}' is destructive.`
        },
        'Every fix command can be run as it is.',
      )
      return found === 0 ? leftOut('No answer names a fix command.') : result
    },
  },
  redirects_runnable: {
    title: 'A redirect names a command that runs as it is',
    level: 3,
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
          const command = (await tool.outcomeOf(run))?.error?.redirect?.command
          if (command === undefined) return null
          found += 1
          return problemOf(tool, command)
        },
        'Every redirect runs.',
      )
      return found === 0 ? leftOut('No answer redirects.') : result
    },
  },
  retry_hints: {
    title: 'Every failure says truly whether to retry',
    level: 2,
    requirements: ['REQ-C-014'],
    failureModes: [13],
    why: 'An agent repeats what is called retryable, and waits as long as it is told.',
    fix: 'Set retryable from the exit code table; give a wait only with retryable: true.',
    run: async (tool) => {
      const result = await judgeAnswers(tool, 'retry', 'No answer contradicts itself.')
      if (result.status !== 'kept') return result
      const generation = tool.subject.dialect?.generation
      if (generation === undefined) return result
      const rows = Object.values(EXIT_ROWS[generation])
      return judgeEnded(
        await answers(tool),
        async (run) => {
          const outcome = await tool.outcomeOf(run)
          const row = rows.find(({ number }) => number === run.exitCode)
          const meaning = row && NOT_FOR_RETRIES[row.retryable]
          const isLie = meaning !== undefined && outcome?.error?.retryable === true
          return isLie && `retryable is true, but exit code ${run.exitCode} is ${meaning}.`
        },
        'Every failure says truly whether to retry.',
      )
    },
  },
})

/** Follows a redirect of a read, if it leads to a listed safe command or to a known read. */
async function problemOf(tool: Probing, command: string): Promise<Problem> {
  const { name, command: program, commands } = tool.subject
  const parsed = parseCommandLine(command, { program, name })
  if (parsed === undefined) return `'${command}' needs a shell.`
  if (parsed.argv.some((word) => /^<.*>$|^\[.*\]$|\{\w+\}/.test(word)))
    return `'${command}' has a placeholder.`
  const words = parsed.argv.slice(program.length)
  const target = commandOf(commands, words)
  const isRead = tool.probes('read').some(({ argv }) => argv[0] === words[0])
  if (parsed.elsewhere || (target?.danger !== 'safe' && !isRead)) return null
  const run = await tool.run({ name: 'redirect', argv: words })
  const outcome = await tool.outcomeOf(run)
  if (outcome?.error?.redirect !== undefined) return `'${command}' is redirected again.`
  const isInvalid = run.exitCode === exitNumber(tool, 'ARG_ERROR')
  return isInvalid && `'${command}' is refused with ${run.exitCode}.`
}

const NOT_FOR_RETRIES: Readonly<Record<string, string>> = {
  no: 'final',
  'after fix': 'for calls that must be changed',
}
