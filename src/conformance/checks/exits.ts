import { defineChecks, leftOut } from '../check.ts'
import { answers, judgeEnded } from '../evidence/answers.ts'
import { commandOf, noManifest } from '../evidence/listed.ts'
import type { Run } from '../probing/run.ts'
import { rangeOf } from '../../contract/index.ts'

export const exits = defineChecks('exits', {
  exit_code_contract: {
    title: 'Exit codes are those that a tool may use',
    level: 1,
    requirements: ['REQ-F-001'],
    failureModes: [1],
    why: 'An agent decides by the exit code. One outside the table means nothing to it.',
    fix: 'Exit with 0 to 13, or declare a code of your own from 79 to 125; where meta has exit_code, make it the same.',
    run: async (tool) => {
      const { dialect } = tool.subject
      if (dialect !== null && dialect.generation === undefined)
        return leftOut(`${dialect.id} has no table of exit codes.`)
      return judgeEnded(
        await answers(tool),
        async (run) => {
          const { exitCode } = run
          if (exitCode === null) {
            // What we stopped ourselves is another check's finding.
            const isOwnEnd = run.end.endedBy !== null && run.end.stopped === null
            return isOwnEnd ? `It was ended by ${run.end.endedBy}.` : undefined
          }
          const use = rangeOf(exitCode)
          if (use !== 'standard' && use !== 'command-specific' && exitCode !== 14)
            return `Exit code ${exitCode} is not one of the contract (its range: ${use}).`
          const meta = (await tool.read(run))?.outcome.meta['exit_code']
          return meta === undefined || meta === exitCode
            ? undefined
            : `meta.exit_code is ${JSON.stringify(meta)}, the exit code is ${exitCode}.`
        },
        'Every exit code is one of the table.',
      )
    },
  },
  exit_code_declared: {
    title: 'Every exit code that was seen is declared',
    level: 3,
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
  },
})
