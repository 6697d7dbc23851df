import type { JsonValue } from '../../../contract/index.ts'
import { jsonEqual } from '../../../internal/json/json-members.ts'
import { broken, defineCheck, kept, notShown, type Observation } from '../../check.ts'
import { noPreview, previews } from '../../evidence/answers.ts'
import type { Probe } from '../../probing/subject.ts'

export const check = defineCheck({
  id: 'preview_without_effects',
  title: 'A preview changes no data',
  level: 2,
  topic: 'safety',
  requirements: ['REQ-C-004'],
  failureModes: [23],
  why: 'A preview that acts is worse than none.',
  fix: 'Return from the preview before the first write.',
  // Other checks run previews too. Their reads come after the first one, and see the same data again.
  alone: 'first',
  run: async (tool) => {
    const dry = previews(tool)
    const reads = tool.probes('read').slice(0, MAX_READS)
    if (dry.length === 0) return noPreview(tool)
    const before: { readonly probe: Probe; readonly data: JsonValue }[] = []
    for (const probe of reads) {
      const data = await tool.dataOf(await tool.run(probe, { repetition: 2 }))
      const again = await tool.dataOf(await tool.run(probe, { repetition: 3 }))
      if (data !== undefined && again !== undefined && jsonEqual(data, again))
        before.push({ probe, data })
    }
    if (before.length === 0)
      return notShown(
        'No read gives the same data twice, so that a change cannot be seen.',
        'A read probe that lists what would be destroyed.',
      )
    const runs = await tool.runAll(dry)
    const observations: Observation[] = []
    for (const { probe, data } of before) {
      const run = await tool.run(probe, { repetition: 4 })
      const after = await tool.dataOf(run)
      if (after === undefined || !jsonEqual(data, after))
        observations.push({ run, says: `After the preview '${probe.name}' gives other data.` })
    }
    return observations.length > 0
      ? broken(observations, runs)
      : kept(runs, 'The data are the same after the preview.')
  },
})

const MAX_READS = 3
