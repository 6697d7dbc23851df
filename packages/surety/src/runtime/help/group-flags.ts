import { findFlag, frameworkFlags } from '../declare/framework-flags.ts'
import { Schema } from '../../schema/index.ts'
import { flagsIn } from '../input/flagged.ts'
import { problemsOf, withMeant } from '../input/mistakes.ts'
import { Names } from '../line/names.ts'
import { paramsOf, readyFor } from '../line/params.ts'
import { readLine } from '../line/read.ts'
import { takeText, takeTokens } from '../line/texts.ts'
import { checkValues, nothingTaken, takeWords } from '../line/values.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import type { Run } from '../run/run-state.ts'

/** Reads the flags of a call without a command; null if they ask for help. */
export async function groupFlagsEnd(
  run: Run,
  path: readonly string[],
  rest: readonly string[],
): Promise<RunEnd | null> {
  const { cli } = run
  const { globals } = cli.declaration
  await readyFor(globals)
  const llms = new Schema(findFlag('llms')!.def)
  const framework = () => paramsOf('flags', { ...frameworkFlags(cli, {}), llms })
  const names = new Names([], paramsOf('globals', globals), framework)
  const line = withMeant(readLine(rest, names), names)
  const taken = nothingTaken()
  takeWords(taken, takeTokens(taken, line, []), [], takeText)
  const { flags, findings } = await checkValues([...names.own, ...flagsIn(line)], taken)
  // Without a command no argument can be missing.
  const wrong = findings.filter(({ kind }) => kind !== 'missing')
  if (wrong.length > 0) throw inputFailure(run, problemsOf(wrong, line, names))
  if (flags.schema === true) return (await import('./schema-flag.ts')).groupSchemaEnd(run, path)
  if (flags['llms'] === true) return (await import('./schema-flag.ts')).llmsEnd(run, path)
  return null
}
