import { readFileSync } from 'node:fs'

import * as fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

import { redactWords } from './secret-options.ts'
import { REDACTED } from './redactor.ts'
import { createRedactor, secretsIn } from './redactor.ts'
import { isSecretName } from './secret-name.ts'
import { ORDINARY_TEXTS, SECRET_TEXTS, SECRET_WORDS } from './redactor.table.ts'

describe('secrets in text', () => {
  const { redact } = createRedactor()

  test.each(SECRET_TEXTS)('redacts $what', ({ text, redacted }) => {
    expect(redact(text)).toBe(redacted)
  })

  test.each(SECRET_TEXTS)('finds nothing more in a second pass over $what', ({ redacted }) => {
    expect(redact(redacted)).toBe(redacted)
  })

  test.each(ORDINARY_TEXTS)('leaves ordinary text alone: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  test('redacts a value that only starts like a placeholder', () => {
    expect(redact('export ACME_TOKEN=<t0k3n>x')).toBe('export ACME_TOKEN=[REDACTED]')
  })

  test('redacts every listed header (REQ-F-051/5)', () => {
    for (const header of [
      'Authorization',
      'Cookie',
      'X-Api-Key',
      'X-Auth-Token',
      'Proxy-Authorization',
    ]) {
      for (const name of [header, header.toLowerCase()]) {
        expect(redact(`${name}: a b; c=d`)).toBe(`${name}: [REDACTED]`)
        expect(redact(JSON.stringify({ [name]: 'abc"def', accept: 'x' }))).toBe(
          JSON.stringify({ [name]: '[REDACTED]', accept: 'x' }),
        )
      }
    }
  })

  test('redacts every listed variable (REQ-F-051/5)', () => {
    for (const name of 'A_KEY A_SECRET A_TOKEN A_PASSWORD A_PASS API_A AUTH_A'.split(' ')) {
      expect(redact(`${name}=abc`)).toBe(`${name}=[REDACTED]`)
      expect(redact(`${name}="v a l"`)).toBe(`${name}="[REDACTED]"`)
    }
  })
})

describe('secrets in the environment', () => {
  const value = fc.string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom('a', 'b', '1', ' ', '%', '/', '\\', '"', 'é'),
  })
  const env = fc.dictionary(fc.constantFrom('A_TOKEN', 'DB_PASS', 'PWD', 'HOME', 'API_KEY'), value)

  test('are redacted as if all of them had been learnt before', () => {
    fc.assert(
      fc.property(
        env,
        fc.array(fc.oneof(value, fc.constantFrom('A_TOKEN', 'HOME')), { maxLength: 4 }),
        (given, names) => {
          const lazy = createRedactor({ env: given })
          const eager = createRedactor({ secrets: secretsIn(given) })
          for (const word of names) {
            const text = given[word] ?? word
            for (const form of [text, encodeURIComponent(text), JSON.stringify({ text })])
              expect(lazy.redact(`It says ${form}.`)).toBe(eager.redact(`It says ${form}.`))
          }
        },
      ),
    )
  })
})

describe('secrets in command lines', () => {
  test.each(SECRET_WORDS)('redacts the words $argv', ({ argv, redacted }) => {
    expect(redactWords(argv, createRedactor())).toEqual(redacted)
  })

  test('redacts any word after a secret option and the whole value of an assignment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: 'binary' }), (secret) => {
        fc.pre(!secret.startsWith('-') && !/^<[a-z_ -]+>$|^\$|^\w+[.!?:]*$/.test(secret))
        const redactor = createRedactor()
        expect(redactWords(['--token', secret], redactor)).toEqual(['--token', REDACTED])
        expect(redactWords([`PASSWORD=${secret.trim()}`], redactor)).toEqual([
          `PASSWORD=${REDACTED}`,
        ])
      }),
    )
  })
})

describe('known secrets', () => {
  test('redacts known secrets anywhere, in every encoding', () => {
    const redactor = createRedactor({
      secrets: ['hunter2'],
      env: { ACME_TOKEN: 'tok-123456', API_HOST: 'localhost', SHELL: '/bin/sh', PWD: '/home/me' },
    })
    expect(redactor.redact('with hunter2 and tok-123456 on localhost, /home/me')).toBe(
      'with [REDACTED] and [REDACTED] on localhost, /home/me',
    )
    redactor.learn('späte/zugabe')
    expect(redactor.redact('q=sp%C3%A4te%2Fzugabe späte/zugabe')).toBe('q=[REDACTED] [REDACTED]')
  })

  test('redacts a short known secret only if it stands alone', () => {
    expect(createRedactor({ secrets: ['abc'] }).redact('abc abcd xabc "abc"')).toBe(
      '[REDACTED] abcd xabc "[REDACTED]"',
    )
    expect(createRedactor({ env: { SHORT_TOKEN: 'ab' } }).redact('ab')).toBe('ab')
  })

  test('redacts known secrets in any context', () => {
    const secret = fc
      .string({ minLength: 4, unit: 'grapheme' })
      .filter((text) => !'[REDACTED]'.includes(text))
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
        const { redact } = createRedactor({ secrets: [hidden] })
        expect(redact(before + hidden + after).split(REDACTED)).not.toContain(hidden)
        expect(redact(`${before} ${hidden} ${after}`)).toContain(REDACTED)
      }),
    )
  })
})

describe('secrets in JSON text', () => {
  test('redacts a secret in JSON that is wrapped in JSON several times', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'binary' }),
        fc.integer({ min: 0, max: 3 }),
        (secret, wraps) => {
          fc.pre(!/^<[a-z_ -]+>$|^\$/.test(secret))
          let [text, redacted] = [
            JSON.stringify({ password: secret, a: 1 }),
            JSON.stringify({ password: REDACTED, a: 1 }),
          ]
          for (let wrap = 0; wrap < wraps; wrap += 1) {
            text = JSON.stringify(text)
            redacted = JSON.stringify(redacted)
          }
          expect(createRedactor().redact(text)).toBe(redacted)
        },
      ),
    )
  })
})

