import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bareError, evidentError, evidentErrorText, isLikeAnError } from './bare-error.ts'

describe('what is evidently an error', () => {
  it.each([
    'X',
    'E0308',
    'ENOENT',
    'DISK_FULL',
    'NO_ID',
    'RATE_LIMITED',
    'AccessDenied',
    'ThrottlingException',
    'insufficient_balance',
    'no-wallet',
    'timeout',
    'Unauthorized',
    'not_created',
  ])('is a code like %s with a message alone', (code) => {
    expect(evidentError({ code, message: 'm' })).toEqual({ code, message: 'm' })
  })

  it('is any code beside a member that only errors have', () => {
    expect(evidentError({ code: 'en', message: 'm', retryable: false })).toBeDefined()
    expect(evidentError({ code: 'en', message: 'm', fieldErrors: [] })).toBeDefined()
  })

  it.each([
    // Success in other words.
    { code: 'OK', message: 'Done' },
    { code: 'Success', message: '' },
    { code: 'USER_CREATED', message: 'The user was created' },
    { code: 'OrderUpdated', message: 'm' },
    { code: 'login-success', message: 'm' },
    { code: 'NO_ERROR', message: 'm' },
    // Codes that are no names.
    { code: 'en', message: 'Hello' },
    { code: 'de-DE', message: 'Hallo' },
    { code: 'KX4F-92LM', message: 'Type this code in at the page' },
    { code: '4711', message: 'Your code' },
    { code: '200', message: 'OK' },
    { code: 'print("a")', message: 'An example' },
    // Results with members of their own: a compiler, a linter, HTTP, a log, a registry.
    { code: 'E0308', message: 'mismatched types', level: 'error', spans: [] },
    { code: 'TS2304', message: 'Cannot find name', file: 'a.ts', line: 1 },
    { code: 'no-unused-vars', message: 'm', severity: 2, ruleId: 'no-unused-vars' },
    { code: 'SUCCESS', message: 'ok', data: { id: 1 } },
    { code: 'ORDER_SHIPPED', message: 'm', data: null },
    { code: 'INFO_1', message: 'started', time: '2026-01-01', level: 'info' },
    { code: 'DISK_FULL', message: 'm', name: 'What it means', docs: 'page' },
    // Something else.
    [{ code: 'X', message: 'm' }],
    { items: [{ code: 'X', message: 'm' }] },
    { code: 'X' },
    { message: 'm' },
    { code: 'X', message: '  ' },
    null,
    'code',
  ])('is not %j', (document) => {
    expect(evidentError(document)).toBeUndefined()
  })

  it('is more where the dialect is known, but no word of success', () => {
    expect(bareError({ code: 'en', message: 'Hello' })).toBeDefined()
    expect(bareError({ code: 'ok', message: 'done' })).toBeUndefined()
    expect(isLikeAnError({ code: 'Success', message: 'done' })).toBe(false)
  })
})

describe('an error that is no JSON', () => {
  it.each([
    'code: X\nmessage: m\n',
    'message: m\r\ncode: X\r\n',
    'code: "X"\nmessage: "m"\nretryable: true',
    'code: X\nmessage: m\nextra:\n  need: 3\nnext_steps[1]: a',
    'code: X\nmessage: |-\n  m\n  and more',
    '## code\n\nX\n\n## message\n\nm\n\n## extra\n\n| Key | Value |\n|---|---|\n| a | 1 |',
    '| Key | Value |\n|---|---|\n| code | X |\n| message | m |',
  ])('is found in %j', (text) => {
    expect(evidentErrorText(text)).toEqual({ code: 'X', message: 'm' })
  })

  it.each([
    'code: ok\nmessage: m\n',
    'code: 200\nmessage: m\n',
    'code: X\nmessage: m\nline: 3\n',
    'code: X\nmessage: m\nand so on\n',
    'see code: X\nmessage: m\n',
    '- code: X\n  message: m\n',
    'commit: 1\ncode: X\nmessage: m',
    '| code | message |\n|---|---|\n| X | m |',
    '# code\nX',
    'code',
    '',
  ])('is not found in %j', (text) => {
    expect(evidentErrorText(text)).toBeUndefined()
  })

  it('is looked for in any text without a crash', () => {
    const line = fc.constantFrom(
      'code: X',
      'message: m',
      '## code',
      '| Key | Value |',
      '|---|---|',
      '  x',
      '',
      '| a',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        evidentErrorText(lines.join('\n'))
      }),
    )
  })
})
