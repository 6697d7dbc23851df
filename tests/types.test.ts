import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fileNameOf, isLeftAlone, isScript, writeBlocks } from './docs/blocks.ts'
import { readPages } from './docs/pages.ts'
import { createSandbox, type Sandbox } from './docs/sandbox.ts'
import { typeErrorsIn } from './docs/typescript.ts'
import { root } from '../scripts/build/targets.mjs'
import { EXPORTED_RESULTS } from './package/exported-results.ts'
import {
  readPublicNames,
  subpaths,
  writesValueNames,
  type PublicName,
} from './package/public-names.ts'

const names = readPublicNames(root)
/** The blocks of the documentation that are code. */
const blocks = readPages().flatMap(({ path, blocks: all }) =>
  all
    .filter((block) => isScript(block) && !isLeftAlone(block))
    .map((block) => ({ path, line: block.line, name: fileNameOf(block) ?? '' })),
)
const functions = names.filter((each) => each.isFunction)
// With a number, because some names differ only in a capital letter, which some file systems ignore.
const fileOf = (each: PublicName, index: number) =>
  sandbox.pathOf(
    'examples',
    `${each.subpath.replaceAll(/\W/g, '_')}-${each.name}-${names.indexOf(each)}-${index}.ts`,
  )

const exportingFileOf = (subpath: string) => `${subpath.replaceAll(/\W/g, '_')}.ts`

/** Modules of a user's own that examples import. */
const OWN_MODULES = {
  'cli.ts': `import { defineCli } from 'surety'
    export const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: {} })`,
  'ls.ts': 'export {}',
  'user-add.ts': 'export {}',
}

let sandbox: Sandbox
let typeErrors: ReadonlyMap<string, readonly string[]>
const exampleFiles: string[] = []

beforeAll(async () => {
  sandbox = await createSandbox()
  await writeBlocks(readPages(), sandbox)
  for (const [name, text] of Object.entries(OWN_MODULES))
    await sandbox.write('examples', name, text)
  for (const each of names) {
    for (const [index, example] of each.examples.entries()) {
      const path = fileOf(each, index)
      await sandbox.write(
        'examples',
        path.slice(path.lastIndexOf('/') + 1),
        `${example}\nexport {}\n`,
      )
      exampleFiles.push(path)
    }
  }
  for (const [subpath, code] of Object.entries(EXPORTED_RESULTS))
    await sandbox.write('exports', exportingFileOf(subpath), code)
  const exporting = Object.keys(EXPORTED_RESULTS).map((subpath) =>
    sandbox.pathOf('exports', exportingFileOf(subpath)),
  )
  // All at once: most of the time goes into reading the types of Node and of the libraries.
  typeErrors = typeErrorsIn(
    blocks.map(({ path, name }) => sandbox.pathOf(path, name)),
    sandbox.folder,
    [...exampleFiles, ...exporting],
  )
})

afterAll(() => sandbox.remove())

test('every subpath exports exactly the names of public-api.json', async () => {
  const argv = ['--input-type=module', '--eval', writesValueNames]
  expect((await sandbox.run('values', process.execPath, argv)).exitCode).toBe(0)
  const text = await readFile(sandbox.pathOf('values', 'names.json'), 'utf8')
  const values = JSON.parse(text) as Record<string, readonly string[]>
  const typesOf = (path: string) =>
    names
      .filter(({ subpath, name }) => subpath === path && !values[path]?.includes(name))
      .map(({ name }) => name)
      .sort()
  const api = Object.fromEntries(
    subpaths.map((path) => [path, { values: values[path] ?? [], types: typesOf(path) }]),
  )
  // After a deliberate change: npm run public-api.
  await expect(`${JSON.stringify(api, null, 2)}\n`).toMatchFileSnapshot('public-api.json')
})

test('there are functions to look at', () => {
  expect(functions.length).toBeGreaterThan(40)
})

test('a name that two subpaths export means the same in both', () => {
  const meanings = new Map<string, object>()
  const clashes = names.filter(({ name, meaning }) => {
    const known = meanings.get(name) ?? meaning
    meanings.set(name, known)
    return known !== meaning
  })
  expect(clashes.map(({ name }) => name)).toEqual([])
})

test('every name has a sentence of documentation', () => {
  const silent = names.filter(({ documentation }) => !/^[A-Z`].*\w/.test(documentation))
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('every function shows an example that imports it', () => {
  const without = functions.filter(
    ({ name, examples }) =>
      !examples.some((code) => new RegExp(`\\b${name}\\b[^}]*\\} from '@?surety`).test(code)),
  )
  expect(without.map(({ subpath, name }) => `${subpath} ${name}`)).toEqual([])
})

test('every example compiles', () => {
  expect(exampleFiles.length).toBeGreaterThan(40)
  expect(exampleFiles.flatMap((file) => typeErrors.get(file))).toEqual([])
})

describe('a user who exports what the functions give, without naming types', () => {
  test('has a case for every subpath that exports anything', () => {
    const exporting = subpaths.filter((path) => names.some(({ subpath }) => subpath === path))
    expect(Object.keys(EXPORTED_RESULTS)).toEqual(exporting)
  })

  test.each(Object.keys(EXPORTED_RESULTS))('gets declarations with %s', (subpath) => {
    expect(typeErrors.get(sandbox.pathOf('exports', exportingFileOf(subpath)))).toEqual([])
  })
})

test.each(blocks)('$path line $line: the block has the right types', ({ path, name }) => {
  expect(typeErrors.get(sandbox.pathOf(path, name))).toEqual([])
})
