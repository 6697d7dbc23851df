import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions, type Loose } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  it('REQ-F-045/10,11: of an invented id has its value and pattern beside the code, also out of lenient JSON', async () => {
    const lenient = String.raw`{id: "\u002e\u002e/a", /* mine */}`
    for (const argv of [
      ['finds', '../a'],
      ['finds', 'b', '--filter', lenient],
    ]) {
      const { error, meta } = await newest(argv)
      expect(meta['exit_code']).toBe(2)
      expect(error).toMatchObject({
        code: 'INVALID_AGENT_INPUT',
        input_value: '../a',
        rejected_pattern: 'path_traversal',
      })
    }
    const two = await newest(['finds', '../a', 'a%2fb'])
    expect(two.error).toMatchObject({ input_value: '../a', rejected_pattern: 'path_traversal' })
    expect((await newest(['finds', 'b', '--filter', '{id: "a",}'])).data['filter']).toEqual({
      id: 'a',
    })
  })
})

describe('input', () => {
  it('REQ-F-045/1,2,3,6,7,8,9: for an id is refused with a pattern of invented ones, which is named', async () => {
    const ids = ['../a', 'a%2e%2e', 'a?foo=bar', '..%2fa', '..%5ca', '%2e%2e/a']
    ids.push('a%2eb', 'a%2fb', 'a%40b', 'a&b', 'a#b', 'a%3bb', 'a%7Cb', 'a%24b')
    const { code, error, meta } = await acme(['finds', ...ids])
    expect(code).toBe(2)
    expect(error['phase']).toBe('validation')
    expect(meta['errors'].map(({ input_value: value }: Loose) => value)).toEqual(ids)
    for (const { code: reason, rejected_pattern: pattern, value, message } of meta['errors']) {
      expect(reason).toBe('INVALID_AGENT_INPUT')
      expect(message).toContain(value)
      expect(message).toContain(pattern)
    }
    const patterns = meta['errors'].map(({ rejected_pattern: pattern }: Loose) => pattern)
    expect(patterns[0]).toBe('path_traversal')
    expect(patterns.at(-1)).toBe('percent_encoded_metacharacter')
  })

  it('REQ-F-045/4,5,10: passes unchanged if it is ordinary, and is screened inside JSON', async () => {
    const fine = await acme(['finds', 'usr-a1b2c3', '--path', '/home/user/file.txt'])
    expect(fine.data).toEqual({ ids: ['usr-a1b2c3'], path: '/home/user/file.txt' })
    const { code, meta } = await acme([
      'finds',
      'a',
      '--filter',
      String.raw`{"id":"\u002e\u002e/x"}`,
    ])
    expect(code).toBe(2)
    expect(meta['errors'][0]).toMatchObject({ input_value: '../x', code: 'INVALID_AGENT_INPUT' })
  })
})
