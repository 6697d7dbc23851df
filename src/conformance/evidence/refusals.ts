import { notShown, type CheckResult } from '../check.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import { exitNumber, judgeEnded } from './answers.ts'
import { refusals } from './unknown-words.ts'
import { NEEDS } from './needs.ts'

/** Judges calls that must be refused: by the exit of invalid input where the dialect has one. */
export async function judgeRefusals(tool: Probing, probes: readonly Probe[]): Promise<CheckResult> {
  if (probes.length === 0) return notShown('No probe has invalid input.', NEEDS.refusal)
  const runs = await tool.runAll(probes)
  const number = exitNumber(tool, 'ARG_ERROR')
  return judgeEnded(runs, (run) => problemOf(run, number), 'Every call was refused.')
}

function problemOf({ exitCode, end }: Run, number: number | undefined): string | undefined {
  if (end.stopped !== null || end.startError !== null) return undefined
  if (exitCode === 0) return 'It was accepted: the exit code is 0.'
  if (exitCode === null) return `It was ended by ${end.endedBy}.`
  return number === undefined || exitCode === number
    ? undefined
    : `The exit code is ${exitCode}, that of invalid input is ${number}.`
}

/** The calls that were refused or did not end; one that is accepted is no refusal, and another check's finding. */
export async function refusedCalls(
  tool: Probing,
): Promise<readonly { readonly probe: Probe; readonly run: Run }[]> {
  const probes = refusals(tool)
  const runs = await tool.runAll(probes)
  return runs.flatMap((run, index) => (run.exitCode === 0 ? [] : [{ probe: probes[index]!, run }]))
}

/** The result of a check about refusals where nothing was refused. */
export function noRefusal(): CheckResult {
  return notShown('No call was refused.', NEEDS.refusal)
}
