import type { KnownCall } from './known-call.ts'

/** Gives the read that tells whether a change happened, filled from the words of the call. */
export function settlesOf({
  about,
  flags,
  operands,
}: Pick<KnownCall, 'about' | 'flags' | 'operands'>): readonly string[] | undefined {
  return settlingRead(about.settles, flags, operands)
}

/** Fills the first read that has all its words: `gh pr list [-R {-R|--repo}] --head {-H|--head}`. */
export function settlingRead(
  templates: readonly string[] = [],
  given: readonly (readonly [flag: string, value: string | undefined])[],
  operands: readonly string[],
): readonly string[] | undefined {
  const valueOf = (place: string): string | undefined => {
    const [, number, tail] = /^(\d+)(:?)$/.exec(place) ?? []
    if (number === undefined)
      return given.findLast(([flag]) => place.split('|').includes(flag))?.[1]
    const operand = operands[Number(number) - 1]
    return tail === '' ? operand : operand?.slice(operand.lastIndexOf(':') + 1)
  }
  for (const template of templates) {
    const filled = fill(template, valueOf)
    if (filled !== undefined) return filled
  }
  return undefined
}

function fill(template: string, valueOf: (place: string) => string | undefined) {
  const words: string[] = []
  for (const [, optional, word = ''] of template.matchAll(/\[([^\]]+)\]|(\S+)/g)) {
    const part = optional === undefined ? fillWord(word, valueOf) : fill(optional, valueOf)
    if (part === undefined && optional === undefined) return undefined
    words.push(...[part ?? []].flat())
  }
  return words
}

/** A value that looks like an option would be read as one. */
function fillWord(word: string, valueOf: (place: string) => string | undefined) {
  let isWhole = true
  const filled = word.replaceAll(/\{([^{}]+)\}/g, (_, place: string) => {
    const value = valueOf(place)
    isWhole &&= value !== undefined && value !== '' && !value.startsWith('-')
    return value ?? ''
  })
  return isWhole ? filled : undefined
}
