import { escapeUnit, wellFormed } from './visible-text.ts'

/** Characters that YAML escapes, or that line-based readers take for a line break. */
const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufeff]/g
/** The same, further controls, and the keys `<<` and `=`, which have a meaning in YAML. */
const NEEDS_QUOTES = /(?!\n)[\p{Cc}\u2028\u2029\ufeff]|^(?:<<|=)$/u

/** Writes a JSON value as block-style YAML 1.2 without a trailing line feed. */
export async function writeYaml(value: unknown, indent = 2): Promise<string> {
  const { Document, isScalar, visit } = await import('yaml')
  // Quote yes, 12:30 and 2026-01-02, which YAML 1.1 reads as other types.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node) || typeof node.value !== 'string') return
      node.value = wellFormed(node.value)
      if (NEEDS_QUOTES.test(node.value as string)) node.type = 'QUOTE_DOUBLE'
    },
  })
  const text = document.toString({ lineWidth: 0, indent })
  // These occur in double-quoted scalars only, where escapes work.
  return text.replace(/\n$/, '').replace(ESCAPED, escapeUnit)
}

/** Reads YAML in linear time: the parser's own check of keys and its messages, which are quadratic, are off. */
export async function readYaml(text: string): Promise<unknown> {
  const { isScalar, LineCounter, parseDocument, visit } = await import('yaml')
  const lines = new LineCounter()
  const refuse = (message: string, at: number | undefined): never => {
    const { line, col } = lines.linePos(at ?? 0)
    throw new SyntaxError(`${message} at line ${line}, column ${col}`)
  }
  const document = parseDocument(text, {
    schema: 'core',
    // Or the parser prints warnings to stderr.
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
