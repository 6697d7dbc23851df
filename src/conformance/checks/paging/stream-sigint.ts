import { defineCheck, judge, missing, NEEDS } from '../../check.ts'
import { interruptProblem, runStreams, withoutStreams } from '../../evidence/streams.ts'

export const check = defineCheck({
  id: 'stream_sigint',
  title: 'SIGINT ends a stream with a last line that says so',
  level: 3,
  topic: 'paging',
  requirements: ['REQ-O-004', 'REQ-F-069'],
  failureModes: [16],
  why: 'An agent that stops a stream needs to know that it is not complete.',
  fix: 'On SIGINT write one error line with CANCELLED, and partial: true in data or meta; then exit with 130.',
  run: async (tool) => {
    const foreign = withoutStreams(tool)
    if (foreign !== undefined) return foreign
    const probes = tool.probes('stream').filter((probe) => probe.after_lines !== undefined)
    if (probes.length === 0)
      return missing(tool, 'stream', 'No stream may be interrupted.', NEEDS.stream)
    const runs = await runStreams(tool, probes)
    return judge(runs, (run) => interruptProblem(tool, run), 'An interrupted stream says so.')
  },
})
