import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { SuretyError } from 'surety/unstable/contract'

/** A file that may be a transcript. */
export interface FoundFile {
  readonly path: string
  readonly changed: Date
  /** Whether somebody named it, so that it has to be one. */
  readonly isNamed: boolean
}

const NAMES = /\.(?:jsonl|ndjson|txt|log)$/i

/** Finds files under names, those of a folder by name; links inside of folders are not followed. */
export async function* findFiles(names: readonly string[]): AsyncGenerator<FoundFile> {
  for (const path of names) {
    const about = await stat(path).catch(() => undefined)
    if (about?.isFile()) yield { path, changed: about.mtime, isNamed: true }
    else if (about?.isDirectory()) yield* filesIn(path)
    else
      throw new SuretyError(
        'TRANSCRIPT_NOT_FOUND',
        'NOT_FOUND',
        `${path} is neither a file nor a folder that can be read.`,
        { target: path },
      )
  }
}

async function* filesIn(folder: string): AsyncGenerator<FoundFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    if (!entry.isFile() || !NAMES.test(entry.name)) continue
    const about = await stat(path).catch(() => undefined)
    if (about !== undefined) yield { path, changed: about.mtime, isNamed: false }
  }
}
