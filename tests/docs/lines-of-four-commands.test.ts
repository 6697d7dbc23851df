import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { toJavaScript } from './typescript.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const lines = (name: string) => readFile(join(root, 'bench', 'lines', name), 'utf8')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'build', 'shelf-'))
  await Promise.all(['ours', 'commander'].map((name) => mkdir(join(folder, name))))
  await writeFile(join(folder, 'ours/shelf.mjs'), toJavaScript(await lines('shelf.ts')))
  await writeFile(join(folder, 'commander/shelf.mjs'), await lines('shelf-commander.mjs'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the four commands and gives the notes after each, and how a missing one ends. */
async function use(program: string, ...confirmed: readonly string[]) {
  const cwd = join(folder, program)
  const call = async (...words: readonly string[]) => {
    const argv = [join(cwd, 'shelf.mjs'), ...words]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd })
    return stdout
  }
  const kept = async () => JSON.parse(await readFile(join(cwd, 'shelf.json'), 'utf8')) as unknown
  await call('add', 'milk', '-t', 'home', '-t', 'shop')
  await call('add', 'ink')
  const added = await kept()
  const [listed, shown, missing] = await Promise.all([
    call('list', '-t', 'home'),
    call('show', '2'),
    call('show', '9').catch((error: { readonly code: number }) => error.code),
  ])
  await call('remove', '1', ...confirmed)
  return {
    added,
    left: await kept(),
    hasMilk: [listed.includes('milk'), shown.includes('ink')],
    missing,
  }
}

test('four commands do the same with commander, which says less', async () => {
  const [ours, theirs] = await Promise.all([use('ours', '--confirm-destructive'), use('commander')])
  expect({ ...ours, missing: 1 }).toEqual(theirs)
  expect(ours.missing).toBe(5)
})
