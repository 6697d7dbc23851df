import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that may be a transcript. */
export interface FoundFile {
  readonly path: string
  readonly bytes: number
  readonly changed: Date
  /** Whether somebody named it, so that it has to be one. */
  readonly isNamed: boolean
}

/** What transcripts are called; files of folders with other names are passed over. */
const NAMES = /\.(?:jsonl|ndjson|json|traj|log|txt)$/i
/** Folders that hold no transcripts and very many files. */
const PASSED = /^(?:node_modules|\.git)$/
const MAX_DEPTH = 32

/** Finds files under names, those of a folder by name; links inside of folders are not followed. */
export async function* findFiles(names: readonly string[]): AsyncGenerator<FoundFile> {
  for (const name of names) {
    const about = await stat(name)
    if (about === undefined) throw new MissingFile(name)
    if (about.isDirectory()) yield* filesIn(name, 0)
    else if (about.isFile()) yield found(name, about, true)
    else throw new MissingFile(name)
  }
}

/** A name that somebody gave is no file and no folder. */
export class MissingFile extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} is neither a file nor a folder that can be read.`)
    this.path = path
  }
}

async function* filesIn(folder: string, depth: number): AsyncGenerator<FoundFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH && !PASSED.test(entry.name))
      yield* filesIn(path, depth + 1)
    if (!entry.isFile() || !NAMES.test(entry.name)) continue
    const about = await lstat(path).catch(() => undefined)
    if (about !== undefined) yield found(path, about, false)
  }
}

async function stat(name: string) {
  const { stat: follow } = await import('node:fs/promises')
  return follow(name).catch(() => undefined)
}

function found(
  path: string,
  { size, mtime }: { readonly size: number; readonly mtime: Date },
  isNamed: boolean,
): FoundFile {
  return { path, bytes: size, changed: mtime, isNamed }
}
