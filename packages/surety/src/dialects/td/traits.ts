import words from './words.json' with { type: 'json' }
import type { DialectTraits } from '../dialect.ts'

export const traits: DialectTraits = {
  lacksWarnings: true,
  lacksPaging: true,
  advises: true,
  isClosed: true,
  wrapsLines: true,
  ignoresUnknownFormat: true,
  habits: { output: { inputErrorExit: 2 } },
  frameworkErrors: words,
}
