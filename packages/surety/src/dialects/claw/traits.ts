import words from './words.json' with { type: 'json' }
import type { DialectTraits } from '../dialect.ts'

export const traits: DialectTraits = {
  lacksWarnings: true,
  lacksPaging: true,
  rejectsNull: true,
  advises: true,
  namesTarget: true,
  retryableIsSafe: true,
  habits: {
    requiresCommand: true,
    output: { values: { text: 'human' }, piped: 'human', noColor: 'human', inputErrorExit: 2 },
  },
  // The words of 2.0, which 1.0 has others for.
  frameworkErrors: words,
}
