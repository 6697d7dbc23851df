import { isKnownDialect } from '../../dialects/index.ts'

/** Finds the dialect that a command line asks its tool for with `--envelope`, the last one that counts. */
export function askedDialect(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  const asked = words.flatMap((word, index) => {
    if (word === '--envelope') return [words[index + 1] ?? '']
    return word.startsWith('--envelope=') ? [word.slice('--envelope='.length)] : []
  })
  const last = asked.at(-1)
  return last !== undefined && isKnownDialect(last) ? last : undefined
}
