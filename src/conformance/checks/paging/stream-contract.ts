import { defineCheck, judge } from '../../check.ts'
import { missing } from '../../evidence/missing.ts'
import { streamProblem, streamSurroundings } from '../../evidence/streams.ts'
import type { Run } from '../../probing/run.ts'

/** Streams follow their contract. */
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
    const probes = tool.probes('stream')
    if (probes.length === 0)
      return missing(tool, 'stream', 'No command that streams is known.', 'A probe of kind stream.')
    const runs = await Promise.all(
      probes.map((probe) => tool.run(probe, streamSurroundings(probe))),
    )
    const problems = new Map<Run, string | undefined>()
    for (const run of runs) problems.set(run, await streamProblem(tool, run))
    return judge(runs, (run) => problems.get(run), 'Every stream follows the contract.')
  },
})
