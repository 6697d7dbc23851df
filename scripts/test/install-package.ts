import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { x } from 'tinyexec'

import { packages, root, targets } from '../build/targets.mjs'

/** The folder of its own in which tests find the packages together, as a user would have them. */
export const installFolder = join(root, 'build', 'installed')
/** What the tarballs hold. */
const record = join(installFolder, 'packed-files.json')
const names = Object.values(packages)

/** A packed package. */
export interface Packed {
  readonly name: string
  /** The tarball in the folder of installed packages. */
  readonly tarball: string
  readonly files: readonly string[]
  /** Of all files, unpacked. */
  readonly bytes: number
}

/** Packs the builds and installs the tarballs, unless that was done since; has their names lead there. */
export async function installPackage(): Promise<void> {
  const builtAt = Math.max(...targets.packages.map(({ stamp }) => statSync(stamp).mtimeMs))
  if (!existsSync(record) || statSync(record).mtimeMs < builtAt) {
    rmSync(installFolder, { recursive: true, force: true })
    mkdirSync(installFolder, { recursive: true })
    const packed = await pack()
    await installTogether(installFolder, packed)
    writeFileSync(record, JSON.stringify(packed))
  }
  for (const name of names) {
    const link = join(root, 'node_modules', name)
    rmSync(link, { recursive: true, force: true })
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(installFolder, 'node_modules', name), link, 'junction')
  }
}

/** Tells what was packed last. */
export function readPacked(): readonly Packed[] {
  return JSON.parse(readFileSync(record, 'utf8')) as readonly Packed[]
}

/** Packs the packages if they changed, and tells how large each is. */
export async function packedSizes() {
  await installPackage()
  return readPacked().map(({ name, files, bytes }) => ({ name, files: files.length, bytes }))
}

async function pack(): Promise<readonly Packed[]> {
  const workspaces = names.flatMap((name) => ['-w', name])
  const { stdout } = await x(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', installFolder, ...workspaces],
    { throwOnError: true, nodeOptions: { cwd: root } },
  )
  // Some versions of npm print an array, others an object by package name.
  const reports = Object.values(JSON.parse(stdout) as Record<string, PackReport>)
  return names.map((name) => {
    const report = reports.find((each) => each.name === name)
    if (!report) throw new Error(`npm pack reported nothing of ${name}: ${stdout}`)
    const { filename, files, unpackedSize } = report
    // Some versions of npm name the file as the package, with its scope.
    const tarball = filename.replace('@', '').replace('/', '-')
    return { name, tarball, files: files.map(({ path }) => path), bytes: unpackedSize }
  })
}

/**
 * Installs tarballs in a folder with the dependency versions of our own lock. npm finds their contents in the cache
 * that installed this checkout, so that no network is needed.
 */
export async function installTogether(folder: string, packed: readonly Packed[]): Promise<void> {
  const lock = readJson<Lock>('package-lock.json')
  const { stdout: registry } = await x('npm', ['config', 'get', 'registry'])
  const files = packed.map(({ name, tarball }) => [name, `file:${join(installFolder, tarball)}`])
  const dependencies = Object.fromEntries(files) as Readonly<Record<string, string>>
  const consumer = { name: 'empty', version: '1.0.0', dependencies }
  const locked: Record<string, LockEntry> = { '': consumer }
  const wanted = new Set<string>()
  for (const { name } of packed) {
    const [home] = Object.entries(packages).find(([, each]) => each === name)!
    const manifest = readJson<LockEntry>(`packages/${home}/package.json`)
    locked[`node_modules/${name}`] = { ...declarationOf(manifest), resolved: dependencies[name] }
    for (const each of Object.keys(manifest.dependencies ?? {})) wanted.add(each)
  }
  // A set grows while it is walked: what a package needs is looked at after it.
  for (const name of wanted) {
    const path = `node_modules/${name}`
    const entry = lock.packages[path]
    if (locked[path] || !entry || entry.link === true) continue
    locked[path] = { ...entry, resolved: addressOf(registry.trim(), path, entry.version) }
    for (const each of Object.keys(entry.dependencies ?? {})) wanted.add(each)
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...consumer, private: true }))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...consumer, lockfileVersion: 3, requires: true, packages: locked }),
  )
  await x('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
    throwOnError: true,
    nodeOptions: { cwd: folder },
  })
}

interface PackReport {
  readonly name: string
  readonly filename: string
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

interface LockEntry {
  readonly version: string
  readonly resolved?: string | undefined
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>> | undefined
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
