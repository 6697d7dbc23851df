import { readdirSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('a command of contract 1.16', () => {
  it('REQ-C-006/8: has rules between options and objects checked in one pass', async () => {
    const argv = ['combines', '--quiet', '--verbose', '--filter', '{"id":1}', '--size', 'x']
    const { code, meta } = await newest(argv)
    expect(code).toBe(2)
    expect(meta['errors']).toHaveLength(3)
  })
})

describe('input', () => {
  let [schema, own, fine]: Awaited<ReturnType<typeof acme>>[] = []
  beforeAll(async () => {
    ;[schema, own, fine] = await Promise.all([
      acme(['checked', '--size', 'big', '--zone', 'q']),
      acme(['checked', '--size', '10', '--zone', 'b']),
      acme(['checked', '--size', '2']),
    ])
  })

  it('REQ-C-006/1,4,6 REQ-F-015/1: is refused with all its problems, each with its option and value', () => {
    expect(schema!.meta['errors']).toMatchObject([
      { param: '--size', code: 'INVALID_VALUE', value: 'big' },
      { param: '--zone', code: 'INVALID_CHOICE', value: 'q' },
    ])
    expect(own!.meta['errors']).toMatchObject([
      { param: '--size', code: 'SIZE_TOO_LARGE', value: 10 },
      { param: '--zone', code: 'ZONE_CLOSED', message: 'args,options,env,command,now' },
    ])
    for (const { meta } of [schema!, own!])
      for (const problem of meta['errors'] as Loose[]) expect(problem['message']).toMatch(/\w/)
  })

  it('REQ-C-006/5 REQ-F-015/4,5 REQ-F-002/3: that is refused ends with 2 in the phase validation', () => {
    for (const { code, data, error } of [schema!, own!]) {
      expect({ code, data }).toEqual({ code: 2, data: null })
      expect(error).toMatchObject({ code: 'ARG_ERROR', phase: 'validation' })
    }
  })

  it('REQ-F-002/1 REQ-F-015/2: that is refused reaches no handler and writes nothing', () => {
    for (const { calls, home } of [schema!, own!]) {
      expect(calls).toBe(0)
      expect(readdirSync(home)).toEqual([])
    }
    expect(fine!.calls).toBe(1)
  })

  it('REQ-F-002/4: that is refused must be corrected first', () => {
    for (const { error } of [schema!, own!])
      expect(error).toMatchObject({ retryable: false, fix_required: 'Correct --size, --zone.' })
  })
})
