import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { JsonValue } from '../../../contract/index.ts'
import { writeFileAtomically } from '../../../internal/atomic-file.ts'

/** Answers that are kept at most; older ones go first. */
const MAX_KEPT = 8
const NAME = /^[\da-f-]{36}\.json$/

/** Keeps the whole of an answer that had to be cut; tells whether it could. */
export async function keepAnswer(folder: string, call: string, data: JsonValue): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomically(fileOf(folder, call), JSON.stringify(data))
    await dropOld(folder)
    return true
  } catch {
    // A disk that is full must not take the answer away that is there; the caller says what is missing.
    return false
  }
}

/** Reads a kept answer; undefined when there is none of that call. */
export async function readAnswer(folder: string, call: string): Promise<JsonValue | undefined> {
  if (!NAME.test(`${call}.json`)) return undefined
  try {
    return JSON.parse(await readFile(fileOf(folder, call), 'utf8')) as JsonValue
  } catch {
    // Gone, or not ours: to the caller both mean that it has to be asked for again.
    return undefined
  }
}

function fileOf(folder: string, call: string): string {
  return join(folder, `${call}.json`)
}

async function dropOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name))
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 }
    }),
  )
  const old = dated.toSorted((one, other) => other.time - one.time).slice(MAX_KEPT)
  for (const { path } of old) await rm(path, { force: true })
}
