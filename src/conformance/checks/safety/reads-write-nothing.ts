import { broken, defineCheck, kept, NEEDS, notShown, type Observation } from '../../check.ts'
import { previews } from '../../evidence/answers.ts'
import { inScratch } from '../../evidence/scratch.ts'
import type { Run } from '../../probing/run.ts'
import type { Probe } from '../../probing/subject.ts'

export const check = defineCheck({
  id: 'reads_write_nothing',
  title: 'Reads and previews write no files',
  level: 2,
  topic: 'safety',
  requirements: ['REQ-C-002', 'REQ-C-004'],
  failureModes: [23],
  why: 'An agent calls what is safe without asking anybody. A file that appears where it works is a change.',
  fix: 'Write nothing into the working folder in a read or a preview; caches belong into the cache of the user.',
  run: async (tool) => {
    const known = [tool.probes('read'), previews(tool)]
    if (known.flat().length === 0) return notShown('No call is known that only reads.', NEEDS.read)
    const calls: Probe[] = []
    for (const probes of known) {
      const runs = await tool.runAll(probes)
      calls.push(...probes.filter((_, at) => runs[at]!.exitCode === 0).slice(0, MAX_CALLS))
    }
    const runs: Run[] = []
    const observations: Observation[] = []
    for (const probe of calls) {
      const result = await inScratch(async (folder, namesIn) => {
        const run = await tool.run(probe, { cwd: folder })
        const left = await namesIn()
        // What fails there may need the folder of the tool, and shows nothing.
        if (run.exitCode !== 0) return kept([run], '')
        runs.push(run)
        if (left.length > 0)
          observations.push({ run, says: `It left ${left.join(', ')} in an empty folder.` })
        return kept([run], '')
      })
      if (result.status === 'not_shown') return result
    }
    if (observations.length > 0) return broken(observations)
    if (runs.length === 0)
      return notShown('No read succeeds in an empty folder.', NEEDS.readThatSucceeds)
    return kept(runs, 'An empty folder stayed empty.')
  },
})

/** How many reads, and how many previews, are tried; each costs a process. */
const MAX_CALLS = 4
