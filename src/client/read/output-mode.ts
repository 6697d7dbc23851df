import { isKnownDialect } from '../../dialects/index.ts'
import type { ToolFacts } from '../memory/facts.ts'

/** Flags that choose an output format without a value, or with one that does not matter. */
const BARE: ReadonlySet<string> = new Set(['--json', '--full-output', '--legacy-envelope'])
const VALUED: ReadonlySet<string> = new Set([
  '--output',
  '--output-format',
  '--format',
  '--envelope',
  '--envelope-version',
  '-o',
])
/** Any other value is a file or a template and does not choose a format. */
const FORM =
  /^(?:json|jsonl|ndjson|ya?ml|toon|md|markdown|tsv|csv|xml|plain|text|table|wide|human|rich|none)$/i
const MACHINE = /^--json$|^(?:--output|--output-format|--format|-o)=json$/i

/**
 * Returns the flags with which a call chooses an output format, normalised. A tool may print an envelope
 * only with such a flag, so dialects are remembered per set of flags.
 */
export function outputMode(words: readonly string[]): string {
  const end = words.indexOf('--')
  const flags = end === -1 ? words : words.slice(0, end)
  const found = new Map<string, string>()
  flags.forEach((word, index) => {
    const [name = '', ...rest] = word.split('=')
    if (BARE.has(name)) found.set(name, name)
    if (!VALUED.has(name)) return
    const value = rest.length > 0 ? rest.join('=') : (flags[index + 1] ?? '')
    const isForm = name.startsWith('--envelope') ? /^[\w.-]{1,40}$/.test(value) : FORM.test(value)
    if (isForm) found.set(name, `${name}=${value.toLowerCase()}`)
  })
  return [...found.values()].toSorted().join(' ')
}

/**
 * Tests whether a call chooses a format other than JSON. Such output has no envelope by request and is opaque: it is
 * given on and not taken for an answer that broke its contract.
 */
export function isOpaqueByRequest(words: readonly string[]): boolean {
  return outputMode(words)
    .split(' ')
    .some((flag) => /^(?:--format|--output|--output-format|-o)=(?!json$|jsonl$|ndjson$)/.test(flag))
}

/** Finds the remembered dialect for a call; without one for its flags, a call for JSON uses the default one. */
export function rememberedDialect(facts: ToolFacts, words: readonly string[]): string | null {
  const mode = outputMode(words)
  if (mode === '') return facts.dialect
  const remembered = facts.modes.find(({ flags }) => flags === mode)
  if (remembered !== undefined) return remembered.dialect
  return mode.split(' ').every((flag) => MACHINE.test(flag)) ? facts.dialect : null
}

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
