import { stripVTControlCharacters } from 'node:util'

import { firstWords, type Refusal } from '../catch/heard.ts'

/** How frameworks without codes of their own say that they refuse words: cac, citty and oclif. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^Nonexistent flag|^Unknown option/i, 'UNKNOWN_FLAG'],
  [/^Unknown command|^command \S+ not found/i, 'UNKNOWN_COMMAND'],
  [/Expected .* to be one of|Expected one of/i, 'INVALID_CHOICE'],
  [
    /^Missing (?:required|\d+ required)|^No command specified|missing required args/i,
    'MISSING_ARGUMENT',
  ],
  [/value is missing|expects a value$/i, 'MISSING_VALUE'],
  [/^Unused args|^Unexpected argument/i, 'UNEXPECTED_ARGUMENT'],
  [/cannot also be provided/i, 'CONFLICTING_OPTIONS'],
]

/** Finds the code of a sentence with which a framework refused words. */
export function refusalIn(sentence: string): Refusal | undefined {
  const text = sentence.trimEnd().replace(/^\W+/, '')
  const found = SENTENCES.find(([pattern]) => pattern.test(text))
  return found && { code: found[1], message: firstWords(text) }
}

/** Reads the error with which cac refuses words. */
export function refusalOf(error: unknown): Refusal | undefined {
  const { name = '', message } = (error ?? {}) as Partial<Error>
  return name.includes('CACError') ? refusalIn(String(message)) : undefined
}

/** Finds such a sentence among the lines of a text. */
export function refusalInText(text: string): Refusal | undefined {
  const lines = stripVTControlCharacters(text).split('\n')
  return lines
    .map((line) => refusalIn(line.replace(/^\W*error\W+/i, '')))
    .find((found) => found !== undefined)
}
