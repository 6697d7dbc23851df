import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'

import type { Loose } from '../processes/run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'current-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
const program = fileURLToPath(new URL('../../../examples/hello/hello', import.meta.url))

function hello(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { CI: _ci, NO_COLOR: _color, ...rest } = process.env
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...argv], {
    cwd: folder,
    env: { ...rest, HELLO_BOOK: join(folder, 'book.json'), ...env },
    encoding: 'utf8',
    timeout: 150_000,
  })
  const json = (): Loose => JSON.parse(stdout) as Loose
  return { stdout, stderr, status, json }
}

describe('a tool that declares contract 1.16', () => {
  it('REQ-O-001/13: selects the format by --format, or by the variable that it declares', () => {
    const plain = hello(['people', 'ls', '--format', 'plain', '--limit', '1'])
    expect(plain.stdout).toBe('name\tteam\nAda\tengines\n')
    const byVariable = hello(['people', 'ls', '--limit', '1'], { HELLO_FORMAT: 'plain' })
    expect(byVariable.stdout).toBe(plain.stdout)
    const other = hello(['people', 'ls'], { HELLO_OUTPUT: 'plain' })
    expect(other.json()).toMatchObject({ ok: true })
    for (const flags of [
      ['--output', 'plain'],
      ['--format', 'xml'],
    ]) {
      const refused = hello(['greet', ...flags]).json()
      expect(refused, flags.join(' ')).toMatchObject({ ok: false, meta: { exit_code: 2 } })
    }
  })

  it('refuses an option twice with different values, in any places', () => {
    const twice = hello(['--format', 'json', 'people', 'ls', '--format', 'plain', '--full-output'])
    expect([twice.status, twice.stdout]).toEqual([2, expect.stringContaining('--format')])
    expect(hello(['people', 'ls', '--limit', '1', '--limit=2']).status).toBe(2)
    expect(hello(['greet', '--loud', '--no-loud']).status).toBe(2)
    expect(hello(['--format', 'json', 'greet', '--format', 'json']).status).toBe(0)
    const word = hello(['greet', '--', '--loud'])
    expect(word.json()).toMatchObject({ data: { greeting: 'Hello, --loud!' } })
  })

  it('ends every kind of stream with one line', () => {
    const lines = (argv: readonly string[]) =>
      hello(argv)
        .stdout.trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Loose)
    expect(lines(['people', 'ls', '--format', 'jsonl', '--limit', '1'])).toEqual([
      { name: 'Ada', team: 'engines' },
      {
        _summary: true,
        total: 1,
        duration_ms: expect.any(Number),
        pagination: {
          total: 5,
          returned: 1,
          truncated: true,
          has_more: true,
          next_cursor: expect.any(String),
        },
      },
    ])
    expect(
      lines(['people', 'rm', 'Nobody', '--confirm-destructive', '--format', 'jsonl']),
    ).toMatchObject([{ ok: false, meta: { exit_code: 5 } }])
  })

  it('lists a page in meta.pagination, and nothing about it elsewhere', () => {
    const { meta } = hello(['people', 'ls', '--limit', '2']).json()
    expect(Object.keys(meta['pagination'])).toHaveLength(5)
    expect(Object.keys(meta)).not.toEqual(expect.arrayContaining(['total']))
    expect(meta).not.toHaveProperty('cursor')
    expect(meta).not.toHaveProperty('page_size')
    const { next_cursor: cursor } = meta['pagination']
    // The cursor is one for other processes too.
    const next = hello(['people', 'ls', '--limit', '2', '--cursor', cursor]).json()
    expect(next['data'][0].name).toBe('Barbara')
    const bad = hello(['people', 'ls', '--cursor', 'nonsense']).json()
    expect(bad).toMatchObject({
      error: { code: 'INVALID_CURSOR', retryable: false, fix_required: expect.any(String) },
      meta: { exit_code: 2 },
    })
  })

  it('puts options and exits of all commands at the root of its manifest', () => {
    const { flags, exit_codes, commands, schema_version } = hello(['manifest']).json()['data']
    expect(schema_version).toMatch(/^3\.\d+$/)
    expect(flags['format']).toMatchObject({ type: 'enum', env_vars: [{ name: 'HELLO_FORMAT' }] })
    expect(flags['format']).not.toHaveProperty('default')
    expect(Object.keys(exit_codes)).toEqual(expect.arrayContaining(['130', '143']))
    for (const [name, entry] of Object.entries(commands as Record<string, Loose>)) {
      const own = Object.keys(entry['flags'])
      expect(
        own.filter((flag) => Object.hasOwn(flags, flag)),
        name,
      ).toEqual([])
      expect(entry['required_scopes']).toEqual([])
    }
    expect(commands['people.ls']).toMatchObject({
      positionals: [{ name: 'team', type: 'string', required: false }],
      flags: { limit: { type: 'integer' } },
    })
    expect([commands['manifest'].builtin, commands['greet'].builtin]).toEqual([true, undefined])
    const schema = hello(['people', 'ls', '--schema']).json()['data'] as Loose
    expect(schema['positionals']).toMatchObject([{ name: 'team' }])
    expect(Object.keys(schema['exit_codes'])).toEqual(expect.arrayContaining(['0', '2', '130']))
  })
})
