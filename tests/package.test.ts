import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { x } from 'tinyexec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { installIn, packInto } from './package/consumer.ts'
import { readPublicNames, subpaths } from './package/public-names.ts'

let folder = ''
let packedFiles: readonly string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-package-'))
  const { tarball, files } = await packInto(folder)
  packedFiles = files
  await installIn(folder, tarball)
}, 180_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the packed tarball, installed in an empty folder', () => {
  test('ships the build, the schemas, the fixtures and the papers, no sources or tests', () => {
    const allowed =
      /^(dist|schemas|fixtures|docs)\/|^(package\.json|LICENSE|(README|CHANGELOG|AGENTS|CONTRIBUTING|SECURITY)\.md)$/
    expect(packedFiles.filter((path) => !allowed.test(path))).toEqual([])
    expect(packedFiles).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md']))
    expect(packedFiles.filter((path) => /\.test(-d)?\.|\.tsbuildinfo$/.test(path))).toEqual([])
  })

  test('exports from every subpath exactly the names of public-api.json', async () => {
    const values = await valueNames()
    const names = readPublicNames(join(folder, 'node_modules', 'surety'))
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

  test('links the command, which starts', async () => {
    const { exitCode } = await run(join('node_modules', '.bin', 'surety'), ['--version'])
    expect(exitCode).toBe(0)
  })
})

async function valueNames(): Promise<Readonly<Record<string, readonly string[]>>> {
  // To a file, because one of the subpaths takes what is printed to stdout away.
  const source = `
    import { writeFileSync } from 'node:fs'
    const names = {}
    for (const path of ${JSON.stringify(subpaths)})
      names[path] = Object.keys(await import('surety' + path.slice(1))).sort()
    writeFileSync('names.json', JSON.stringify(names))`
  await run(process.execPath, ['--input-type=module', '--eval', source])
  return JSON.parse(await readFile(join(folder, 'names.json'), 'utf8')) as Record<string, string[]>
}

function run(command: string, args: readonly string[]) {
  return x(command, [...args], { throwOnError: true, nodeOptions: { cwd: folder } })
}
