import { expect, test } from 'vitest'

import { LEAKING_CALLS, LEAKING_TEXTS, PLAIN_CALLS, PLAIN_TEXTS, SECRET } from './leaks.table.ts'
import { createRedactor } from './redactor.ts'
import { redactWords } from './secret-options.ts'

/** Splits a line of a table. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

const redactor = createRedactor()

test.each(LEAKING_CALLS)('the secret is gone: %s', (line) => {
  const shown = redactWords(wordsOf(line), redactor)
  expect(shown.join(' ')).not.toContain(SECRET)
  // The program can still be told.
  expect(shown[0]).toBe(wordsOf(line)[0])
})

test.each(LEAKING_TEXTS)('the secret is gone: %s', (text) => {
  expect(redactor.redact(text)).not.toContain(SECRET)
})

test.each(PLAIN_TEXTS)('nothing is a secret: %s', (text) => {
  expect(redactor.redact(text)).toBe(text)
})

test.each(PLAIN_CALLS)('nothing is a secret: %s', (line) => {
  expect(redactWords(wordsOf(line), redactor)).toEqual(wordsOf(line))
})

test('a secret variable is gone in Base64 and in hexadecimal digits, whatever stands around it', () => {
  const secret = 'pa55-w0rd/Ünique'
  const { redact } = createRedactor({ env: { DB_PASSWORD: secret } })
  for (const around of ['', 'a', 'ad', 'ada:', 'ada@h:'])
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const shown = redact(`sent ${Buffer.from(`${around}${secret}${around}`).toString(encoding)}.`)
      expect(Buffer.from(shown, encoding).toString(), shown).not.toContain(secret.slice(2, -2))
      expect(shown).toContain('[REDACTED]')
    }
})
