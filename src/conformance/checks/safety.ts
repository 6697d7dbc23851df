import { broken, defineChecks, kept, missing, NEEDS, notShown, type Observation } from '../check.ts'
import {
  endOf,
  judgeEnded,
  judgeRefusals,
  noPreview,
  previews,
  refusals,
} from '../evidence/answers.ts'
import { inScratch } from '../evidence/scratch.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import type { JsonValue } from '../../contract/index.ts'
import { jsonEqual } from '../../internal/json/json-members.ts'
import texts from './safety.json' with { type: 'json' }

export const safety = defineChecks('safety', texts, {
  destructive_refuses_unconfirmed: async (tool) => {
    const known = tool.probes('destructive').filter(({ refusal }) => refusal !== undefined)
    if (known.length === 0)
      return missing(tool, 'destructive', 'No destructive call may be tried.', NEEDS.destructive)
    return judgeRefusals(
      tool,
      known.map((probe) => ({
        ...probe,
        name: `${probe.name}, unconfirmed`,
        argv: probe.refusal!,
      })),
    )
  },
  dry_run_preview: async (tool) => {
    const dry = previews(tool)
    if (dry.length === 0) return noPreview(tool)
    return judgeEnded(
      await tool.runAll(dry),
      async (run) => {
        if (run.exitCode !== 0) return `The preview ends with ${endOf(run)}.`
        const isValid = (await tool.read(run))?.outcome.diagnostics.malformed === false
        return isValid ? undefined : 'The preview is no valid answer.'
      },
      'Every preview works.',
    )
  },
  // Other checks run previews too. Their reads come after the first one, and see the same data again.
  preview_without_effects: async (tool) => {
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
  reads_write_nothing: async (tool) => {
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
  secrets_not_echoed: async (tool) => {
    const names = [...new Set([...tool.subject.secrets, ...usualNames(tool.subject.name)])]
    const env = Object.fromEntries(names.map((name) => [name, CANARY]))
    const probes = [...tool.probes('read').slice(0, 6), ...refusals(tool)]
    const runs = await tool.runAll(probes, { env })
    return judgeEnded(
      runs,
      ({ stdout, stderr }) =>
        (stdout + stderr).includes(CANARY)
          ? 'The value of a secret variable was printed.'
          : undefined,
      `No value of ${names.join(', ')} was printed.`,
    )
  },
})

const MAX_READS = 3

const MAX_CALLS = 4

/** Looks like a token and occurs nowhere else. */
const CANARY = 'sk-surety-check-4f1d8a7c2b9e6053'

function usualNames(tool: string): readonly string[] {
  const prefix = tool
    .replace(/\.\w+$/, '')
    .replaceAll(/\W/g, '_')
    .toUpperCase()
  return [`${prefix}_TOKEN`, `${prefix}_API_KEY`, 'API_TOKEN', 'API_KEY', 'PASSWORD']
}
