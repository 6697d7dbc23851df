import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { READER_CASES } from './readers/readers.table.ts'
import { READERS } from './readers/registry.ts'
import { replay } from './replay.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { file, text } = READER_CASES.find(({ client }) => client === 'claude-code')!
const path = join(folder, file)
writeFileSync(path, text)
const options = { env: {}, isRunUnasked: () => false }
const readerOf = (name: string) => READERS.find(({ id }) => id === name)

test('a file of another client than the one that was named is refused', async () => {
  const wrong = replay([path], { ...options, as: readerOf('codex') })
  await expect(wrong).rejects.toThrow('it is one of claude-code, not of codex')
  const right = await replay([path], { ...options, as: readerOf('claude-code') })
  expect(right.calls).toBe(5)
})

test('in a folder it is passed over, with the reason', async () => {
  const { calls, skipped } = await replay([folder], { ...options, as: readerOf('codex') })
  expect(calls).toBe(0)
  expect(skipped).toEqual([{ file: path, why: 'it is one of claude-code, not of codex' }])
})
