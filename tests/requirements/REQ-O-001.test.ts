import { describe, expect, it, beforeAll } from 'vitest'

import { acme, GENERATION } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('the flags of contract 1.16', () => {
  let declared: Loose
  beforeAll(async () => {
    declared = (await newest(['manifest'])).data
  })
  const entries = () => Object.entries<Loose>(declared['commands'])

  it('REQ-O-001/18: have a media type for each format that the spec does not know', () => {
    const { enum_values: values, media_types: types } = declared['flags']['format']
    const known = ['json', 'jsonl', 'plain', 'table', 'csv', 'id']
    for (const format of values as string[])
      if (!known.includes(format)) expect(types[format], format).toMatch(/^\w+\/[\w.+-]+$/)
    for (const [, entry] of entries())
      for (const flag of Object.values<Loose>(entry['flags']))
        expect(flag).not.toHaveProperty('media_types')
  })

  it('REQ-F-051/8: have the variable for --debug beside them', () => {
    const names = (declared['env_vars'] as Loose[]).map(({ name }) => name as string)
    expect(names).toContain('ACME_DEBUG')
  })

  it('REQ-C-001/11: list no codes where a hook may bring others', () => {
    for (const [name, entry] of entries())
      for (const [exit, { error_codes: codes }] of Object.entries<Loose>(entry['exit_codes'])) {
        if (['0', '1', '2', '3'].includes(exit)) expect(codes, `${name} ${exit}`).toBeUndefined()
      }
  })
})

describe('the output flag', () => {
  const format = async (name: string, argv: readonly string[] = []) =>
    acme(['many', '--limit', '2', ...argv, '--format', name])

  it('REQ-O-001/2,4: gives rows without an envelope', async () => {
    const [jsonl, plain] = await Promise.all(['jsonl', 'plain'].map((f) => format(f)))
    expect(jsonl!.documents.slice(0, 2)).toEqual([
      { id: 0, name: 'n0' },
      { id: 1, name: 'n1' },
    ])
    // The current generation ends each stream with a line about it.
    expect(jsonl!.documents).toHaveLength(GENERATION === 'spec-1.16' ? 3 : 2)
    expect(plain!.stdout).toBe('id\tname\n0\tn0\n1\tn1\n')
  })

  it('REQ-O-001/1,8: is stronger than the environment', async () => {
    const env = { ACME_FORMAT: 'plain' }
    const byVariable = await acme(['many', '--limit', '1'], { env })
    expect(byVariable.stdout).toBe('id\tname\n0\tn0\n')
    const byFlag = await acme(['many', '--limit', '1', '--format', 'json'], { env })
    expect(byFlag.envelope).toMatchObject({ ok: true, data: [{ id: 0 }] })
  })

  it('REQ-O-001/9,10,11: has no value for the rendering at a terminal, no YAML and no table', async () => {
    for (const name of ['rich', 'table', 'yaml']) {
      const { code, meta } = await format(name)
      expect(code).toBe(2)
      expect(meta['errors'][0].allowed).toEqual(expect.arrayContaining(['json', 'plain']))
      if (name === 'yaml') expect(meta['errors'][0].allowed).not.toContain(name)
    }
  })
})
