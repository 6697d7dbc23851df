import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { withLock } from './file-lock.ts'
import { DamagedFile, JsonFile } from './json-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const counter = () => new JsonFile(join(folder, 'deep', 'count.json'), () => ({ count: 0 }))
const increment = ({ count }: { count: number }) => ({
  document: { count: count + 1 },
  result: count + 1,
})

test('a missing file is the initial document', async () => {
  expect(await counter().read()).toEqual({ count: 0 })
})

test('changes at the same time take turns, and nothing but the document stays', async () => {
  const results = await Promise.all(Array.from({ length: 25 }, () => counter().update(increment)))
  expect(results.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
  expect(await readdir(join(folder, 'deep'))).toEqual(['count.json'])
})

test('a change that throws leaves the document and the lock as they were', async () => {
  await counter().update(increment)
  const failing = counter().update(() => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await counter().update(increment)).toBe(2)
})

test('a file that is no JSON is damaged, and is left alone', async () => {
  const path = join(folder, 'bad.json')
  await writeFile(path, '{"count":')
  const file = new JsonFile(path, () => ({ count: 0 }))
  await expect(file.update(increment)).rejects.toThrow(DamagedFile)
  expect(await readFile(path, 'utf8')).toBe('{"count":')
})

test('the lock of a process that was killed is taken over, by one of many', async () => {
  const path = join(folder, 'x.lock')
  // No process has this number: it is beyond what systems give out.
  await writeFile(path, '4194999 somebody')
  let inside = 0
  let most = 0
  const work = () =>
    withLock(path, async () => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setTimeout(resolve, 1))
      inside -= 1
    })
  await Promise.all(Array.from({ length: 10 }, work))
  expect(most).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('any document comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const file = new JsonFile<unknown>(join(folder, 'any.json'), () => null)
      await file.update(() => ({ document: value, result: null }))
      expect(JSON.stringify(await file.read())).toBe(JSON.stringify(value))
    }),
    { numRuns: 25 },
  )
})
