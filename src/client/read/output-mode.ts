import type { ToolFacts } from '../memory/facts.ts'

/** Flags that ask for a form of the answer without a value, or with one that does not matter. */
const BARE: ReadonlySet<string> = new Set(['--json', '--full-output', '--legacy-envelope'])
const VALUED: ReadonlySet<string> = new Set([
  '--output',
  '--output-format',
  '--format',
  '--envelope',
  '--envelope-version',
  '-o',
])
/** A value that is none of these is a file or a template, and says nothing about the form. */
const FORM =
  /^(?:json|jsonl|ndjson|ya?ml|toon|md|markdown|tsv|csv|xml|plain|text|table|wide|human|rich|none)$/i
const MACHINE = /^--json$|^(?:--output|--output-format|--format|-o)=json$/i

/**
 * Gives the flags with which a call asks for a form of its answer, in one spelling and order. A tool that
 * speaks an envelope under a flag need not speak it without, so what is learnt is learnt for these.
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

/** Finds the dialect that was learnt for a call; one that asks for JSON gets what a tool speaks unasked. */
export function learntDialect(facts: ToolFacts, words: readonly string[]): string | null {
  const mode = outputMode(words)
  if (mode === '') return facts.dialect
  const learnt = facts.modes.find(({ flags }) => flags === mode)
  if (learnt !== undefined) return learnt.dialect
  return mode.split(' ').every((flag) => MACHINE.test(flag)) ? facts.dialect : null
}
