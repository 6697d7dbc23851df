import { defineChecks, leftOut } from '../check.ts'
import { answers } from '../evidence/answers.ts'
import { commandOf, noManifest } from '../evidence/listed.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { rangeOf } from 'surety/unstable/contract'

export const exits = defineChecks('exits', {
  exit_code_contract: {
    title: 'Exit codes are those that a tool may use',
    level: 1,
    requirements: ['REQ-F-001'],
    failureModes: [1],
    why: 'An agent decides by the exit code. One outside the table means nothing to it.',
    fix: 'Exit with 0 to 13, or declare a code of your own from 79 to 125.',
    runs: async (tool) => {
      const { dialect } = tool.subject
      return dialect !== null && dialect.generation === undefined
        ? leftOut(`${dialect.id} has no table of exit codes.`)
        : answers(tool)
    },
    problemOf: async (run, tool) => {
      const { exitCode, end } = run
      // What we stopped ourselves is another check's finding.
      if (exitCode === null)
        return end.endedBy !== null && end.stopped === null && `It was ended by ${end.endedBy}.`
      const use = rangeOf(exitCode)
      if (use !== 'standard' && use !== 'command-specific' && exitCode !== 14)
        return `Exit code ${exitCode} is not one of the contract (its range: ${use}).`
      const meta = (await tool.outcomeOf(run))?.meta['exit_code'] ?? exitCode
      if (meta === exitCode) return null
      return {
        says: `meta.exit_code is ${JSON.stringify(meta)}, the exit code is ${exitCode}.`,
        fix: `Write the exit that the process has, "exit_code": ${exitCode}, into meta, and take both from one variable.`,
      }
    },
    summary: 'Every exit code is one of the table.',
  },
  exit_code_declared: {
    title: 'Every exit code that was seen is declared',
    level: 3,
    requirements: ['REQ-C-001', 'REQ-O-041'],
    failureModes: [1, 52],
    why: 'An agent looks up what an exit code means for a command. One that is not listed counts as a general error.',
    fix: 'List every exit code of a command in its manifest entry, also those that the framework adds.',
    runs: async (tool) => {
      if (tool.subject.commands.every(({ exits }) => exits === null)) return noManifest(tool)
      const runs = await tool.runAll(tool.probes('read', 'write', 'invalid'))
      return runs.filter((run) => commandIn(tool, run)?.exits != null)
    },
    problemOf: (run, tool) => {
      const { path, exits } = commandIn(tool, run)!
      const says = `${path} ended with ${run.exitCode}, which its manifest entry does not list.`
      return run.exitCode !== null && !exits!.includes(run.exitCode) && says
    },
    summary: 'Every exit code is listed.',
  },
})

function commandIn({ subject }: Probing, { argv }: Run) {
  return commandOf(subject.commands, argv.slice(subject.command.length))
}
