import facts from './facts.json' with { type: 'json' }
import { GrammarError, type GrammarFacts, type GrammarFormat } from './grammar-format.ts'
import type { WrittenId } from './written-ids.ts'

/** What loads each format; the order is that in which a program is asked, the richest first. */
const FORMATS = {
  surety: () => import('./surety/index.ts'),
  manifest: () => import('./manifest/index.ts'),
  'cli-schema': () => import('./cli-schema/index.ts'),
  usage: () => import('./usage/index.ts'),
  opencli: () => import('./opencli/index.ts'),
  uapi: () => import('./uapi/index.ts'),
  oclif: () => import('./oclif/index.ts'),
  symfony: () => import('./symfony/index.ts'),
  carapace: () => import('./carapace/index.ts'),
  fig: () => import('./fig/index.ts'),
} satisfies Readonly<Record<string, () => Promise<{ readonly format: GrammarFormat }>>>

export type GrammarId = keyof typeof FORMATS

export const GRAMMAR_IDS = Object.keys(FORMATS) as readonly GrammarId[]

/** What each format is, where its text is, and how a program is asked for it. */
export const GRAMMAR_FACTS: Readonly<Record<GrammarId, GrammarFacts>> = facts

export async function loadGrammar(id: GrammarId): Promise<GrammarFormat> {
  return (await FORMATS[id]()).format
}

/** Loads a format that can be written as well. */
export async function loadWriter(
  id: WrittenId,
): Promise<GrammarFormat & Required<Pick<GrammarFormat, 'write'>>> {
  const format = await loadGrammar(id)
  return { ...format, write: format.write! }
}

/** Finds the format of a text and reads it. */
export async function readAnyGrammar(text: string, hints: { readonly name?: string } = {}) {
  for (const id of GRAMMAR_IDS) {
    const format = await loadGrammar(id)
    try {
      return { id, format, read: await format.read(text, hints) }
    } catch (error) {
      if (!(error instanceof GrammarError)) throw error
    }
  }
  return undefined
}
