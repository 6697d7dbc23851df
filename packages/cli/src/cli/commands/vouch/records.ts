import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  isSame,
  readRecord,
  recordFile,
  sealOf,
  type Vouched,
} from '@surety/client/unstable/programs'
import { makeFolder } from '@surety/internal/own-folder.ts'

/** Writes a record with its seal. */
export function writeRecord(record: Omit<Vouched, 'seal'>, folder: string): Vouched {
  makeFolder(folder)
  const keyFile = join(folder, 'key')
  if (!existsSync(keyFile))
    writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  const sealed = { ...record, seal: sealOf(record, readFileSync(keyFile, 'utf8')) }
  writeFileSync(recordFile(record.path, folder), `${JSON.stringify(sealed, null, 2)}\n`, {
    mode: 0o600,
  })
  return sealed
}

/** Lists the records, and whether each file is still the one that was vouched for. */
export function listRecords(folder: string) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { path } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Vouched
      const record = readRecord(path, folder)
      return record === undefined ? [] : [{ record, state: stateOf(record) }]
    })
}

function stateOf(record: Vouched): 'same' | 'changed' | 'gone' {
  if (!existsSync(record.path)) return 'gone'
  return isSame(record) ? 'same' : 'changed'
}

/** Removes a record; false if there is none. */
export function forgetRecord(path: string, folder: string): boolean {
  const file = recordFile(path, folder)
  const isThere = existsSync(file)
  rmSync(file, { force: true })
  return isThere
}
