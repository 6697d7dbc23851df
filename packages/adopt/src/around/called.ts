import { closest } from '@surety/internal/closest.ts'
import type { Refusal } from '../catch/heard.ts'
import type { ForeignCommand } from '../fronts/front.ts'

/** Which command the words call, as far as the tree tells. */
export interface Called {
  /** The program, and the commands on the way. */
  readonly chain: readonly ForeignCommand[]
  readonly flags: readonly string[]
  /** The words from the first that is no command. */
  readonly rest: readonly string[]
}

/** The path of the called command, with the words that follow it: what is loaded late is among those. */
export function pathOf({ chain, rest }: Called): string {
  const names = chain.slice(1).map((command) => command.names[0]!)
  const more = rest.filter((word) => !word.startsWith('-'))
  return [...names, ...more].join(' ').replaceAll(':', ' ')
}

export function findCalled(root: ForeignCommand, words: readonly string[]): Called {
  const chain = [root]
  const optionsOf = () => chain.flatMap(({ options }) => options)
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]!
    if (word === '--') break
    if (word.startsWith('-')) {
      const option = optionsOf().find(({ flags }) => flags.includes(word))
      if (option && option.type !== 'boolean') at++
      continue
    }
    const isNamed = (name: string) =>
      name === word || name === words.slice(at, at + name.split(' ').length).join(' ')
    const child = chain.at(-1)!.commands.find(({ names }) => names.some(isNamed))
    if (!child) break
    at += child.names.find(isNamed)!.split(' ').length - 1
    chain.push(child)
  }
  return { chain, flags: optionsOf().flatMap(({ flags }) => flags), rest: words.slice(at) }
}

/** Finds what was meant by the word that was refused. */
export function suggestionFor(
  { code }: Refusal,
  { chain, flags, rest }: Called,
  words: readonly string[],
): string | undefined {
  const names = chain.at(-1)!.commands.flatMap((command) => command.names)
  const unknown = words.find((word) => /^--\w/.test(word) && !flags.includes(word.split('=')[0]!))
  const meant =
    code === 'UNKNOWN_FLAG'
      ? unknown && closest(unknown.split('=')[0]!, flags)
      : code === 'UNKNOWN_COMMAND'
        ? rest[0] && closest(rest[0], names)
        : undefined
  return meant && `Did you mean ${meant}?`
}

/** Warns of words that are in no list, which some frameworks let pass. */
export function unlisted(
  { chain, flags, rest }: Called,
  words: readonly string[],
): readonly string[] {
  const end = words.indexOf('--')
  // `--forceClean` is `--force-clean` as well.
  const plain = (word: string) => word.replaceAll('-', '').toLowerCase()
  const known = new Set([...flags, '--help', '--version'].map(plain))
  const given = words.slice(0, end < 0 ? undefined : end).map((word) => word.split(/[=.]/)[0]!)
  const unknown = given.filter(
    (word) =>
      /^--\w/.test(word) &&
      !known.has(plain(word)) &&
      !known.has(plain(word.replace(/^--no-/, '--'))),
  )
  const { runs, commands } = chain.at(-1)!
  const warnings = unknown.map((word) => `${word} is in no list of options.`)
  return !runs && commands.length > 0 && rest.length > 0 && rest[0] !== '--'
    ? [...warnings, `${rest[0]} is no command.`]
    : warnings
}
