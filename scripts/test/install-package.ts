import {
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { join } from 'node:path'

import { x } from 'tinyexec'

import { root, targets } from '../build/targets.mjs'

/** The folder of its own in which tests find the package as a user would have it. */
export const installFolder = join(root, 'build', 'installed')
/** The name by which tests and examples import the package. */
const link = join(root, 'node_modules', 'surety')

/** Packs the build and installs the tarball, unless that was done since; points `surety` there. */
export async function installPackage(): Promise<void> {
  const record = join(installFolder, 'packed-files.json')
  if (!existsSync(record) || statSync(record).mtimeMs < statSync(targets.package.stamp).mtimeMs) {
    rmSync(installFolder, { recursive: true, force: true })
    mkdirSync(installFolder, { recursive: true })
    const { tarball, files } = await pack()
    await install(tarball)
    writeFileSync(record, JSON.stringify(files))
  }
  rmSync(link, { recursive: true, force: true })
  symlinkSync(join(installFolder, 'node_modules', 'surety'), link, 'junction')
}

async function pack(): Promise<Packed> {
  const { stdout } = await x(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', installFolder],
    { throwOnError: true, nodeOptions: { cwd: root } },
  )
  // Some versions of npm print an array, others an object by package name.
  const [report] = Object.values(JSON.parse(stdout) as Record<string, PackReport>)
  if (!report) throw new Error(`npm pack reported nothing: ${stdout}`)
  return { tarball: report.filename, files: report.files.map(({ path }) => path) }
}

/**
 * Installs the tarball with the dependency versions of our own lock. npm finds their contents in the cache
 * that installed this checkout, so that no network is needed.
 */
async function install(tarball: string): Promise<void> {
  const lock = readJson<Lock>('package-lock.json')
  const manifest = readJson<LockEntry>('package.json')
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
  writeFileSync(join(installFolder, 'package.json'), JSON.stringify({ ...consumer, private: true }))
  writeFileSync(
    join(installFolder, 'package-lock.json'),
    JSON.stringify({ ...consumer, lockfileVersion: 3, requires: true, packages }),
  )
  await x('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
    throwOnError: true,
    nodeOptions: { cwd: installFolder },
  })
}
/** A packed project. */
interface Packed {
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

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T
}
