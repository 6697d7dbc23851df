import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { x } from 'tinyexec'

import { listTools, packages, toolPath } from '../../scripts/build/targets.mjs'
import { root } from './pages.ts'

/** What a user who follows a page would have installed. */
const installed = [
  'zod',
  'valibot',
  'commander',
  'yargs',
  '@oclif/core',
  '@types/yargs',
  'cac',
  'citty',
  'esbuild',
  'vitest',
  'fast-check',
  '@types/node',
  'typescript',
]

/** A folder that looks like a user's project, with `surety`, the examples and `tsx` on its PATH. */
export interface Sandbox {
  readonly folder: string
  pathOf(page: string, name: string): string
  write(page: string, name: string, text: string): Promise<void>
  run(page: string, command: string, args: readonly string[]): Promise<Ran>
  remove(): Promise<void>
}

/** What a command printed, streams apart and as a terminal would show them. */
export interface Ran {
  readonly stdout: string
  readonly shown: string
  readonly exitCode: number | undefined
}

/** Creates the folder; each page gets one of its own inside it. */
export async function createSandbox(): Promise<Sandbox> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'surety-docs-')))
  const bin = join(folder, 'bin')
  for (const name of [...Object.values(packages), ...installed]) {
    await link(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  // Ends the search for a tsconfig here: examples see the built package, as a user does.
  await writeFile(join(folder, 'tsconfig.json'), '{}\n')
  await addCommand(
    bin,
    'surety',
    join(root, 'node_modules', '@surety', 'cli', 'dist', 'cli', 'surety.cjs'),
  )
  for (const [name, script] of toolCommands()) await addCommand(bin, name, script)
  await addCommand(bin, 'tsx', join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'))

  const pathOf = (page: string, name: string) =>
    join(folder, page.replaceAll(/[^\w-]+/g, '_'), name)
  return {
    folder,
    pathOf,
    async write(page, name, text) {
      const path = pathOf(page, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    },
    async run(page, command, args) {
      const cwd = pathOf(page, '.')
      await mkdir(cwd, { recursive: true })
      const path = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter)
      const child = x(command, [...args], {
        timeout: 50_000,
        nodePath: false,
        nodeOptions: { cwd, env: environment(folder, path), stdio: ['ignore', 'pipe', 'pipe'] },
      })
      let shown = ''
      child.process?.stdout?.on('data', (chunk: Buffer) => (shown += chunk.toString()))
      child.process?.stderr?.on('data', (chunk: Buffer) => (shown += chunk.toString()))
      const { stdout, exitCode } = await child
      return { stdout, shown, exitCode }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Clears what the surroundings (CI, NO_COLOR, ...) would change; undefined removes a variable. */
function environment(home: string, path: string): Record<string, string | undefined> {
  const cleared = Object.keys(process.env).map((name) => [name, undefined] as const)
  return {
    ...Object.fromEntries(cleared),
    PATH: path,
    HOME: home,
    TMPDIR: tmpdir(),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TZ: 'UTC',
  }
}

/** The built tools by name, each with what starts it. */
function toolCommands(): readonly (readonly [name: string, script: string])[] {
  return listTools().map(({ name }) => [name, join(root, toolPath(name))] as const)
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path, 'junction')
}

async function addCommand(bin: string, name: string, script: string): Promise<void> {
  await mkdir(bin, { recursive: true })
  const file = join(bin, name)
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`)
  await chmod(file, 0o755)
}
