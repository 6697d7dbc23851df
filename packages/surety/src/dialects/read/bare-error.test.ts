import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bareError, evidentError, failureInText, isLikeAnError } from './bare-error.ts'

describe('what is evidently an error', () => {
  it.each([
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

  it.each([
    { code: 'X', message: 'It failed' },
    { code: 'DISK_USAGE', message: 'No room on /dev/sda' },
    { code: 'ORDER_STATE', message: 'The order could not be found' },
  ])('is %j, by its message', (document) => {
    expect(evidentError(document)).toEqual(document)
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
    // Names without any sign of failure.
    { code: 'X', message: 'm' },
    { code: 'HELLO_WORLD', message: 'Hello' },
    { code: 'helloWorld', message: 'Hello' },
    { code: 'FULL_NAME', message: 'Full name' },
    { code: 'EVENT', message: 'A concert' },
    { code: 'ORDER_STATUS', message: 'Your order is on its way' },
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
    'code: E1\nmessage: m\n',
    'message: m\r\ncode: E1\r\n',
    'code: "E1"\nmessage: "m"\nretryable: true',
    'code: E1\nmessage: m\nextra:\n  need: 3\nnext_steps[1]: a',
    'code: E1\nmessage: |-\n  m\n  and more',
    '## code\n\nE1\n\n## message\n\nm\n\n## extra\n\n| Key | Value |\n|---|---|\n| a | 1 |',
    '| Key | Value |\n|---|---|\n| code | E1 |\n| message | m |',
  ])('is found in %j', (text) => {
    expect(failureInText(text)).toEqual({ code: 'E1', message: 'm' })
  })

  it.each([
    'code: ok\nmessage: m\n',
    'code: 200\nmessage: m\n',
    'code: E1\nmessage: m\nline: 3\n',
    'code: E1\nmessage: m\nand so on\n',
    'see code: E1\nmessage: m\n',
    '- code: E1\n  message: m\n',
    'commit: 1\ncode: E1\nmessage: m',
    '| code | message |\n|---|---|\n| E1 | m |',
    '# code\nE1',
    'code',
    '',
  ])('is not found in %j', (text) => {
    expect(failureInText(text)).toBeUndefined()
  })

  it('is looked for in any text without a crash', () => {
    const line = fc.constantFrom(
      'code: E1',
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
        failureInText(lines.join('\n'))
      }),
    )
  })
})
