import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { JsonValue } from '../../../../contract/index.ts'
import { writeFileAtomically } from '../../../../internal/atomic-file.ts'
import { dropOldFiles } from '../../../drop-old-files.ts'

/** The oldest answers are deleted when there are more. */
const MAX_KEPT = 8
const NAME = /^[\da-f-]{36}\.json$/

/** Saves a full answer; returns false if that failed. */
export async function keepAnswer(folder: string, call: string, data: JsonValue): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomically(fileOf(folder, call), JSON.stringify(data))
    await dropOldFiles(folder, NAME, MAX_KEPT)
    return true
  } catch {
    // The caller still has the cut answer, and reports that the rest was not saved.
    return false
  }
}

/** Reads the saved answer of a call; undefined if there is none. */
export async function readAnswer(folder: string, call: string): Promise<JsonValue | undefined> {
  if (!NAME.test(`${call}.json`)) return undefined
  try {
    return JSON.parse(await readFile(fileOf(folder, call), 'utf8')) as JsonValue
  } catch {
    // Missing and unreadable are the same to the caller: the answer is not available.
    return undefined
  }
}

function fileOf(folder: string, call: string): string {
  return join(folder, `${call}.json`)
}
