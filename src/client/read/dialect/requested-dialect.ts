import { isKnownDialect } from '../../../dialects/index.ts'

/** Finds the dialect that a command line requests with `--envelope`; the last one counts. */
export function requestedDialect(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  const asked = words.flatMap((word, index) => {
    if (word === '--envelope') return [words[index + 1] ?? '']
    return word.startsWith('--envelope=') ? [word.slice('--envelope='.length)] : []
  })
  const last = asked.at(-1)
  return last !== undefined && isKnownDialect(last) ? last : undefined
}
