import type { DialectTraits } from '../dialect.ts'

export const traits: DialectTraits = {
  lacksWarnings: true,
  lacksPaging: true,
  advises: true,
  isClosed: true,
  isOneLine: true,
  lacksSuggestions: true,
  placeInputErrors: (errors) => ({ error: { details: { stage: 'parse', errors } } }),
}
