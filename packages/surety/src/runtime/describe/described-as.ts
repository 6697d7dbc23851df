import { lossWords, loadWriter, writeGrammar, type WrittenId } from '../../grammars/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { ManifestPart } from './cli-model.ts'
import { manifestOf } from './tool-manifest.ts'

/** Describes the commands of a tool in a format of others, by its manifest. */
export async function describedAs(
  cli: Cli,
  dialect: string,
  as: WrittenId,
  report: (warning: string) => void,
  part: ManifestPart = {},
) {
  const manifest = await manifestOf(cli, dialect, {}, report, part)
  const { name, version } = cli.declaration
  const read = await (await loadWriter('manifest')).read(JSON.stringify(manifest), { name })
  // A manifest has the version of the framework.
  const description = { ...read.description, name, ...(version && { version }) }
  const { text, losses } = await writeGrammar(await loadWriter(as), description)
  const words = lossWords(as, losses)
  if (words !== undefined) report(words)
  return { text, data: { as, document: text, losses: losses.map((loss) => ({ ...loss })) } }
}

/** The words with which other formats ask a program to describe itself. */
const ASKED = new Map<string, WrittenId>([
  ['__schema', 'cli-schema'],
  ['--usage-spec', 'usage'],
  ['--introspect-cli', 'uapi'],
])

/** Answers a request for the description in a format that the author declared; null if it was not declared. */
export async function selfDescriptionEnd(run: Run, word: string): Promise<RunEnd | null> {
  const { cli, output } = run
  const as = ASKED.get(word)
  const { describedAs: declared = [] } = cli.declaration
  if (as === undefined || !declared.some((each) => each === as)) return null
  const { text, data } = await describedAs(cli, output.dialect, as, () => {})
  return { kind: 'text', text, data, type: 'description', isUnlimited: true }
}
