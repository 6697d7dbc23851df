import { defineChecks, hasNoEnd, judgeEnded } from '../check.ts'
import { answers, noDialect } from '../evidence/answers.ts'
import { SLOW } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'

export const cost = defineChecks('cost', {
  answer_weight: {
    title: 'Answers cost few tokens besides their data',
    level: 3,
    requirements: ['REQ-O-049'],
    failureModes: [5],
    why: 'Every word of an answer is paid for in the context of an agent.',
    fix: 'Leave out of errors and meta what changes no decision; put long texts behind a command.',
    run: async (tool) => {
      // Without a dialect data and envelope cannot be told apart.
      if (tool.subject.dialect === null) return noDialect(tool)
      const limit = tool.subject.limits.answer_tokens
      const weighed: Run[] = []
      for (const run of await answers(tool)) {
        // In what cannot be read, data and envelope cannot be told apart either.
        const isReadable = (await tool.isReadable(run)) && /^\s*\{/.test(run.stdout)
        if (run.end.stopped !== null || isReadable) weighed.push(run)
      }
      return judgeEnded(
        weighed,
        async (run) => {
          const data = (await tool.dataOf(run)) ?? null
          const own = data === null ? 0 : JSON.stringify(data).length
          const tokens = Math.ceil((run.stdout.trim().length - own) / 4)
          const says = `It costs about ${tokens} tokens besides its data; the limit is ${limit}.`
          return tokens > limit && says
        },
        `No answer costs more than ${limit} tokens besides its data.`,
      )
    },
  },
  cold_start: {
    title: 'The tool starts fast',
    level: 3,
    requirements: ['REQ-F-039'],
    failureModes: [11],
    why: 'Agents call tools thousands of times. What each start costs they pay each time.',
    fix: 'Load only what the command needs; no network, no update check at start.',
    alone: 'last',
    run: async (tool) => {
      const helps: Run[] = []
      const bare: Run[] = []
      const fastest = (runs: readonly Run[]) => Math.min(...runs.map(({ end }) => end.durationMs))
      const ratio = () => fastest(helps) / fastest(bare)
      // On a busy machine both are slow, one after the other: a quiet moment for each is waited for.
      while (helps.length < 2 || (ratio() > SLOW && ratio() < 3 * SLOW && helps.length < 5)) {
        const help = await tool.ask('--help', helps.length)
        helps.push(help)
        if (hasNoEnd(help)) break
        bare.push(await tool.startBare(helps.length))
      }
      const limit = tool.subject.limits.cold_start_ms
      const took = `The fastest help took ${Math.round(fastest(helps))} ms`
      return judgeEnded(
        helps,
        () => {
          if (limit !== null && fastest(helps) > limit) return `${took}; the limit is ${limit} ms.`
          const times = `${ratio().toFixed(1)} times a bare start of Node.js`
          return ratio() > SLOW && `${took}, ${times}; the limit is ${SLOW} times.`
        },
        `Help takes less than ${SLOW} times a bare start of Node.js.`,
      )
    },
  },
  help_weight: {
    title: 'Help costs few tokens',
    level: 3,
    requirements: ['REQ-O-049'],
    failureModes: [5],
    why: 'An agent reads the help before it can do anything.',
    fix: 'Keep the first page to a line per command, and explain a command in its own help.',
    run: async (tool) => {
      const limit = tool.subject.limits.help_tokens
      const run = await tool.ask('--help')
      const tokens = Math.ceil((run.stdout + run.stderr).length / 4)
      return judgeEnded(
        [run],
        () => tokens > limit && `The help costs about ${tokens} tokens; the limit is ${limit}.`,
        `The help costs less than ${limit} tokens.`,
      )
    },
  },
})
