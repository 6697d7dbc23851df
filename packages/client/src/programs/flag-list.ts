import type { Flags } from 'surety/unstable/description'

/** What follows a flag: nothing, a value, two of them, or perhaps one in the same word. */
export type FlagKind = 'none' | 'value' | 'two' | 'perhaps'

/** How a list of flags marks what follows one. */
const KINDS: Readonly<Record<string, FlagKind>> = {
  '': 'none',
  '=': 'value',
  '==': 'two',
  '=?': 'perhaps',
}

/**
 * Finds a flag in a list such as `--all --limit= --color=?`; the last one counts. It searches the text: a hook asks for
 * three flags of a hundred, and a table of them all takes it a millisecond.
 */
export function kindIn(flags: Flags = '', name: string): FlagKind | undefined {
  if (name === '' || NO_NAME.test(name)) return undefined
  for (
    let at = flags.lastIndexOf(name);
    at !== -1;
    at = at === 0 ? -1 : flags.lastIndexOf(name, at - 1)
  ) {
    const before = flags[at - 1] ?? ' '
    if (before !== ' ' && before !== '\n') continue
    const [mark = ''] = flags.slice(at + name.length, at + name.length + 3).split(/\s/, 1)
    const kind = KINDS[mark]
    if (kind !== undefined) return kind
  }
  return undefined
}

/** What a caller wrote may hold several names of a list, or one with its mark. */
const NO_NAME = /\s|=\??$/
