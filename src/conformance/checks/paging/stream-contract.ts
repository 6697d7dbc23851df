import { defineCheck, judge, notShown } from '../../check.ts'
import { missing } from '../../evidence/missing.ts'
import {
  goesOn,
  streamProblem,
  streamSurroundings,
  withoutStreams,
} from '../../evidence/streams.ts'
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
    const foreign = withoutStreams(tool)
    if (foreign !== undefined) return foreign
    const probes = tool.probes('stream')
    if (probes.length === 0)
      return missing(tool, 'stream', 'No command that streams is known.', 'A probe of kind stream.')
    const runs = await Promise.all(
      probes.map((probe) => tool.run(probe, streamSurroundings(probe))),
    )
    const endless = runs.filter((run, index) => goesOn(probes[index]!, run))
    const problems = new Map<Run, string | undefined>()
    for (const run of runs)
      problems.set(run, endless.includes(run) ? undefined : await streamProblem(tool, run))
    const result = judge(runs, (run) => problems.get(run), 'Every stream follows the contract.')
    const [open] = endless
    if (result.status !== 'kept' || open === undefined) return result
    return notShown(
      `'${open.probe}' was still streaming after ${Math.round(open.record.duration_ms / 1000)} s, and may never end.`,
      'A profile with a probe of kind stream that ends.',
      endless,
    )
  },
})
