import { defineCheck, judge, missing, NEEDS } from '../../check.ts'
import { hasNoEnd } from '../../evidence/answers.ts'
import { noEnd, runStreams, streamProblem, withoutStreams } from '../../evidence/streams.ts'

export const check = defineCheck({
  id: 'stream_contract',
  title: 'Every stream has one line per item and one last line',
  level: 3,
  topic: 'paging',
  requirements: ['REQ-O-004'],
  failureModes: [5, 76],
  why: 'An agent reads items as they come, and knows by the last line that it has them all.',
  fix: 'Print one JSON object per line, end with exactly one summary or error line, and number all items or none.',
  run: async (tool) => {
    const foreign = withoutStreams(tool)
    if (foreign !== undefined) return foreign
    const probes = tool.probes('stream')
    if (probes.length === 0)
      return missing(tool, 'stream', 'No command that streams is known.', NEEDS.stream)
    const runs = await runStreams(tool, probes)
    const summary = 'Every stream follows the contract.'
    const result = await judge(runs, (run) => streamProblem(tool, run), summary)
    const index = runs.findIndex(hasNoEnd)
    return result.status === 'kept' && index !== -1 ? noEnd(probes[index]!, runs[index]!) : result
  },
})
