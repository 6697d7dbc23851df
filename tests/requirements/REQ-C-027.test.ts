import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'

import { contracts } from './contracts.ts'

const TERMINATE: ProcessOptions = { whenReady: (child) => child.kill('SIGTERM') }

describe('a call that is handed on', () => {
  it('REQ-C-027/1,2,3,6,7: has its options before the first argument', async () => {
    const [strict, mixed, schema, manifest] = await Promise.all([
      contracts('runs --format json --label a ./x --child --format tsv --help -- y'),
      contracts('described a --size 2 f --format json'),
      contracts('runs --schema'),
      contracts('manifest'),
    ])
    expect(strict.data).toEqual({
      program: './x',
      words: ['--child', '--format', 'tsv', '--help', '--', 'y'],
      label: 'a',
    })
    expect(mixed.data).toMatchObject({ size: 2, files: ['f'] })
    expect(schema.data['option_placement']).toBe('strict')
    const commands = Object.entries<Loose>(manifest.data['commands']).filter(
      ([, { subcommands }]) => !subcommands,
    )
    for (const [name, { option_placement: placement }] of commands)
      expect([name, placement]).toEqual([
        name,
        ['runs', 'wrapped', 'bare'].includes(name) ? 'strict' : 'any',
      ])
  })

  const PRINT = 'console.log(JSON.stringify(process.argv.slice(1)));process.exitCode=3'

  it('REQ-C-031/2,3,4,5,6,7,9,10: belongs to the other program', async () => {
    const out = join(folder(), 'answer')
    const log = join(folder(), 'audit')
    const words = ['--', '--help', '--format', 'tsv', '', 'a b', '-h']
    const [given, helped, forwarded, bad, late, ended] = await Promise.all([
      contracts(['--output', out, 'wrapped', PRINT, ...words], {
        env: { CONTRACTS_AUDIT_LOG: log },
      }),
      contracts('wrapped -h'),
      contracts('bare --help'),
      contracts(['--nope', 'wrapped', PRINT]),
      contracts(['bare', '-e', 'setTimeout(() => {}, 50_000)'], {
        env: { LIMIT: '1500' },
      }),
      contracts(['wrapped', 'console.error("ready");setTimeout(() => {}, 9000)'], TERMINATE),
    ])
    // The program itself takes the first `--`.
    expect(JSON.parse(given.stdout)).toEqual(words.slice(1))
    expect(given.code).toBe(3)
    expect(given.below).toMatchObject({
      ok: false,
      data: { exit_code: 3 },
      error: { code: 'DELEGATED_EXIT', retryable: false },
      meta: { exit_code: 3 },
    })
    expect(JSON.stringify(given.below)).not.toMatch(/tsv|"_source"|_trusted/)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(given.below)
    const entry = JSON.parse(readFileSync(log, 'utf8')) as Loose
    expect(entry).toMatchObject({ command: 'wrapped', args: { argv: '[OMITTED]' }, exit_code: 3 })
    expect(JSON.stringify(entry)).not.toContain('tsv')
    expect([helped.code, helped.stdout]).toEqual([0, 'help of the program\n'])
    expect(helped.below['data']).toEqual({ exit_code: 0 })
    expect(forwarded.stdout).toContain('Usage: node')
    expect(bad).toMatchObject({ code: 2, trace: [], error: { phase: 'validation' } })
    expect([late.code, late.below['error'].code]).toEqual([10, 'TIMEOUT'])
    expect([ended.code, ended.below['error'].code]).toEqual([143, 'CANCELLED'])
  })
})
