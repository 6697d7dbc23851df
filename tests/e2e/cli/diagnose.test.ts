import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const misbehave = fileURLToPath(new URL('../../bin/misbehave.cjs', import.meta.url))
const node = process.execPath
const SUCCESS = '{"ok":true,"data":{},"error":null,"warnings":[],"meta":{"duration_ms":1}}'

test('diagnose names the broken promise of one call, what an agent concludes, and the fix', async () => {
  const diagnose = async (...words: readonly string[]) =>
    (await bench.answer(['diagnose', '--timeout', '5s', '--', ...words])).data
  const [twice, lying, fine, text, missing, cut, claims, hangs] = await Promise.all([
    diagnose(node, misbehave, 'single_document', 'get', 'v-1'),
    diagnose(node, misbehave, 'ok_matches_exit', 'get', 'v-9'),
    diagnose(node, misbehave, 'none', 'get', 'v-9'),
    diagnose('sh', '-c', 'echo broken >&2; exit 3'),
    diagnose('surety-no-such-tool', 'list'),
    diagnose('echo', '{"ok":true,"data":null'),
    diagnose('sh', '-c', `echo '${SUCCESS}'; exit 3`),
    (await bench.answer(['diagnose', '--timeout', '300ms', '--', 'sleep', '5'])).data,
  ])
  const ids = (diagnosis: { broken: { check: string }[] }) =>
    diagnosis.broken.map(({ check }) => check)
  expect(ids(twice)).toContain('single_document')
  expect(twice.fix.by).toBe('author')
  expect(ids(lying)).toContain('ok_matches_exit')
  expect(fine).toMatchObject({
    broken: [],
    conclusion: { ok: false, exit: 'NOT_FOUND', verdict: 'escalate' },
    fix: { by: 'caller' },
  })
  expect(text).toMatchObject({ dialect: null, conclusion: { ok: false }, fix: { by: 'author' } })
  expect(missing).toMatchObject({
    run: { start_error: 'ENOENT' },
    conclusion: { exit: 'NOT_FOUND', reason: 'NOT_STARTED' },
    broken: [],
    fix: { by: 'caller' },
  })
  expect(cut).toMatchObject({
    conclusion: { ok: true },
    broken: [{ check: 'json_envelope', summary: expect.stringContaining('does not parse') }],
    fix: { by: 'author' },
  })
  expect(ids(claims)).toEqual(['ok_matches_exit'])
  expect(claims.fix.text).toContain('ok')
  expect(hangs).toMatchObject({
    run: { stopped: 'timeout' },
    conclusion: { reason: 'NO_END', explanation: expect.stringContaining('did not end within') },
    fix: { by: 'author' },
  })
})

test('diagnose makes the call once, whatever the checks would like to run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-diagnose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'calls')
  const script = `echo "$@" >> ${log}; echo '${SUCCESS}'`
  const { envelope } = await bench.surety(['diagnose', '--', 'sh', '-c', script, 'tool', 'create'])
  expect(envelope.data).toMatchObject({
    conclusion: { ok: true },
    broken: [],
    fix: { by: 'nobody' },
  })
  expect(readFileSync(log, 'utf8')).toBe('create\n')
})
