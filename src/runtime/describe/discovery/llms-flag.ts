import { builtinsOf } from '../builtins/index.ts'
import { modelOf } from '../cli-model.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { Run } from '../../run/run-state.ts'
import { llmsData, llmsText } from './llms-index.ts'
import { warnOfStaleSkills } from './skill-files.ts'

/** Answers `--llms`: an index of the tool or of a group, as Markdown or as data. */
export async function llmsEnd(run: Run, path: readonly string[]): Promise<RunEnd> {
  const { cli, output } = run
  const warn = (warning: string) => void run.warnings.push(warning)
  const model = await modelOf(cli, builtinsOf(cli, output.dialect), warn)
  await warnOfStaleSkills(cli, model, run.world.env, warn)
  run.answer.isUnlimited = true
  const text = llmsText(model, path).trimEnd()
  return { kind: 'text', text, data: llmsData(model, path), type: 'llms' }
}
