import facts from './facts.json' with { type: 'json' }
import { GrammarError, type GrammarFacts, type GrammarFormat } from './grammar-format.ts'
import { WRITTEN_FORMATS } from './written-formats.ts'

/** What loads each format; the order is that in which a program is asked, the richest first. */
const FORMATS = {
  ...WRITTEN_FORMATS,
  usage: () => import('./usage/older-spec.ts'),
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
