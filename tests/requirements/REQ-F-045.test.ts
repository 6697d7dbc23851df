import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions, type Loose } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  it('REQ-F-045/10,11: of an invented id has its value and pattern beside the code, also out of JSON', async () => {
    const escaped = String.raw`{"id": "\u002e\u002e/a"}`
    for (const argv of [
      ['finds', '../a'],
      ['finds', 'b', '--filter', escaped],
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
    expect((await newest(['finds', 'b', '--filter', '{"id": "a"}'])).data['filter']).toEqual({
      id: 'a',
    })
  })
})

describe('input', () => {
  describe('for an id', () => {
    const CLIMBS = ['../a', 'a%2e%2e', '..%2fa', '..%5ca', '%2e%2e/a']
    const ODD = ['a?foo=bar', 'a%2eb', 'a%2fb', 'a%40b', 'a&b', 'a#b']
    const SHELL = ['a%3bb', 'a%7Cb', 'a%24b']
    const ids = [...CLIMBS, ...ODD, ...SHELL]
    const problems: Record<string, Loose> = {}
    let code: number | null
    let phase: unknown
    beforeAll(async () => {
      const { error, meta, ...ended } = await acme(['finds', ...ids])
      code = ended.code
      phase = error['phase']
      for (const problem of meta['errors'] as Loose[])
        problems[problem['input_value'] as string] = problem
    })

    it('is refused before anything runs, with all problems', () => {
      expect([code, phase]).toEqual([2, 'validation'])
      expect(Object.keys(problems)).toEqual(ids)
    })

    it.each([
      ['REQ-F-045/1,2,6', 'a way out of the folder', CLIMBS],
      ['REQ-F-045/3,7', 'characters of an address', ODD],
      ['REQ-F-045/8', 'encoded characters of a shell', SHELL],
    ])('%s: is refused with %s', (_line, _case, refused) => {
      for (const id of refused) expect(problems[id]).toMatchObject({ code: 'INVALID_AGENT_INPUT' })
    })

    it('REQ-F-045/9: is refused with the value and the pattern that it has', () => {
      for (const { rejected_pattern: pattern, value, message } of Object.values(problems)) {
        expect(message).toContain(value)
        expect(message).toContain(pattern)
      }
      expect(problems['../a']!['rejected_pattern']).toBe('path_traversal')
      expect(problems['a%24b']!['rejected_pattern']).toBe('percent_encoded_metacharacter')
    })
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
