import type { DialectTraits } from '../dialect.ts'

export const fullTraits: DialectTraits = {
  lacksWarnings: true,
  lacksPaging: true,
  measuresErrors: true,
  tellsPeopleOnStdout: true,
  lacksSuggestions: true,
  habits: { output: { piped: 'toon', noColor: 'human' } },
  toMarkdown: async (value) => (await import('./markdown-text.ts')).writeMarkdown(value),
  frameworkErrors: {
    UNKNOWN_COMMAND: 'COMMAND_NOT_FOUND',
    UNKNOWN_FLAG: 'UNKNOWN',
    ARG_ERROR: 'VALIDATION_ERROR',
    '*': 'UNKNOWN',
  },
  placeInputErrors: (errors) => ({ error: { field_errors: errors } }),
}

export const compactTraits: DialectTraits = {
  ...fullTraits,
  hasEnvelope: false,
  fullVariant: 'incur-full',
}
