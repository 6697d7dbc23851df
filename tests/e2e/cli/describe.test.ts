import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const example = (path: string) =>
  fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url))
const FORMATS = ['surety', 'manifest', 'cli-schema', 'usage', 'opencli', 'uapi'] as const

test('a tool of ours is described by its manifest, and every format can say its commands', async () => {
  const td = example('td/td')
  const manifest = join(bench.folder, 'td.manifest')
  for (const as of FORMATS) {
    // The tool is asked twice; for the other formats the manifest that it gave says the same.
    const isAsked = as === 'surety' || as === 'manifest'
    const words = isAsked ? ['--', td] : ['--file', manifest]
    const { data } = await bench.answer(['describe', '--as', as, ...words])
    const by = isAsked ? 'td manifest' : manifest
    expect(data).toMatchObject({ tool: 'td', from: 'manifest', by, as })
    const file = join(bench.folder, `td.${as}`)
    writeFileSync(file, data.document)
    const again = await bench.answer(['describe', '--file', file])
    expect(again.data).toMatchObject({ from: as, by: file, as: 'surety', commands: data.commands })
  }
})

test('our own command, whose manifest is an index, is described as a whole', async () => {
  const main = fileURLToPath(new URL('../../../packages/cli/dist/cli/surety.cjs', import.meta.url))
  const { data } = await bench.answer(['describe', '--', process.execPath, main])
  expect(data).toMatchObject({ tool: 'surety', from: 'manifest', by: 'surety manifest --all' })
  expect(data.document).toContain('timeout:')
})

test.each(['commander', 'oclif', 'yargs', 'cac', 'citty'])(
  'a program of %s is described by its help, without touching it',
  async (framework) => {
    const cli = example(`adapters/${framework}/desk-before`)
    const { data } = await bench.answer(['describe', '--', cli])
    expect(data.from).toBe('help')
    expect(data.commands).toBeGreaterThan(2)
    expect(data.document).toContain('options:')
  },
)

test('prints the document alone for a file', async () => {
  const words = ['describe', '--as', 'opencli', '--format', 'plain', '--', example('td/td')]
  const { code, stdout } = await bench.surety(words)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ opencli: '0.1', info: { title: 'td' } })
})

test('says why nothing was described', async () => {
  const none = await bench.answer(['describe', '--', 'surety-no-such-program'])
  expect(none.error.code).toBe('PROGRAM_NOT_FOUND')
  const mute = join(bench.folder, 'mute')
  writeFileSync(mute, '#!/bin/sh\n', { mode: 0o755 })
  const silent = await bench.answer(['describe', '--', mute])
  expect(silent.error.code).toBe('NOT_DESCRIBED')
  const file = join(bench.folder, 'letter.txt')
  writeFileSync(file, 'Dear reader\n')
  const letter = await bench.answer(['describe', '--file', file])
  expect(letter.error.code).toBe('NOT_A_DESCRIPTION')
  const both = await bench.answer(['describe', '--file', file, '--', 'true'])
  expect(both.error.code).toBe('INVALID_VALUE')
})
