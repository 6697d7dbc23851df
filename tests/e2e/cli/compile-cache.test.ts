import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

/**
 * Where the command has Node keep compiled code. Who can write there runs code as whoever starts the command, so the
 * folder is the user's own. Older Nodes cannot keep any; the recorder shows which folder a newer one would be given.
 */
let bench: Bench
let recorder: string
beforeAll(async () => {
  bench = await createBench()
  recorder = join(bench.folder, 'record.cjs')
  writeFileSync(
    recorder,
    `const { appendFileSync } = require('node:fs')
     process.getBuiltinModule('node:module').enableCompileCache = (folder) =>
       appendFileSync(process.env.RECORD, String(folder))`,
  )
})
afterAll(() => bench.remove())

/** Starts the command in a home of its own, and returns that home and the folder that Node was given. */
async function folderOf(prepare: (home: string) => unknown, more: Record<string, string> = {}) {
  const home = await mkdtemp(join(bench.folder, 'home-'))
  await prepare(home)
  const record = join(home, 'record')
  const env = { HOME: home, RECORD: record, NODE_OPTIONS: `--require=${recorder}` }
  const { code } = await bench.surety(['--version'], { env: { ...env, ...more } })
  expect(code).toBe(0)
  return { home, given: existsSync(record) ? readFileSync(record, 'utf8') : null }
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test('compiled code is kept in a folder of the user, which nobody else may enter', async () => {
  const { home, given } = await folderOf(() => {})
  expect(given).toBe(join(home, '.cache/surety/compiled'))
  expect([modeOf(given!), modeOf(join(given!, '..'))]).toEqual([0o700, 0o700])
})

const made = (home: string) => {
  const folder = join(home, '.cache/surety/compiled')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

test.each<[name: string, prepare: (home: string) => unknown, env?: Record<string, string>]>([
  ['others may write into it', (home) => chmodSync(made(home), 0o777)],
  ['a group may write into it', (home) => chmodSync(made(home), 0o770)],
  ['others may exchange it', (home) => chmodSync(join(made(home), '..'), 0o777)],
  [
    'it is a link',
    (home) => {
      mkdirSync(join(home, 'elsewhere'))
      mkdirSync(join(home, '.cache/surety'), { recursive: true, mode: 0o700 })
      symlinkSync(join(home, 'elsewhere'), join(home, '.cache/surety/compiled'))
    },
  ],
  [
    'the folder above is a link',
    (home) => {
      mkdirSync(join(home, 'elsewhere'))
      mkdirSync(join(home, '.cache'))
      symlinkSync(join(home, 'elsewhere'), join(home, '.cache/surety'))
    },
  ],
  [
    'it is a file',
    (home) => {
      mkdirSync(join(home, '.cache/surety'), { recursive: true })
      writeFileSync(join(home, '.cache/surety/compiled'), '')
    },
  ],
  ['the home is relative', () => {}, { HOME: 'home' }],
  ['a variable of Node names one', () => {}, { NODE_COMPILE_CACHE: '/nowhere/at/all' }],
])('none is kept if %s', async (_name, prepare, env) => {
  expect((await folderOf(prepare, env)).given).toBeNull()
})

const isRoot = process.geteuid?.() === 0

test.runIf(isRoot)('none is kept in a folder of another user', async () => {
  const { given } = await folderOf((home) => chown(made(home), 65_534, 65_534))
  expect(given).toBeNull()
  const above = await folderOf((home) => chown(join(made(home), '..'), 65_534, 65_534))
  expect(above.given).toBeNull()
})

test('a cache folder that is shared holds one for each user', async () => {
  const shared = await mkdtemp(join(bench.folder, 'shared-'))
  execFileSync('chmod', ['1777', shared])
  const { given } = await folderOf(() => {}, { XDG_CACHE_HOME: shared })
  expect(given).toBe(join(shared, 'surety/compiled'))
  expect(modeOf(given!)).toBe(0o700)
})
