import { suretyError } from '../contract/index.ts'
import type { Format } from './format.ts'

/** One line per format. */
const LOADERS = {
  json: async () => (await import('./json.ts')).json,
  jsonl: async () => (await import('./jsonl.ts')).jsonl,
  yaml: async () => (await import('./yaml.ts')).yaml,
  toon: async () => (await import('./toon.ts')).toon,
  md: async () => (await import('./md.ts')).md,
  plain: async () => (await import('./plain.ts')).plain,
} as const satisfies Record<string, () => Promise<Format>>

/** The name of a format, as used with `--format`. */
export type FormatId = keyof typeof LOADERS

/** The names of all formats, in the order in which help lists them. */
export const FORMAT_IDS = Object.freeze(Object.keys(LOADERS)) as readonly FormatId[]

export function isFormatId(id: string): id is FormatId {
  return Object.hasOwn(LOADERS, id)
}

/**
 * Loads a format by name; a library that it needs is loaded with the first text.
 *
 * @example
 * ```ts
 * import { loadFormat } from 'surety/formats'
 *
 * const yaml = await loadFormat('yaml')
 * await yaml.render({ id: 'deploy-42', tags: ['eu', 'blue'] })
 * ```
 */
export async function loadFormat(id: FormatId): Promise<Format> {
  if (!isFormatId(id)) {
    throw suretyError('INVALID_CHOICE', `There is no output format '${String(id)}'.`, {
      details: { allowed: FORMAT_IDS },
    })
  }
  return LOADERS[id]()
}
