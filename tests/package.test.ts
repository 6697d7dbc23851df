import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { x } from 'tinyexec'
import { afterAll, describe, expect, test } from 'vitest'

import { emitProject, typeErrorsOfProject } from './docs/typescript.ts'
import { root } from '../scripts/build/targets.mjs'
import { installFolder as folder } from '../scripts/test/install-package.ts'
import { writeTypeConsumer } from '../scripts/test/type-consumer.ts'
import { declarationsOf, subpaths } from './package/public-names.ts'

const packedFiles = JSON.parse(
  await readFile(join(folder, 'packed-files.json'), 'utf8'),
) as readonly string[]

afterAll(async () => {
  for (const tool of ['ts', 'js', 'consumer'])
    await rm(join(folder, tool), { recursive: true, force: true, maxRetries: 5 })
})

describe('the packed tarball, installed in an empty folder', () => {
  test('ships the build, the schemas, the fixtures and the papers, no sources or tests', () => {
    const allowed =
      /^(dist|schemas|fixtures|descriptions|templates|plugin|docs)\/|^(package\.json|LICENSE|(README|CHANGELOG|AGENTS|CONTRIBUTING|SECURITY)\.md)$/
    expect(packedFiles.filter((path) => !allowed.test(path))).toEqual([])
    expect(packedFiles).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md']))
    expect(packedFiles.filter((path) => /\.test(-d)?\.|\.tsbuildinfo$/.test(path))).toEqual([])
  })

  // That it exports the values of public-api.json: tests/types.test.ts, which imports this very tarball.
  test('has for every subpath the types of the build', async () => {
    const declarations = packedFiles.filter((path) => path.endsWith('.d.ts'))
    expect(declarations).toEqual(
      expect.arrayContaining(subpaths.map((path) => declarationsOf(path).slice(2))),
    )
    for (const path of declarations)
      expect(await readFile(join(folder, 'node_modules/surety', path), 'utf8'), path).toBe(
        await readFile(join(root, path), 'utf8'),
      )
  })

  // With the compilers before and after ours: npm run test:compilers.
  test('has declarations that a compiler without skipLibCheck accepts', () => {
    expect(writeTypeConsumer().flatMap((project) => typeErrorsOfProject(project))).toEqual([])
  })

  test('pins the packages that determine the bytes of answers', async () => {
    const packed = JSON.parse(
      await readFile(join(folder, 'node_modules/surety/package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
    const exact = /^\d+\.\d+\.\d+$/
    expect(packed.dependencies['@toon-format/toon']).toMatch(exact)
    expect(packed.dependencies['tokenx']).toMatch(exact)
    // Bundled into the build.
    expect(packed.devDependencies['yaml']).toMatch(exact)
  })

  test('links the command, which starts', async () => {
    const { exitCode } = await run(join('node_modules', '.bin', 'surety'), ['--version'])
    expect(exitCode).toBe(0)
  })

  test.each(['ts', 'js'])(
    'writes a new tool in %s that runs, tests and type-checks',
    async (language) => {
      const surety = join('node_modules', '.bin', 'surety')
      const { stdout } = await run(surety, ['new', 'greet', `--${language}`, '--folder', language])
      const { data } = JSON.parse(stdout) as { data: { folder: string; next: string[] } }
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
      if (isTyped) expect(emitProject(join(data.folder, 'tsconfig.build.json'))).toEqual([])
      expect(tests.stdout).toMatch(/^(?:# |ℹ )pass 2$/m)
      expect(start.stdout).toContain('"Hello Ada"')
      expect(manifest.scripts['types']).toBe('tsc')
      expect(manifest.scripts['build']).toBe(isTyped ? 'tsc -p tsconfig.build.json' : undefined)
      const ours = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
      expect(ours.devDependencies).toMatchObject(manifest.devDependencies)
      expect(manifest.dependencies['surety']).toBe(`^${ours.version}`)
      const main = join(data.folder, manifest.bin['greet'] ?? '')
      expect((await x(process.execPath, [main, 'hello', 'nobody'])).exitCode).toBe(5)
      const again = await x(surety, ['new', 'greet', '--folder', language], {
        nodeOptions: { cwd: folder },
      })
      expect(again.exitCode).not.toBe(0)
      expect(again.stdout).toContain('FOLDER_NOT_EMPTY')
    },
  )
})

interface Manifest {
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** Does the work of `npm install` in a new tool: the packed surety, and our own tools for the rest. */
async function linkPackages(tool: string): Promise<void> {
  const modules = join(tool, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  await symlink(join(folder, 'node_modules', 'surety'), join(modules, 'surety'))
  const ours = join(root, 'node_modules')
  for (const name of ['typescript', 'tsx', '@types', '.bin/tsc', '.bin/tsx'])
    await symlink(join(ours, name), join(modules, name))
}

function run(command: string, args: readonly string[]) {
  return x(command, [...args], { throwOnError: true, nodeOptions: { cwd: folder } })
}
