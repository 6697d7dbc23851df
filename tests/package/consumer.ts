import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { x } from 'tinyexec'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packs the project into a folder; returns the tarball's name and what is inside it. */
export async function packInto(folder: string): Promise<Packed> {
  const { stdout } = await x(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { throwOnError: true, nodeOptions: { cwd: root } },
  )
  // Some versions of npm print an array, others an object by package name.
  const [report] = Object.values(JSON.parse(stdout) as Record<string, PackReport>)
  if (!report) throw new Error(`npm pack reported nothing: ${stdout}`)
  return { tarball: report.filename, files: report.files.map(({ path }) => path) }
}

/**
 * Installs the tarball in a folder with the dependency versions of our own lock. npm finds their
 * contents in the cache that installed this checkout, so that no network is needed.
 */
export async function installIn(folder: string, tarball: string): Promise<void> {
  const lock = await readJson<Lock>('package-lock.json')
  const manifest = await readJson<LockEntry>('package.json')
  const { stdout: registry } = await x('npm', ['config', 'get', 'registry'])
  const consumer = { name: 'empty', version: '1.0.0', dependencies: { surety: `file:${tarball}` } }
  const packages: Record<string, LockEntry> = {
    '': consumer,
    'node_modules/surety': { ...declarationOf(manifest), resolved: `file:${tarball}` },
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.dev === true || entry.devOptional === true) continue
    packages[path] = { ...entry, resolved: addressOf(registry.trim(), path, entry.version) }
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...consumer, private: true }))
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...consumer, lockfileVersion: 3, requires: true, packages }),
  )
  await x('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
    throwOnError: true,
    nodeOptions: { cwd: folder },
  })
}

/** A packed project. */
export interface Packed {
  readonly tarball: string
  readonly files: readonly string[]
}

interface PackReport {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

interface LockEntry {
  readonly version: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly [member: string]: unknown
}

function declarationOf(manifest: LockEntry): LockEntry {
  const { version, dependencies, peerDependencies, peerDependenciesMeta, bin, engines } = manifest
  return { version, dependencies, peerDependencies, peerDependenciesMeta, bin, engines }
}

function addressOf(registry: string, path: string, version: string): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const file = `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`
  return `${registry.replace(/\/$/, '')}/${name}/-/${file}`
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(root, path), 'utf8')) as T
}
