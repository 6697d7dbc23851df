import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSandbox, type Sandbox } from './docs/sandbox.ts'
import { typeErrorsIn } from './docs/typescript.ts'
import { root } from './package/consumer.ts'
import { EXPORTED_RESULTS } from './package/exported-results.ts'
import { readPublicNames, subpaths, type PublicName } from './package/public-names.ts'

const names = readPublicNames(root)
const functions = names.filter((each) => each.isFunction)
const fileOf = ({ subpath, name }: PublicName, index: number) =>
  sandbox.pathOf('examples', `${subpath.replaceAll(/\W/g, '_')}-${name}-${index}.ts`)

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
  typeErrors = typeErrorsIn([...exampleFiles, ...exporting], sandbox.folder, { declaration: true })
})

afterAll(() => sandbox.remove())

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
      !examples.some((code) => new RegExp(`\\b${name}\\b[^}]*\\} from 'surety`).test(code)),
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
