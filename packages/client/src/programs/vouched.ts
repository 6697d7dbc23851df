import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { programFile } from '@surety/internal/process/program-file.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import type { KnownCalls } from 'surety/unstable/description'

/** What a person vouched for: that a file does what its description says. */
export interface Vouched {
  readonly tool: string
  /** The file, without links. */
  readonly path: string
  /** SHA-256 of the file, and of the package that it belongs to. */
  readonly digest: string
  readonly version: string | null
  /** SHA-256 of the description, and where it came from. */
  readonly description_digest: string
  readonly format: string
  /** The file that it came from, whose change is a change of it; null if the program printed it. */
  readonly described_in: { readonly file: string; readonly digest: string } | null
  readonly calls: KnownCalls
  readonly inherits: readonly string[]
  readonly who: string
  readonly when: string
  /** Which commands were seen to only read, and how they were watched. */
  readonly seen: string | null
  /** Shows that the record is as it was written: no identity. */
  readonly seal: string
}

/** Where a program is looked for. */
export interface Where {
  readonly cwd: string
  readonly path: string
  /** The folder of the records; default by the environment. */
  readonly state?: string
}

/** Most calls need none of it. */
const loadCrypto = () => process.getBuiltinModule('node:crypto')

/** Finds the file of a program, without links; undefined if there is none. */
export function fileOf(program: string, where: Where): string | undefined {
  const file = programFile(program, where)
  return file === undefined ? undefined : realpathSync.native(file)
}

/** The record of a file: one for each path. */
export function recordFile(path: string, folder: string): string {
  return join(folder, `${sha256(path).slice(0, 32)}.json`)
}

/** A package with more files than this is held by its file and its package.json alone. */
const MAX_FILES = 5000

/** Digests a file; one of an installed package with all files of that package. */
export function digestOf(file: string): string {
  const [home] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/.][^/]*(?=\/)/.exec(file) ?? []
  if (home === undefined) return sha256(readFileSync(file))
  const inside = (readdirSync(home, { recursive: true, withFileTypes: true }) as Entry[])
    .filter(
      (entry) =>
        entry.isFile() &&
        !`${entry.parentPath ?? entry.path}/`.slice(home.length).includes('/node_modules/'),
    )
    .map((entry) => join((entry.parentPath ?? entry.path)!, entry.name))
    .toSorted()
  const all = inside.length > MAX_FILES ? [file, join(home, 'package.json')] : inside
  return sha256(
    all.map((each) => `${each.slice(home.length)} ${sha256(readFileSync(each))}`).join('\n'),
  )
}

interface Entry {
  readonly name: string
  readonly parentPath?: string
  readonly path?: string
  readonly isFile: () => boolean
}

/** Seals a record with a key that only the person's own files have. */
export function sealOf(record: Omit<Vouched, 'seal'>, key: string): string {
  const members = Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify(members)
  return loadCrypto().createHmac('sha256', key).update(text).digest('hex')
}

/** Reads the record of a file; undefined if there is none, or if somebody else wrote it. */
export function readRecord(path: string, folder: string): Vouched | undefined {
  const file = recordFile(path, folder)
  if (!existsSync(file)) return undefined
  try {
    const { seal, ...record } = JSON.parse(readFileSync(file, 'utf8')) as Vouched
    const key = readFileSync(join(folder, 'key'), 'utf8')
    const isOurs = sealOf(record, key) === seal && record.path === path
    return isOurs ? { ...record, seal } : undefined
  } catch {
    // A damaged record, or no key: nobody vouched.
    return undefined
  }
}

/** Finds the record of a program, with a sentence if it changed since then; undefined if nobody vouched for it. */
export function recordOf(
  program: string,
  where: Where,
  folder: string,
): { readonly record: Vouched; readonly changed: string | null } | undefined {
  const path = fileOf(program, where)
  const record = path === undefined ? undefined : readRecord(path, folder)
  if (record === undefined) return undefined
  const { who, when } = record
  const told = `${path} changed since ${who} vouched for it on ${when.slice(0, 10)}. A person decides again: surety vouch ${path}`
  return { record, changed: isSame(record) ? null : told }
}

/** Tests whether the file and the file that describes it are those that a person looked at. */
export function isSame({ path, digest, described_in: described }: Vouched): boolean {
  if (!existsSync(path) || digestOf(path) !== digest) return false
  if (described === null) return true
  return existsSync(described.file) && sha256(readFileSync(described.file)) === described.digest
}
