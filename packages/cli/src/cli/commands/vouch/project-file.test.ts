import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { projectLine, readProject, writeProject } from './project-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-project-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const description = {
  surety: 1 as const,
  name: 'shelf',
  commands: { list: { danger: 'safe' as const } },
}
const platform = `${process.platform}-${process.arch}`

function program(text: string): string {
  writeFileSync(join(folder, 'shelf'), text, { mode: 0o755 })
  return join(folder, 'shelf')
}

/** Installs a package as npm does, in a folder of its own: another machine. */
function install(machine: string, integrity: string): string {
  const home = join(folder, machine, 'node_modules', '@acme', 'shelf')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "name": "@acme/shelf", "version": "1.0.0" }')
  writeFileSync(join(home, 'bin.js'), '#!/usr/bin/env node\n')
  const packages = { 'node_modules/@acme/shelf': { version: '1.0.0', integrity } }
  const lock = join(folder, machine, 'node_modules', '.package-lock.json')
  writeFileSync(lock, JSON.stringify({ packages }))
  return join(home, 'bin.js')
}

const lineFor = async (path: string) =>
  projectLine((await readProject('shelf', folder))!.document, path)

test('holds the build of a platform, and a build that was replaced is another one', async () => {
  writeProject('shelf', description, program('1'), folder)
  expect(await readProject('shelf', folder)).toMatchObject({ format: 'surety', description })
  expect(await lineFor(program('1'))).toBe(`the same build as in the project, for ${platform}`)
  expect(await lineFor(program('2'))).toContain(`NOT the build of the project for ${platform}`)
})

test('keeps the builds of other platforms until the description changes', () => {
  const file = join(folder, '.surety', 'vouched', 'shelf.json')
  const builds = () => Object.keys(JSON.parse(readFileSync(file, 'utf8')).builds).toSorted()
  writeProject('shelf', description, program('1'), folder)
  const other = { ...JSON.parse(readFileSync(file, 'utf8')), builds: { 'aix-ppc64': 'x' } }
  writeFileSync(file, JSON.stringify(other))
  writeProject('shelf', description, program('1'), folder)
  expect(builds()).toEqual(['aix-ppc64', platform].toSorted())
  writeProject('shelf', { ...description, version: '2.0.0' }, program('1'), folder)
  expect(builds()).toEqual([platform])
})

test('knows a package of npm on another machine by its integrity, and an updated one is another', async () => {
  writeProject('shelf', description, install('one', 'sha512-a'), folder)
  expect(await lineFor(install('two', 'sha512-a'))).toBe(
    'the same package as in the project: @acme/shelf 1.0.0, by its integrity',
  )
  expect(await lineFor(install('two', 'sha512-b'))).toContain('NOT the package of the project')
  expect(await lineFor(program('1'))).toContain('NOT the package of the project')
})

test('reads a file that is a description alone, and no damaged one', async () => {
  mkdirSync(join(folder, '.surety', 'vouched'), { recursive: true })
  const file = join(folder, '.surety', 'vouched', 'shelf.json')
  writeFileSync(file, JSON.stringify(description))
  expect(await readProject('shelf', folder)).toMatchObject({ description })
  expect(await lineFor(program('1'))).toBe(`the project has no build for ${platform}`)
  writeFileSync(file, '{')
  expect(await readProject('shelf', folder)).toBeUndefined()
})