describe('names of secrets', () => {
  test.each([
    'token',
    'access-token',
    'accessToken',
    'refreshtoken',
    'db.password',
    'PASSWD',
    'pwd',
  ])('recognises %s', (name) => expect(isSecretName(name)).toBe(true))

  test.each(['key', 'monkey', 'passenger', 'tokens', 'author', 'name', 'tokenize', 'PWD'])(
    'does not recognise %s',
    (name) => expect(isSecretName(name)).toBe(false),
  )
})

describe('hostile text', () => {
  const parts = [
    'a',
    '-',
    '.',
    ' ',
    '\n',
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '=',
    ':',
    '://',
    '@',
    '{',
    '[',
    '<',
    '>',
    ')',
    'token=',
    'token={',
    'token=[',
    `token="`,
    `'token=`,
    '\\"token\\":\\"',
    'Authorization: ',
    'Authorization: ="',
    '--token ',
    '<token>',
    'Bearer ',
    'Basic a',
    'eyJ',
    'sk-',
    'ghp_',
    'AKIA',
    '-----BEGIN PRIVATE KEY-----',
    'pass',
    'key_',
    'SG.',
    '%3D',
    'https://',
    '?key=',
    'echo ',
    '|',
    'login a password ',
    'name="token" value="',
    ' docker -p',
    ' htpasswd -b',
    ' set token',
    ' -u a:',
    '"password"\n',
    '"token":\\n',
    'password: |\n ',
    'password is a1',
    '%22token%22%3A%22',
    'hooks.slack.com/a/',
    'name: token value: ',
    ' nmcli password ',
    ' redis-cli auth ',
  ]

  test('skips a pattern only for texts in which it finds nothing', () => {
    const { redact } = createRedactor()
    // No secret, but a sign of every pattern, so that all are tried.
    const signs = 'eyJ </ @ = value -----BEGIN % basic . \n'
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 6 })
    fc.assert(
      fc.property(text, (pieces) => {
        const shown = pieces.join(' ')
        expect(signs + redact(shown)).toBe(redact(signs + shown))
      }),
    )
  })

  test('reads hostile text in linear time', () => {
    const { redact } = createRedactor({ secrets: ['hunter2'] })
    const pieces = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(pieces, pieces, (unit, end) => {
        // Quadratic work on this would take minutes.
        const text = unit.join('').repeat(Math.ceil(60_000 / unit.join('').length)) + end.join('')
        redact(text)
        redactWords([text], { redact, learn() {} })
        redactWords(text.split(' '), { redact, learn() {} })
      }),
      { numRuns: 25 },
    )
    for (const part of parts) {
      const text = part.repeat(Math.ceil(60_000 / part.length))
      redactWords([text], { redact, learn() {} })
    }
  })

  test('has no pattern that repeats a repetition or starts with one', () => {
    const patterns = ['secret-name.ts', 'secret-options.ts', 'redactor.ts', 'prose.ts'].flatMap(
      patternsIn,
    )
    expect(patterns.length).toBeGreaterThan(15)
    for (const pattern of patterns) {
      expect(repeatsRepetition(pattern), pattern).toBe(false)
      expect(startsWithRepetition(pattern), pattern).toBe(false)
    }
  })

  test('recognises dangerous patterns in that check', () => {
    expect(
      [String.raw`\w+x`, '[^a]*b', 'ab+', '(?<!a)a+', 'a|b*'].map(startsWithRepetition),
    ).toEqual([true, true, false, false, true])
    expect(['(a+)+', '(?:a|b*)*', '((a{2,})b)+', '(a+)b(c(d*))+'].map(repeatsRepetition)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(
      ['(a+)b', '[(a+)]+', '(?:a{0,7}b)+', String.raw`\(a+\)+`].map(repeatsRepetition),
    ).toEqual([false, false, false, false])
  })
})

/** Lists the patterns that a file of this folder is written with. */
function patternsIn(file: string): readonly string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text.replace(/^\/|\/[a-z]*$/g, ''))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}

/** Tests for a repetition that is tried anew at every character of a text. */
function startsWithRepetition(pattern: string): boolean {
  let outside = ''
  let depth = 0
  for (const [token] of tokensOf(pattern)) {
    if (depth === 0) outside += token
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
  }
  return /(?:^|\|)(?:\\.|\[(?:\\.|[^\]])*\]|[^\\[(^$])(?:[*+]|\{\d+,\})/.test(outside)
}

/** Tests whether a group that is repeated without bound holds something that is, too. */
function repeatsRepetition(pattern: string): boolean {
  const isUnbounded = (token: string | undefined) => /^(?:[*+]|\{\d+,\})$/.test(token ?? '')
  const tokens = tokensOf(pattern).map(([token]) => token)
  const groups = [false]
  for (const [index, token] of tokens.entries()) {
    if (token === '(') groups.push(false)
    else if (isUnbounded(token)) groups[groups.length - 1] = true
    else if (token === ')' && groups.pop() === true) {
      if (isUnbounded(tokens[index + 1])) return true
      groups[groups.length - 1] = true
    }
  }
  return false
}

/** Takes a pattern apart into escapes, classes, counts and single characters. */
function tokensOf(pattern: string) {
  return [...pattern.matchAll(/\\.|\[(?:\\.|[^\]])*\]|\{\d*,?\d*\}|[^]/g)]
}
