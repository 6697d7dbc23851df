import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

/**
 * Where the command keeps compiled code, and that it believes none that is damaged or of another text. Who can write
 * there runs code as whoever starts the command, so the folder is the user's own.
 */
let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const cli = fileURLToPath(new URL('../../../node_modules/@surety/cli/', import.meta.url))
const compiledIn = (home: string) => join(home, '.cache/surety/compiled')
const modeOf = (path: string) => statSync(path).mode & 0o777
const newHome = () => mkdtemp(join(bench.folder, 'home-'))

/** Starts the command in a home of its own, and returns the names of what it kept there. */
async function keptIn(home: string, more: Record<string, string> = {}, words = ['--version']) {
  const { code, stdout, stderr } = await bench.surety(words, {
    env: { HOME: home, XDG_CACHE_HOME: '', ...more },
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const folder = compiledIn(home)
  const isThere = existsSync(folder) && lstatSync(folder).isDirectory()
  return { folder, stdout, names: isThere ? readdirSync(folder) : [] }
}

const times = (folder: string) =>
  readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)

test('compiled code is kept in a folder of the user, which nobody else may enter, and used again', async () => {
  const home = await newHome()
  const { folder, names } = await keptIn(home)
  expect(names.length).toBeGreaterThan(2)
  expect([folder, dirname(folder)].map(modeOf)).toEqual([0o700, 0o700])
  expect(names.map((name) => modeOf(join(folder, name)))).toEqual(names.map(() => 0o600))
  const before = times(folder)
  await keptIn(home)
  expect(times(folder)).toEqual(before)
})

const made = (home: string) => {
  const folder = compiledIn(home)
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
      symlinkSync(join(home, 'elsewhere'), compiledIn(home))
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
      writeFileSync(compiledIn(home), '')
    },
  ],
  ['the home is relative', () => {}, { HOME: 'home' }],
  ['a variable of Node names another', () => {}, { NODE_COMPILE_CACHE: '/dev/null/none' }],
  ['a variable of Node turns it off', () => {}, { NODE_DISABLE_COMPILE_CACHE: '1' }],
])('none is kept if %s', async (_name, prepare, env) => {
  const home = await newHome()
  await prepare(home)
  expect((await keptIn(home, env)).names).toEqual([])
  const elsewhere = join(home, 'elsewhere')
  const strays = existsSync(elsewhere) ? readdirSync(elsewhere, { recursive: true }) : []
  expect(strays.filter((name) => name !== 'compiled')).toEqual([])
})

const isRoot = process.geteuid?.() === 0

test.runIf(isRoot)('none is kept in a folder of another user', async () => {
  const home = await newHome()
  await chown(made(home), 65_534, 65_534)
  expect((await keptIn(home)).names).toEqual([])
  const above = await newHome()
  await chown(dirname(made(above)), 65_534, 65_534)
  expect((await keptIn(above)).names).toEqual([])
})

test('a cache folder that is shared holds one for each user', async () => {
  const shared = await mkdtemp(join(bench.folder, 'shared-'))
  execFileSync('chmod', ['1777', shared])
  await keptIn(await newHome(), { XDG_CACHE_HOME: shared })
  const folder = join(shared, 'surety/compiled')
  expect(readdirSync(folder).length).toBeGreaterThan(2)
  expect(modeOf(folder)).toBe(0o700)
})

test('code that is damaged in any way is compiled anew', async () => {
  const home = await newHome()
  const { folder, names, stdout } = await keptIn(home)
  const whole = names.map((name) => readFileSync(join(folder, name)))
  const damage = fc.record({
    file: fc.nat(names.length - 1),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }),
    cut: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, at, bytes, cut }) => {
      const path = join(folder, names[file]!)
      const broken = Buffer.from(whole[file]!)
      const start = Math.floor(at * broken.length)
      for (const [step, byte] of bytes.entries())
        if (start + step < broken.length) broken[start + step]! ^= byte | 1
      writeFileSync(path, cut ? broken.subarray(0, start) : broken)
      expect((await keptIn(home)).stdout).toBe(stdout)
      // The next start finds good code again.
      expect(readFileSync(path).equals(broken)).toBe(false)
    }),
    { numRuns: 20 },
  )
})

test('code of another text of the same length is not used', async () => {
  const home = await newHome()
  const copy = await mkdtemp(join(bench.folder, 'copy-'))
  cpSync(join(cli, 'dist'), join(copy, 'dist'), { recursive: true, dereference: true })
  const file = join(copy, 'dist/cli/main.cjs')
  const { mtime } = statSync(file)
  const help = () =>
    execFileSync(process.execPath, [join(copy, 'dist/cli/surety.cjs'), '--help'], {
      env: { HOME: home, PATH: process.env['PATH'] },
      encoding: 'utf8',
    })
  expect(help()).toContain('Runs command-line tools')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('Runs command-line tools', 'Eats command-line tools'))
  utimesSync(file, mtime, mtime)
  expect(help()).toContain('Eats command-line tools')
  expect(help()).toContain('Eats command-line tools')
})

test('what nobody used for a month goes', async () => {
  const home = await newHome()
  const { folder } = await keptIn(home)
  const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
  const left = join(folder, 'v20-of-an-earlier-version')
  mkdirSync(left)
  writeFileSync(join(left, 'code'), '')
  utimesSync(left, old, old)
  // Another use of the command keeps code, and looks around.
  await keptIn(home, {}, ['--help'])
  expect(existsSync(left)).toBe(false)
})

test('a stack trace names the file, line and column of the build', async () => {
  const home = await newHome()
  const copy = await mkdtemp(join(bench.folder, 'copy-'))
  cpSync(join(cli, 'dist'), join(copy, 'dist'), { recursive: true, dereference: true })
  const file = join(copy, 'dist/cli/main.cjs')
  writeFileSync(file, `throw new Error('planted')\n${readFileSync(file, 'utf8')}`)
  const start = () =>
    execFileSync(process.execPath, [join(copy, 'dist/cli/surety.cjs'), '--version'], {
      env: { HOME: home, PATH: process.env['PATH'] },
      stdio: 'pipe',
    })
  expect(start).toThrow(`${file}:1:7`)
})
