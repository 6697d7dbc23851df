import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'

import { runAll } from '../e2e/processes/run-tool.ts'
import { contracts } from './contracts.ts'

const TERMINATE: ProcessOptions = { whenReady: (child) => child.kill('SIGTERM') }

describe('a call that is handed on', () => {
  it('has its options before the first argument', async () => {
    const [strict, mixed, schema, manifest] = await Promise.all([
      contracts('runs --format json --label a ./x --child --format yaml --help -- y'),
      contracts('described a --size 2 f --format json'),
      contracts('runs --schema'),
      contracts('manifest'),
    ])
    expect(strict.data).toEqual({
      program: './x',
      words: ['--child', '--format', 'yaml', '--help', '--', 'y'],
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

  describe('to another program', () => {
    const out = join(folder(), 'answer')
    const words = ['--', '--help', '--format', 'yaml', '', 'a b', '-h']
    const run = () =>
      runAll({
        given: contracts(['--output', out, 'wrapped', PRINT, ...words]),
        helped: contracts('wrapped -h'),
        forwarded: contracts('bare --help'),
        bad: contracts(['--nope', 'wrapped', PRINT]),
        late: contracts(['bare', '-e', 'setTimeout(() => {}, 50_000)'], { env: { LIMIT: '1500' } }),
        ended: contracts(
          ['wrapped', 'console.error("ready");setTimeout(() => {}, 9000)'],
          TERMINATE,
        ),
      })
    let seen: Awaited<ReturnType<typeof run>>
    beforeAll(async () => {
      seen = await run()
    })

    it('has every word as it was given', () => {
      // The program itself takes the first `--`.
      expect(JSON.parse(seen.given.stdout)).toEqual(words.slice(1))
    })

    it('has the help of that program, by its own words or as it is', () => {
      expect([seen.helped.code, seen.helped.stdout]).toEqual([0, 'help of the program\n'])
      expect(seen.forwarded.stdout).toContain('Usage: node')
    })

    it('has its envelope on the last line of stderr, and in the file that is named', () => {
      expect(Object.keys(seen.given.below)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
      expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(seen.given.below)
    })

    it('ends with the exit of that program, which the envelope has too', () => {
      expect(seen.given.code).toBe(3)
      expect(seen.given.below).toMatchObject({
        ok: false,
        data: { exit_code: 3 },
        error: { code: 'DELEGATED_EXIT', retryable: false },
        meta: { exit_code: 3 },
      })
      expect(seen.helped.below['data']).toEqual({ exit_code: 0 })
    })

    it('is not made with a bad option of ours', () => {
      expect(seen.bad).toMatchObject({ code: 2, trace: [], error: { phase: 'validation' } })
      expect(JSON.parse(seen.bad.stdout)).toMatchObject({ ok: false })
    })

    it('is bound by our limit, and ends with signals', () => {
      expect([seen.late.code, seen.late.below['error'].code]).toEqual([10, 'TIMEOUT'])
      expect([seen.ended.code, seen.ended.below['error'].code]).toEqual([143, 'CANCELLED'])
    })

    it('has nothing of its output in the envelope, and so no label', () => {
      expect(JSON.stringify(seen.given.below)).not.toMatch(/yaml|"_source"|_trusted/)
    })
  })
})
