import type { Description, ExitMeaning } from '../description/index.ts'

type Exits = NonNullable<Description['exits']>

/** Makes meanings of exit numbers of what a document says of them. */
export function toExits(texts: ReadonlyMap<number, string | undefined>): Exits {
  const entries = [...texts].flatMap(([number, text]): [string, ExitMeaning][] => {
    if (!Number.isInteger(number) || number < 0 || number > 255) return []
    if (number === 0) return text === undefined ? [] : [['0', { success: text }]]
    const code = `EXIT_${number}`
    return [[String(number), { exit: 'GENERAL_ERROR', code, ...(text && { summary: text }) }]]
  })
  return Object.fromEntries(entries)
}

/** Says what an exit number means, in words. */
export function exitText(meaning: ExitMeaning): string {
  if (typeof meaning === 'string') return meaning
  if ('success' in meaning) return meaning.success
  return meaning.summary ?? meaning.code
}
