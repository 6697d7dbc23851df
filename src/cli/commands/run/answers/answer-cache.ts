import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { RunOptions } from '../../../../client/index.ts'
import { isJsonObject, succeed } from '../../../../contract/index.ts'
import { writeFileAtomically } from '../../../../internal/atomic-file.ts'
import { dropOldFiles } from '../../../drop-old-files.ts'
import { sha256 } from '../../../../internal/sha256.ts'

/** The oldest answers are deleted when there are more. */
const MAX_CACHED = 100
const MAX_BYTES = 8 * 1024 * 1024
const NAME = /^[\da-f]{64}\.json$/

/** Keeps answers with an etag in a folder, by command, so that "not modified" can be answered. */
export function fileCache(folder: string): NonNullable<RunOptions['cache']> {
  const fileOf = (id: string) => join(folder, `${id}.json`)
  return {
    async get(key) {
      const id = idOf(key)
      const text = await readFile(fileOf(id), 'utf8').catch(() => undefined)
      const value: unknown = text === undefined ? undefined : parsed(text)
      if (!isJsonObject(value)) return undefined
      const { id: of, etag, data, meta } = value
      // The id is compared as well: a file can be copied.
      if (of !== id || typeof etag !== 'string' || data === undefined || !isJsonObject(meta)) {
        return undefined
      }
      return { etag, outcome: succeed({ data, meta }) }
    },
    async set(key, { etag, outcome }) {
      const id = idOf(key)
      const text = JSON.stringify({ id, etag, data: outcome.data, meta: outcome.meta })
      if (text.length > MAX_BYTES) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomically(fileOf(id), text)
      await dropOldFiles(folder, NAME, MAX_CACHED)
    },
  }
}

/** The key is a command line, which may hold secrets, so only its digest is stored. */
function idOf(key: string): string {
  return sha256(key)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A damaged file is no answer; the next answer replaces it.
    return undefined
  }
}
