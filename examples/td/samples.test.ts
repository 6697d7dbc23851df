import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Json } from '../../tests/tools/transcript/normalise.ts'
import { runInMemory } from '../../tests/tools/transcript/run-in-memory.ts'

let folder = ''
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'td-samples-')))
  await runInMemory('td', ['add', 'Drink tea', '--due', 'today'], { cwd: folder })
  await runInMemory('td', ['add', 'Buy tea'], { cwd: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Document = Readonly<Record<string, Json>>

test.each([
  ['task_list', ['ls']],
  ['task', ['next']],
  ['project_list', ['projects']],
])('{"ok": true, "type": "%s", "data": ...} is on stdout with exit 0', async (type, argv) => {
  const { stdout, stderr, exit } = await runInMemory('td', argv, { cwd: folder })
  const document = JSON.parse(stdout) as Document
  expect(Object.keys(document)).toEqual(['ok', 'type', 'data'])
  expect(document).toMatchObject({ ok: true, type })
  expect(exit).toBe(0)
  expect(stderr).toBe('')
})

test.each([
  ['not_found', ['show', 'nothing'], {}],
  ['ambiguous_match', ['show', 'tea'], {}],
  ['api_error', ['ls'], { TD_SIMULATE: 'server_error' }],
])('%s is on stderr with an exit that is not 0', async (code, argv, env) => {
  const { stdout, stderr, exit } = await runInMemory('td', argv, { cwd: folder, env })
  const document = JSON.parse(stderr) as Document
  expect(Object.keys(document)).toEqual(['ok', 'error'])
  expect(document['ok']).toBe(false)
  const error = document['error'] as Document
  expect(Object.keys(error)).toEqual(['code', 'message', 'suggestion', 'details'])
  expect(error).toMatchObject({ code, message: expect.any(String), suggestion: expect.any(String) })
  expect(exit).toBe(1)
  expect(stdout).toBe('')
})
