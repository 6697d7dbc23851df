import { builtinsOf } from '../builtins/index.ts'
import { modelOf } from '../cli-model.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { Run } from '../../run/run-state.ts'
import { llmsData, llmsText } from './llms-index.ts'
import { warnOfStaleSkills } from './skill-files.ts'

/** Answers `--llms`: an index of the tool or of a group, as Markdown or as data. */
export async function llmsEnd(run: Run, path: readonly string[]): Promise<RunEnd> {
  const { cli, output } = run
  const builtins = builtinsOf(cli, output.dialect)
  const model = await modelOf(cli, builtins, (problem) => void run.warnings.push(problem))
  const warn = (warning: string) => void run.warnings.push(warning)
  await warnOfStaleSkills(cli, model, run.world.env, warn)
  run.answer.liftSizeLimit()
  const scope = { model, path }
  return { kind: 'text', text: llmsText(scope).trimEnd(), data: llmsData(scope), type: 'llms' }
}
