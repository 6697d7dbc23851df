import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, beforeAll } from 'vitest'

import { acme, GENERATION, folder } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { special, specialManifest } from './special.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

/** The flag for the format; in contract 1.16 the other one names a file. */
const FORMAT = GENERATION === 'spec-1.16' ? '--format' : '--output'

let manifest: Loose

beforeAll(async () => {
  manifest = await specialManifest()
})

describe('the flags of contract 1.16', () => {
  let declared: Loose
  beforeAll(async () => {
    declared = (await newest(['manifest'])).data
  })
  const entries = () => Object.entries<Loose>(declared['commands'])

  it('REQ-O-001/16,17: name the kind of file that a command writes, below the folder of the call', () => {
    expect(declared['flags']).toHaveProperty('output')
    for (const [name, entry] of entries()) {
      // A group has nothing to write.
      if (name !== 'job') expect(entry['output_file'], name).toBe('formatted')
      expect(entry, name).not.toHaveProperty('output_file_base')
    }
  })

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
        if (exit === '14') expect(codes).toEqual(['INCOMPLETE'])
        if (['0', '1', '2', '3'].includes(exit)) expect(codes, `${name} ${exit}`).toBeUndefined()
      }
  })
})

describe('the output flag', () => {
  const format = async (name: string, argv: readonly string[] = []) =>
    acme(['many', '--limit', '2', ...argv, FORMAT, name])

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
    const byFlag = await acme(['many', '--limit', '1', FORMAT, 'json'], { env })
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

describe('a binary result', () => {
  it('REQ-O-001/15: is written to a file as it is, and is base64 without one', async () => {
    const cwd = folder()
    const { code, envelope } = await special(['picture', '--output', 'p.png'], { cwd })
    expect(code).toBe(0)
    expect(envelope['data']).toEqual({
      path: 'p.png',
      bytes: 4,
      content_type: 'image/png',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect([...readFileSync(join(cwd, 'p.png'))]).toEqual([137, 137, 137, 137])
    const large = await special(['picture', '--size', '3000000', '--output', 'l.png'], { cwd })
    expect(large.envelope['data'].bytes).toBe(3_000_000)
    expect(readFileSync(join(cwd, 'l.png'))).toHaveLength(3_000_000)
    const bare = await special(['picture'])
    expect(bare.envelope['data']).toMatchObject({ encoding: 'base64', value: 'iYmJiQ==' })
    const refused = await special(['picture', '--output', '-'], { cwd })
    expect(refused.code).toBe(2)
    const failed = await special(['picture', '--fail', '--output', 'f.png'], { cwd })
    expect([failed.code, readdirSync(cwd).toSorted()]).toEqual([1, ['l.png', 'p.png']])
    expect(manifest['commands'].picture.output_file).toBe('binary')
  })
})
