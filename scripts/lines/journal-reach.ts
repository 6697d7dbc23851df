import { whyNoLine } from '../../packages/cli/src/cli/commands/read/known-line.ts'
import { readJournal } from '../../packages/client/src/client/journal/read.ts'
import { knownCallOf } from '../../packages/client/src/programs/index.ts'
import { quoteWords } from '../../packages/internal/src/quote-words.ts'

/** How many calls of a journal are known reads. */
export interface JournalReach {
  readonly calls: number
  readonly reached: number
  /** Programs of which nothing is known, most often called first: who vouches for one reaches its reads. */
  readonly unknown: readonly (readonly [program: string, calls: number])[]
}

/** Judges the calls of a journal as `surety read --network` would, each once, in the folder `cwd`. Starts none of them. */
export async function measureJournal(
  journal: string,
  { cwd, path }: { readonly cwd: string; readonly path: string },
): Promise<JournalReach> {
  const unknown = new Map<string, number>()
  let [calls, reached] = [0, 0]
  for await (const { argv, attempt } of readJournal(journal)) {
    if (attempt > 1) continue
    calls += 1
    const limits = { cwd, from: cwd, path, mayUseNetwork: true, mayLeave: false }
    const found = await whyNoLine(quoteWords(argv), limits)
    if (!('code' in found)) reached += 1
    else if (!(await knownCallOf(argv, { where: { cwd, path } })))
      unknown.set(argv[0]!, (unknown.get(argv[0]!) ?? 0) + 1)
  }
  return { calls, reached, unknown: [...unknown].toSorted(([, one], [, other]) => other - one) }
}
