import type { GrammarFormat } from './grammar-format.ts'
import type { WrittenId } from './written-ids.ts'

/** What loads each format that can be written as well, the richest first: all that a tool needs to describe itself. */
export const WRITTEN_FORMATS = {
  surety: () => import('./surety/index.ts'),
  manifest: () => import('./manifest/index.ts'),
  'cli-schema': () => import('./cli-schema/index.ts'),
  usage: () => import('./usage/index.ts'),
  opencli: () => import('./opencli/index.ts'),
  uapi: () => import('./uapi/index.ts'),
} satisfies Readonly<Record<WrittenId, () => Promise<{ readonly format: GrammarFormat }>>>

/** Loads a format that can be written. */
export async function loadWriter(
  id: WrittenId,
): Promise<GrammarFormat & Required<Pick<GrammarFormat, 'write'>>> {
  const { format } = await WRITTEN_FORMATS[id]()
  return { ...format, write: format.write! }
}
