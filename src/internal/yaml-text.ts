import { escapeUnit, wellFormed } from './visible-text.ts'

/** Characters that YAML asks to escape, or that line-based readers take for a line break. */
const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufeff]/g
/** The same and further controls, and the two words that stand for merging and for a default. */
const NEEDS_QUOTES = /(?!\n)[\p{Cc}\u2028\u2029\ufeff]|^(?:<<|=)$/u

/** Writes a JSON value as block-style YAML 1.2 without a trailing line feed. */
export async function writeYaml(value: unknown, indent = 2): Promise<string> {
  const { Document, isScalar, visit } = await import('yaml')
  // Readers of YAML 1.1 take yes, 12:30 and 2026-01-02 for other types; they get quotes as well.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node) || typeof node.value !== 'string') return
      node.value = wellFormed(node.value)
      if (NEEDS_QUOTES.test(node.value as string)) node.type = 'QUOTE_DOUBLE'
    },
  })
  const text = document.toString({ lineWidth: 0, indent })
  // Only double-quoted scalars hold these, so the escapes mean what they stand for.
  return text.replace(/\n$/, '').replace(ESCAPED, escapeUnit)
}

/**
 * Reads one YAML document as JSON values; keys that are there twice and aliases beyond a sane number
 * are refused. The work grows with the length of the text: the parser itself compares every key of a
 * map with all the others, and gives every mistake its surroundings.
 */
export async function readYaml(text: string): Promise<unknown> {
  const { isScalar, LineCounter, parseDocument, visit } = await import('yaml')
  const lines = new LineCounter()
  const refuse = (message: string, at: number | undefined): never => {
    const { line, col } = lines.linePos(at ?? 0)
    throw new SyntaxError(`${message} at line ${line}, column ${col}`)
  }
  const document = parseDocument(text, {
    schema: 'core',
    // Otherwise the parser writes warnings to stderr by itself.
    logLevel: 'error',
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  })
  const [mistake] = document.errors
  if (mistake) refuse(mistake.message, mistake.pos[0])
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) refuse('Map keys must be unique', key.range?.[0])
        seen.add(key.value)
      }
    },
  })
  return document.toJS({ maxAliasCount: 100 }) as unknown
}
