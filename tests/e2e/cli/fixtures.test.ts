import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

/** A tool whose answers are files, so that it can change between two runs; times in them differ each time. */
const TOOL = `#!/bin/sh
file="\${0%/*}/$1.answer"
[ -n "$1" ] && [ -e "$file" ] || { file="\${0%/*}/refused.answer"; exit=3; }
sed "s/\\"duration_ms\\":0/\\"duration_ms\\":$$/; s/\\"now\\":\\"x\\"/\\"now\\":\\"$$\\"/" "$file"
exit $exit
`
const PROFILE = `
surety: 1
name: acme
program: [acme]
dialect: spec-1.0
timeout_seconds: 10
check:
  probes:
    - { name: list, argv: [list], kind: read }
    - { name: show, argv: [show, v-1], kind: read }
    - { name: missing, argv: [nothing], kind: invalid }
`
const ok = (data: unknown) => ({
  ok: true,
  data,
  error: null,
  warnings: [],
  meta: { duration_ms: 0 },
})

test('fixtures are recorded, compared with readable differences, and updated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-fixtures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  const answer = (name: string, document: object) =>
    writeFileSync(at(`${name}.answer`), `${JSON.stringify(document)}\n`)
  writeFileSync(at('acme'), TOOL, { mode: 0o755 })
  writeFileSync(at('acme.yaml'), PROFILE)
  answer('list', ok({ items: [{ id: 'v-1' }], now: 'x' }))
  answer('show', ok({ id: 'v-1' }))
  const error = { code: 'ARG_ERROR', message: 'No.' }
  answer('refused', { ...ok(null), ok: false, error })
  const dir = at('golden')
  const tool = ['--', at('acme')]
  const words = (...verb: readonly string[]) => {
    const flags = ['--profile', at('acme.yaml'), '--dir', dir]
    return ['fixtures', ...verb, ...flags, ...tool]
  }
  const run = (...verb: readonly string[]) => bench.answer(words(...verb))

  const recorded = (await run('record')).data
  expect(recorded).toMatchObject({ effect: 'created', volatile: [{ pointer: '/data/now' }] })
  expect(readdirSync(dir).toSorted()).toEqual([
    'contract.json',
    'fixtures.json',
    'list.json',
    'nothing.invalid-missing.json',
    'show.json',
  ])
  expect(JSON.parse(readFileSync(join(dir, 'list.json'), 'utf8'))).toEqual({
    ...ok({ items: [{ id: 'v-1' }], now: '<string>' }),
    meta: { duration_ms: '<number>' },
  })
  expect((await run('compare')).data.summary).toEqual({ same: 3, different: 0, missing: 0 })
  expect((await run('record')).data).toMatchObject({ effect: 'noop', files: [] })

  answer('show', ok({ id: 7 }))
  const differs = await bench.surety(words('compare'))
  expect(differs.code).toBe(4)
  expect(differs.envelope.error).toMatchObject({ code: 'FIXTURES_DIFFER' })
  const shown = differs.envelope.meta.data.fixtures.filter(
    (each: { status: string }) => each.status !== 'same',
  )
  expect(shown).toMatchObject([
    {
      file: 'show.json',
      differences: [{ kind: 'changed', at: 'data.id', expected: 'v-1', actual: 7 }],
    },
  ])
  const before = readFileSync(join(dir, 'show.json'), 'utf8')
  // The tool says no version: nobody can say that this change is allowed.
  expect((await run('record', '--update')).error.code).toBe('VERSION_TOO_LOW')
  expect(readFileSync(join(dir, 'show.json'), 'utf8')).toBe(before)
  expect((await run('record', '--update', '--force')).data).toMatchObject({
    effect: 'updated',
    files: ['show.json', 'contract.json'],
  })
  expect((await run('compare')).data.summary).toEqual({ same: 3, different: 0, missing: 0 })
})

test('fixtures of a folder that has none, and of a tool that describes nothing, fail with the next step', async () => {
  const dir = join(tmpdir(), `surety-no-fixtures-${process.pid}-${Date.now()}`)
  const [compare, drift, record] = await Promise.all([
    bench.answer(['fixtures', 'compare', '--dir', dir, '--', 'true']),
    bench.answer(['fixtures', 'drift', '--dir', dir, '--', 'true']),
    bench.answer(['fixtures', 'record', '--dir', dir, '--', 'surety-no-such-tool']),
  ])
  expect(compare.error.code).toBe('NO_FIXTURES')
  expect(drift.error.code).toBe('NO_FIXTURES')
  expect(record.error.code).toBe('TOOL_NOT_FOUND')
})
