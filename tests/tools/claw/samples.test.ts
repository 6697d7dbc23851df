import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Json } from '../transcript/normalise.ts'
import { runInMemory } from '../transcript/run-in-memory.ts'
import { differencesInShape } from '../transcript/same-shape.ts'
import { SAMPLES } from './samples.ts'

let folder = ''

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'claw-samples-')))
  await writeFile(join(folder, 'blocked'), '')
  await runInMemory('claw', ['flush-transcript', 'hello', '--session-id', 'sess_abc123'], {
    cwd: folder,
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(SAMPLES)('$title is reproduced field for field', async (sample) => {
  const { argv, version, document, differs = {} } = sample
  const flags = ['--output-format', 'json', `--envelope-version=${version}`]
  const { stdout, exit } = await runInMemory('claw', [...argv, ...flags], { cwd: folder })
  const answer = JSON.parse(stdout) as Json
  expect(differencesInShape(document as Json, answer).toSorted()).toEqual(
    Object.keys(differs).toSorted(),
  )
  const failed = 'error' in document
  expect(exit).toBe(failed ? 1 : 0)
})
