import type { Parameter } from '../description/index.ts'
import { given } from '@surety/internal/given.ts'

/** The names of an option, with their dashes, and whether it has a value. */
export interface OptionNames {
  readonly names: readonly string[]
  readonly takes: 'none' | 'value' | 'perhaps'
}

/** Makes an option of its names; the first long one is its own, the others are aliases. */
export function toOption(
  { names, takes }: OptionNames,
  about: Omit<Parameter, 'aliases' | 'bare' | 'words'> = {},
): readonly [name: string, option: Parameter] {
  const own = names.find((name) => name.startsWith('--')) ?? names[0]!
  const aliases = names.filter((name) => name !== own)
  const type = takes === 'none' ? (about.type ?? 'boolean') : about.type
  const isUsual = own.startsWith('--')
  return [
    own.replace(/^-+/, ''),
    given({
      ...about,
      type: type === 'string' ? undefined : type,
      words: isUsual ? undefined : takes === 'none' ? [own] : [own, '{}'],
      bare: takes === 'perhaps' ? true : undefined,
      aliases: aliases.length > 0 ? aliases : undefined,
    }),
  ]
}

/** Gives the names of an option and whether it has a value. */
export function namesOf(name: string, option: Parameter): OptionNames {
  const [first] = option.words ?? []
  const own = first?.startsWith('-') ? first.replace(/=?\{\}$/, '') : `--${name}`
  const { type = 'string', bare = false, aliases = [] } = option
  const hasValue = type !== 'boolean' && type !== 'count'
  return {
    names: [own, ...aliases],
    takes: !hasValue ? 'none' : bare ? 'perhaps' : 'value',
  }
}
