import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createRedactor, isSecretName, SECRET_HEADERS } from './redactor.ts'

describe('REQ-F-051: redaction', () => {
  test('a debug HTTP log keeps the header and loses its value', () => {
    const { redact } = createRedactor()
    expect(redact('> Authorization: Bearer abc.def\n> Accept: */*')).toBe(
      '> Authorization: [REDACTED]\n> Accept: */*',
    )
    for (const header of SECRET_HEADERS) {
      expect(redact(`${header.toLowerCase()}: a b; c=d`)).toBe(
        `${header.toLowerCase()}: [REDACTED]`,
      )
      expect(redact(JSON.stringify({ [header]: 'abc"def', accept: 'x' }))).toBe(
        JSON.stringify({ [header]: '[REDACTED]', accept: 'x' }),
      )
    }
  })

  test('a trace of the environment loses the values of secret variables', () => {
    const { redact } = createRedactor()
    expect(redact('AWS_SECRET_ACCESS_KEY=abc/def HOME=/root')).toBe(
      'AWS_SECRET_ACCESS_KEY=[REDACTED] HOME=/root',
    )
    for (const name of ['A_SECRET', 'A_TOKEN', 'DB_PASSWORD', 'DB_PASS', 'API_X', 'AUTH_X']) {
      expect(redact(`${name}="v a l"`)).toBe(`${name}="[REDACTED]"`)
    }
  })

  test('declared secrets and values of secret variables are taken out wherever they stand', () => {
    const redactor = createRedactor({
      secrets: ['hunter2'],
      env: { ACME_TOKEN: 'tok-123456', API_HOST: 'localhost', SHELL: '/bin/sh' },
    })
    expect(redactor.redact('with hunter2 and tok-123456 on localhost')).toBe(
      'with [REDACTED] and [REDACTED] on localhost',
    )
    redactor.learn('späte/zugabe')
    expect(redactor.redact('q=sp%C3%A4te%2Fzugabe späte/zugabe')).toBe('q=[REDACTED] [REDACTED]')
  })

  test('a short secret is taken out where it stands alone', () => {
    expect(createRedactor({ secrets: ['abc'] }).redact('abc abcd xabc "abc"')).toBe(
      '[REDACTED] abcd xabc "[REDACTED]"',
    )
  })

  test('members with a secret name are taken out whole, at any depth', () => {
    const { redactJson } = createRedactor({ secrets: ['hunter2'] })
    expect(
      redactJson({
        apiKey: { a: 1 },
        list: [{ password: 'x', note: 'hunter2!' }],
        'x-api-key': 'y',
        ok: null,
      }),
    ).toEqual({
      apiKey: '[REDACTED]',
      list: [{ password: '[REDACTED]', note: '[REDACTED]!' }],
      'x-api-key': '[REDACTED]',
      ok: null,
    })
  })

  test('ordinary names stay', () => {
    expect(['key', 'monkey', 'passenger', 'tokens', 'author', 'name'].filter(isSecretName)).toEqual(
      [],
    )
  })

  test('no learned secret survives, whatever surrounds it', () => {
    const secret = fc
      .string({ minLength: 4, unit: 'grapheme' })
      .filter((text) => !'[REDACTED]'.includes(text))
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
        const { redact, redactJson } = createRedactor({ secrets: [hidden] })
        expect(redact(before + hidden + after).split('[REDACTED]')).not.toContain(hidden)
        expect(redact(`${before} ${hidden} ${after}`)).toContain('[REDACTED]')
        expect(JSON.stringify(redactJson([hidden]))).toBe('["[REDACTED]"]')
      }),
    )
  })

  test('a megabyte of hostile text takes no time to speak of', () => {
    const { redact } = createRedactor({ secrets: ['hunter2'] })
    const started = performance.now()
    for (const unit of ['a', '"', "'", '=', 'Authorization:', 'A_KEY=', '\\"', 'Bearer ']) {
      redact(unit.repeat(Math.ceil(200_000 / unit.length)))
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('leaves a placeholder in place, and nothing that merely begins like one', () => {
    const { redact } = createRedactor()
    expect(redact('export ACME_TOKEN=<token>')).toBe('export ACME_TOKEN=<token>')
    expect(redact('export ACME_TOKEN=<t0k3n>x')).toBe('export ACME_TOKEN=[REDACTED]')
  })
})
