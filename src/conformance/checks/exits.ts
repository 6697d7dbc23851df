import { defineChecks, leftOut } from '../check.ts'
import { answers, judgeEnded } from '../evidence/answers.ts'
import { commandOf, noManifest } from '../evidence/listed.ts'
import type { Run } from '../probing/run.ts'
import { rangeOf } from '../../contract/index.ts'
import texts from './exits.json' with { type: 'json' }

export const exits = defineChecks('exits', texts, {
  exit_code_contract: async (tool) => {
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
  exit_code_declared: async (tool) => {
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
