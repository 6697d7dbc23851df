import { defineCheck, leftOut } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'
import { listedTypes } from '../../evidence/listed.ts'
import type { Run } from '../../probing/run.ts'

export const check = defineCheck({
  id: 'types_listed',
  title: 'Every result type that was seen is listed',
  level: 3,
  topic: 'discovery',
  requirements: ['REQ-C-015'],
  failureModes: [21],
  why: 'An agent picks the reader of a result by its type. A type that nobody lists has no reader.',
  fix: 'List every result type of a command, in the manifest or with `schema`.',
  run: async (tool) => {
    const known = await listedTypes(tool)
    if (known === undefined) return leftOut('The tool does not list result types.')
    const runs = await tool.runAll(tool.probes('read', 'write'))
    const types = new Map<Run, string>()
    for (const run of runs) {
      const outcome = (await tool.read(run))?.outcome
      const type = outcome?.ok === true ? outcome.meta['type'] : undefined
      if (typeof type === 'string') types.set(run, type)
    }
    if (types.size === 0) return leftOut('No answer names a result type.')
    return judgeEnded(
      runs.filter((run) => types.has(run) || run.exitCode === null),
      (run) => {
        const type = types.get(run)
        return type === undefined || known.has(type)
          ? undefined
          : `The type '${type}' is not listed.`
      },
      'Every type is listed.',
    )
  },
})
