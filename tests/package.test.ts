import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { x } from 'tinyexec'
import { afterAll, describe, expect, test } from 'vitest'

import { emitProject, typeErrorsOfProject } from './docs/typescript.ts'
import { packages, root } from '../scripts/build/targets.mjs'
import { installFolder as folder, readPacked } from '../scripts/test/install-package.ts'
import { writeTypeConsumer } from '../scripts/test/type-consumer.ts'
import { declarationsOf, subpaths } from './package/public-names.ts'

const packed = readPacked()
const surety = packed.find(({ name }) => name === 'surety')!

afterAll(async () => {
  for (const tool of ['ts', 'js', 'consumer'])
    await rm(join(folder, tool), { recursive: true, force: true, maxRetries: 5 })
})

interface Manifest {
  readonly version: string
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

async function manifestOf(name: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return JSON.parse(text) as Manifest
}

describe.each(packed)('the tarball of $name', ({ name, files }) => {
  test('holds the build and the papers, no sources or tests', () => {
    const allowed =
      /^(bin|dist|descriptions|lines|fixtures|templates|docs)\/|^(package\.json|LICENSE|README\.md)$/
    expect(files.filter((path) => !allowed.test(path))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']))
    expect(files.some((path) => /^docs\/.*\.md$/.test(path))).toBe(true)
    expect(files.filter((path) => /\.test(-d)?\.|\.tsbuildinfo$/.test(path))).toEqual([])
  })

  test('has the same version as the others, and depends on the others in that version', async () => {
    const { version } = await manifestOf('surety')
    const { dependencies = {}, version: own } = await manifestOf(name)
    expect(own).toBe(version)
    for (const [each, range] of Object.entries(dependencies))
      if (Object.values(packages).includes(each)) expect(range, each).toBe(version)
  })
})

test('@surety/adopt depends on nothing and takes at most 250 KB', async () => {
  const { dependencies } = await manifestOf('@surety/adopt')
  expect(dependencies).toBeUndefined()
  expect(packed.find(({ name }) => name === '@surety/adopt')!.bytes).toBeLessThanOrEqual(250_000)
})

describe('surety', () => {
  test('takes at most 1.9 MB in 230 files', () => {
    expect(surety.bytes).toBeLessThanOrEqual(1_900_000)
    expect(surety.files.length).toBeLessThanOrEqual(230)
  })

  test('needs no package that only another product needs', async () => {
    const { dependencies, peerDependencies = {} } = await manifestOf('surety')
    expect(Object.keys(dependencies ?? {}).toSorted()).toEqual([
      '@clack/prompts',
      '@toon-format/toon',
      'tokenx',
    ])
    for (const name of ['bullmq', 'ioredis']) expect(peerDependencies).not.toHaveProperty(name)
    const client = await manifestOf('@surety/client')
    expect(Object.keys(client.peerDependencies ?? {})).toEqual(['bullmq', 'ioredis'])
  })

  test('pins the packages that determine the bytes of answers', async () => {
    const { dependencies } = await manifestOf('surety')
    const { devDependencies } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    ) as Manifest
    const exact = /^\d+\.\d+\.\d+$/
    expect(dependencies?.['@toon-format/toon']).toMatch(exact)
    expect(dependencies?.['tokenx']).toMatch(exact)
    // Bundled into the build.
    expect(devDependencies['yaml']).toMatch(exact)
  })
})

describe('the packed tarballs, installed together in an empty folder', () => {
  // That they export the values of public-api.json: tests/types.test.ts, which imports these very tarballs.
  test('have for every import path the types of the build', async () => {
    for (const path of subpaths.map((each) => declarationsOf(each))) {
      const [, home = '', file = ''] = /^packages\/([^/]+)\/(.+)$/.exec(path) ?? []
      const name = packages[home as keyof typeof packages]
      expect(await readFile(join(folder, 'node_modules', name, file), 'utf8'), path).toBe(
        await readFile(join(root, path), 'utf8'),
      )
    }
  })

  // With the compilers before ours: npm run test:compilers.
  test('have declarations that a compiler without skipLibCheck accepts', () => {
    expect(writeTypeConsumer().flatMap((project) => typeErrorsOfProject(project))).toEqual([])
  })

  test('link one command of each name, and surety starts', async () => {
    const manifests = await Promise.all(packed.map(({ name }) => manifestOf(name)))
    const commands = manifests.flatMap(({ bin = {} }) => Object.keys(bin))
    expect(commands.toSorted()).toEqual([...new Set(commands)].toSorted())
    expect(commands).toContain('surety')
    const { stdout } = await run(join('node_modules', '.bin', 'surety'), ['--version'])
    expect(stdout).toContain((await manifestOf('@surety/cli')).version)
  })

  test('share one error, one table of dialects and one maker of outcomes in a process', async () => {
    const code = `
      import { SuretyError, succeed } from 'surety/contract'
      import * as contract from 'surety/unstable/contract'
      import { addDialect, defineDialect, loadDialect } from 'surety/dialects'
      import * as dialects from 'surety/unstable/dialects'
      import { createClient } from '@surety/client'
      import { checkTool } from '@surety/check'

      const thrown = await checkTool(['node'], { only: ['no-such-check'] }).catch((error) => error)
      addDialect('house', async () => defineDialect({ id: 'house', data: '/data' }))
      const client = createClient({ dialect: 'house' })
      const answer = JSON.stringify(JSON.stringify({ data: { id: 7 } }))
      const { outcome } = await client.run([process.execPath, '--eval', 'console.log(' + answer + ')'])
      console.log(JSON.stringify({
        error: thrown instanceof SuretyError,
        same: contract.SuretyError === SuretyError && contract.succeed === succeed,
        dialect: (await dialects.loadDialect('td')) === (await loadDialect('td')),
        data: outcome.data,
      }))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code])
    expect(JSON.parse(stdout)).toEqual({
      error: true,
      same: true,
      dialect: true,
      data: { id: 7 },
    })
  })

  test.each(['ts', 'js'])(
    'write a new tool in %s that runs, tests and type-checks',
    async (language) => {
      const command = join('node_modules', '.bin', 'surety')
      const { stdout } = await run(command, ['new', 'greet', `--${language}`, '--folder', language])
      const { data } = JSON.parse(stdout) as {
        data: { folder: string; files: string[]; next: string[] }
      }
      await linkPackages(data.folder)
      const manifest = JSON.parse(
        await readFile(join(data.folder, 'package.json'), 'utf8'),
      ) as Manifest
      // npm itself takes as long as all that it starts here: it starts one, the shell the others as npm would.
      const nodeOptions = { cwd: data.folder }
      const npm = (name: string) => x('npm', [name], { nodeOptions, throwOnError: true })
      const script = (name: string, words = '') =>
        x('sh', ['-c', `PATH=node_modules/.bin:$PATH; ${manifest.scripts[name]} ${words}`], {
          nodeOptions,
          throwOnError: true,
        })

      expect(data.next.slice(0, 2)).toEqual([`cd ${language}`, 'npm install'])
      const isTyped = language === 'ts'
      const [tests, start] = await Promise.all([
        isTyped ? npm('test') : script('test'),
        script('start', 'hello Ada'),
      ])
      expect(typeErrorsOfProject(join(data.folder, 'tsconfig.json'))).toEqual([])
      if (isTyped) expect(emitProject(join(data.folder, 'tsconfig.json'))).toEqual([])
      expect(tests.stdout).toMatch(/^(?:# |ℹ )pass 2$/m)
      expect(start.stdout).toContain('"Hello Ada"')
      expect(manifest.scripts['types']).toBe(isTyped ? 'tsc --noEmit' : 'tsc')
      expect(manifest.scripts['build']).toBe(isTyped ? 'tsc' : undefined)
      expect(data.files).toHaveLength(8)
      expect(data.files).toContain('.github/workflows/check.yml')
      const packed = await x('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
        nodeOptions,
      })
      expect(packed.stdout).not.toContain('.test.')
      const ours = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
      const { version } = await manifestOf('surety')
      const { '@surety/cli': own, ...tools } = manifest.devDependencies
      expect(ours.devDependencies).toMatchObject(tools)
      expect([manifest.dependencies?.['surety'], own]).toEqual([`^${version}`, `^${version}`])
      const main = join(data.folder, manifest.bin?.['greet'] ?? '')
      expect((await x(process.execPath, [main, 'hello', 'nobody'])).exitCode).toBe(5)
      const again = await x(command, ['new', 'greet', '--folder', language], {
        nodeOptions: { cwd: folder },
      })
      expect(again.exitCode).not.toBe(0)
      expect(again.stdout).toContain('FOLDER_NOT_EMPTY')
    },
  )
})

/** Does the work of `npm install` in a new tool: the packed packages, and our own tools for the rest. */
async function linkPackages(tool: string): Promise<void> {
  const modules = join(tool, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  for (const name of ['surety', '@surety/cli']) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(folder, 'node_modules', name), join(modules, name))
  }
  const ours = join(root, 'node_modules')
  for (const name of ['typescript', 'tsx', '@types', '.bin/tsc', '.bin/tsx'])
    await symlink(join(ours, name), join(modules, name))
}

function run(command: string, args: readonly string[]) {
  return x(command, [...args], { throwOnError: true, nodeOptions: { cwd: folder } })
}
