import { defineChecks, missing } from '../check.ts'
import { endOf, exitNumber, hangOf, noRefusal, refusedCalls } from '../evidence/answers.ts'
import { SLOW } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { addWords } from '@surety/internal/command-words.ts'

export const waiting = defineChecks('waiting', {
  no_hang_stdin_closed: {
    title: 'Every command ends in time with stdin closed',
    level: 1,
    requirements: ['REQ-F-009', 'REQ-F-010'],
    failureModes: [10, 11],
    why: 'An agent has no keyboard. A command that waits for one blocks the agent until its own limit.',
    fix: 'Do not prompt, page or open an editor when stdin is not a terminal; fail with an error instead.',
    runs: (tool) => tool.runAll(tool.probes('read', 'invalid')),
    problemOf: hangOf,
    summary: 'Every probe ended in time.',
  },
  no_hang_stdin_open: {
    title: 'Every command ends in time with a silent stdin',
    level: 1,
    requirements: ['REQ-F-009'],
    failureModes: [50, 10],
    why: 'Agents start tools with an open pipe that never gets a byte. A read without a limit waits for ever.',
    fix: 'Read stdin only if an argument asks for it, and give up after a short silence.',
    runs: async (tool) => {
      const closed = await tool.runAll(tool.probes('read', 'invalid'))
      // Where a call hangs anyway, the other check says so.
      const rest = tool
        .probes('read', 'invalid')
        .filter((_, index) => hangOf(closed[index]!) === undefined)
      return tool.runAll(
        rest.map(({ stdin: _given, ...probe }) => probe),
        { stdin: { kind: 'silent' } },
      )
    },
    problemOf: hangOf,
    summary: 'Every probe ended in time.',
  },
  time_limit: {
    title: 'A call ends at its time limit, with an answer',
    level: 2,
    requirements: ['REQ-F-011', 'REQ-F-012', 'REQ-C-012'],
    failureModes: [11],
    why: 'An agent that sets a limit plans with it. A process that goes on, or dies silently, leaves it in the dark.',
    fix: 'End the work at the limit and answer with TIMEOUT (10) and what was done so far.',
    isOfSpec: true,
    runs: async (tool) => {
      const limited = tool.probes('long').filter((probe) => probe.time_limit_args !== undefined)
      if (limited.length === 0)
        return missing(tool, 'long', 'No probe takes long and has a time limit.')
      return tool.runAll(
        limited.map((probe) => ({
          ...probe,
          name: `${probe.name}, limited`,
          argv: addWords(probe.argv, probe.time_limit_args!),
        })),
      )
    },
    problemOf: async (run, tool) => {
      const timeout = exitNumber(tool, 'TIMEOUT')
      if (run.end.stopped === 'timeout') return 'It did not end at its limit.'
      if (timeout !== undefined && run.exitCode !== timeout)
        return `It ended with ${endOf(run)}, not with ${timeout}.`
      if (run.exitCode === 0) return 'It ended with 0 although its time was over.'
      return !(await tool.isReadable(run)) && 'It ended without a readable answer.'
    },
    summary: 'Calls end at their limit, with an answer.',
  },
  validation_in_time: {
    title: 'Invalid input is refused at once',
    level: 2,
    requirements: ['REQ-F-015', 'REQ-F-011'],
    failureModes: [11],
    why: 'An agent that mistypes a flag should not wait for a network first.',
    fix: 'Validate before anything that can take time: networks, locks, large files.',
    alone: 'last',
    runs: async (tool) => {
      const refused = await refusedCalls(tool)
      if (refused.length === 0) return noRefusal()
      const runs: Run[] = []
      // The first ones were made while others ran: what was slow is measured again.
      for (const { probe, run } of refused)
        runs.push(isSlow(run) ? await tool.run(probe, { repetition: 1 }) : run)
      return runs
    },
    problemOf: async (run, tool) => {
      if (run.end.stopped === 'timeout') return 'The refusal did not come in time.'
      if (!isSlow(run)) return null
      // On a machine that takes as long for anything, it is not the tool.
      const bare = await tool.startBare(0)
      const isIts = run.end.durationMs > SLOW * bare.end.durationMs
      return isIts && `The refusal took ${Math.round(run.end.durationMs)} ms.`
    },
    summary: 'Every refusal came at once.',
  },
})

/** What a refusal may take, start of an interpreter on a busy machine included. */
const REFUSAL_MS = 3000

function isSlow({ end }: Run): boolean {
  return end.stopped === null && end.durationMs > REFUSAL_MS
}
