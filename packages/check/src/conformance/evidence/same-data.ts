import type { JsonValue } from 'surety/unstable/contract'
import { jsonEqual } from '@surety/internal/json/json-values.ts'
import { broken, kept, NEEDS, notShown, type CheckResult, type Observation } from '../check.ts'
import type { Probing, Surroundings } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import { endOf, noDialect } from './answers.ts'

/** How many reads are compared; each costs a process. */
const MAX_READS = 4

export async function sameData(
  tool: Probing,
  env: Readonly<Record<string, string>>,
  where: string,
): Promise<CheckResult> {
  return compare(tool, { env }, `The data differ ${where}.`, `The data are the same ${where}.`)
}

/** Judges whether reads give the same data as before; volatile ones show in a plain repetition. */
export async function compare(
  tool: Probing,
  surroundings: Surroundings,
  differ: string,
  same: string,
): Promise<CheckResult> {
  if (tool.subject.dialect === null) return noDialect(tool)
  const pairs: { readonly probe: Probe; readonly run: Run; readonly base: JsonValue }[] = []
  for (const probe of tool.probes('read')) {
    const base = await tool.dataOf(await tool.run(probe))
    if (base === undefined || pairs.length >= MAX_READS) continue
    // What differs without any reason is another check's finding.
    const again = await tool.dataOf(await tool.run(probe, { repetition: 1 }))
    if (surroundings.repetition === undefined && !(again !== undefined && jsonEqual(base, again)))
      continue
    pairs.push({ probe, run: await tool.run(probe, surroundings), base })
  }
  if (tool.probes('read').length === 0)
    return notShown('No call is known whose answer could be read.', NEEDS.read)
  if (pairs.length === 0)
    return notShown('No read succeeds with the same data twice.', NEEDS.readThatSucceeds)
  const found: Observation[] = []
  const runs: Run[] = []
  for (const { probe, run, base } of pairs) {
    const data = await tool.dataOf(run)
    const isSame =
      data !== undefined &&
      jsonEqual(base, data) &&
      (surroundings.repetition === undefined || (await repeats(tool, probe, {}, base)))
    if (!isSame && surroundings.repetition === undefined) {
      const isSteady =
        (await repeats(tool, probe, {}, base)) && (await repeats(tool, probe, surroundings, data))
      if (!isSteady) continue
    }
    runs.push(run)
    if (isSame) continue
    if (data === undefined) found.push({ run, says: `It failed (${endOf(run)}).` })
    else found.push({ run, says: differ })
  }
  if (runs.length === 0)
    return notShown('No read gives the same data each time.', NEEDS.readThatSucceeds)
  return found.length > 0 ? broken(found, runs) : kept(runs, same)
}

/** How often a call is repeated before its surroundings are blamed: two rows in random order often agree once. */
const REPETITIONS = [1, 2, 3, 4, 5]

/** Tests whether a call ends each time as it did at first; undefined is a failure. */
async function repeats(
  tool: Probing,
  probe: Probe,
  surroundings: Surroundings,
  first: JsonValue | undefined,
): Promise<boolean> {
  for (const repetition of REPETITIONS) {
    const data = await tool.dataOf(await tool.run(probe, { ...surroundings, repetition }))
    const isSame =
      data === undefined || first === undefined ? data === first : jsonEqual(data, first)
    if (!isSame) return false
  }
  return true
}
