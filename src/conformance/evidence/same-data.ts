import type { JsonValue } from '../../contract/index.ts'
import { jsonEqual } from '../../internal/json/json-members.ts'
import { broken, kept, NEEDS, notShown, type CheckResult, type Observation } from '../check.ts'
import type { Probing, Surroundings } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { endOf, noDialect } from './answers.ts'

/** How many reads are compared; each costs a process. */
const MAX_READS = 4

/** Judges whether reads give the same data in other surroundings. */
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
  const pairs: { readonly run: Run; readonly base: JsonValue }[] = []
  for (const probe of tool.probes('read')) {
    const base = await tool.dataOf(await tool.run(probe))
    if (base === undefined || pairs.length >= MAX_READS) continue
    // What differs without any reason is another check's finding.
    const again = await tool.dataOf(await tool.run(probe, { repetition: 1 }))
    if (surroundings.repetition === undefined && !(again !== undefined && jsonEqual(base, again)))
      continue
    pairs.push({ run: await tool.run(probe, surroundings), base })
  }
  if (tool.probes('read').length === 0)
    return notShown('No call is known whose answer could be read.', NEEDS.read)
  if (pairs.length === 0)
    return notShown('No read succeeds with the same data twice.', NEEDS.readThatSucceeds)
  const found: Observation[] = []
  for (const { run, base } of pairs) {
    const data = await tool.dataOf(run)
    if (data === undefined) found.push({ run, says: `It failed (${endOf(run)}).` })
    else if (!jsonEqual(base, data)) found.push({ run, says: differ })
  }
  const runs = pairs.map(({ run }) => run)
  return found.length > 0 ? broken(found, runs) : kept(runs, same)
}
