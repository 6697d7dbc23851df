import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

let bench: Bench
/** What each test has learnt by itself. */
let state = ''
let name = ''
beforeAll(async () => {
  bench = await createBench()
})
beforeEach(async () => {
  state = await mkdtemp(join(bench.folder, 'state-'))
  const error = { code: 'SLOW_DOWN', message: 'Too fast.', retryable: true, retry_after: 0 }
  const flaky = await bench.flaky([
    { exit: 11, error },
    { exit: 0, data: 1 },
  ])
  name = flaky.argv.join(' ')
  await learn(...flaky.argv)
})
const answer = (verb: string, ...words: readonly string[]) =>
  bench.answer(['memory', verb, '--state-dir', state, ...words])
const learn = (...argv: readonly string[]) =>
  bench.answer(['run', '--state-dir', state, '--dialect', 'spec-1.0', '--', ...argv])
afterAll(() => bench.remove())

test('lists what was learnt', async () => {
  // Another process than the one that learnt it.
  const { envelope } = await bench.surety(['memory', 'list', '--state-dir', state])
  expect(envelope.data).toEqual([
    { tool: name, dialect: 'spec-1.0', modes: [], redirects: [], notices: [], manifest_etag: null },
  ])
})

test('forgets one tool by its name, and says when there was nothing to forget', async () => {
  const preview = await answer('forget', name, '--dry-run')
  expect(preview.data).toEqual({ effect: 'would_delete', would_affect: { tools: [name] } })
  const forgotten = await answer('forget', 'client-flaky')
  expect(forgotten.data).toEqual({ effect: 'deleted', tools: [name] })
  expect((await answer('list')).data).toEqual([])
  const again = await answer('forget', 'client-flaky')
  expect(again).toMatchObject({ ok: true, data: { effect: 'noop', tools: [] } })
})

test('forgets everything only when that is said', async () => {
  const nothing = await bench.surety(['memory', 'forget', '--state-dir', state])
  expect(nothing).toMatchObject({ code: 3, envelope: { error: { code: 'MISSING_ARGUMENT' } } })
  const both = await answer('forget', 'x', '--all')
  expect(both).toMatchObject({ ok: false, error: { phase: 'validation' } })
  const all = await answer('forget', '--all')
  expect(all.data).toMatchObject({ effect: 'deleted' })
})

test('a file that is damaged is set aside with a warning', async () => {
  const tools = join(state, 'tools')
  const [folder = ''] = await readdir(tools)
  await writeFile(join(tools, folder, 'dialect.json'), '{"dialect": 7')
  const envelope = await answer('list')
  expect(envelope.ok).toBe(true)
  expect(envelope.warnings).toEqual([expect.stringContaining('set aside')])
})

test('shows the warnings and soft redirects of a tool whose dialect was given', async () => {
  const warnings = ['list is deprecated, use ls', 'The disk of token=hunter2secret is slow']
  const flaky = await bench.flaky([{ exit: 0, data: { n: 1 }, warnings }])
  await learn(...flaky.argv, 'list')
  const { data } = await answer('list')
  const known = data.find(({ tool }: Parsed) => tool === flaky.argv[0])
  expect(known.notices).toEqual(
    expect.arrayContaining([
      { kind: 'soft_redirect', text: warnings[0] },
      { kind: 'warning', text: expect.not.stringContaining('hunter2secret') as string },
    ]),
  )
})

test.each(['pay', 'claw'])(
  'learns %s, which prints TOON or text unless it is asked',
  async (tool) => {
    const file = fileURLToPath(new URL(`../../tools/${tool}/${tool}`, import.meta.url))
    const { data } = await answer('learn', '--', file)
    expect(data).toMatchObject({ effect: 'created', tool: file, commands: expect.any(Number) })
    expect(data.commands).toBeGreaterThan(5)
  },
)
