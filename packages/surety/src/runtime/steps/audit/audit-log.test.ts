import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { tryLock } from '@surety/internal/process/file-lock.ts'
import { runCli } from '../../../testing/index.ts'
import { defineCli } from '../../index.ts'
import { appendEntry } from './audit-log.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Makes an audit log that is too large, beside an older one. */
function largeLog(): { readonly folder: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  folders.push(folder)
  const path = join(folder, 'audit.jsonl')
  writeFileSync(path, 'first\n')
  truncateSync(path, 10 * 1024 * 1024 + 1)
  writeFileSync(`${path}.1`, 'older\n')
  return { folder, path }
}

it('starts a new file when the log is too large, and keeps the old ones', () => {
  const { folder, path } = largeLog()
  appendEntry(path, { command: 'one' })
  appendEntry(path, { command: 'two' })
  expect(readFileSync(path, 'utf8')).toBe('{"command":"one"}\n{"command":"two"}\n')
  expect(readFileSync(`${path}.2`, 'utf8')).toBe('older\n')
  expect(readdirSync(folder)).toEqual(['audit.jsonl', 'audit.jsonl.1', 'audit.jsonl.2'])
})

it('appends to the large file while another process renames', () => {
  const { folder, path } = largeLog()
  const lock = tryLock(`${path}.lock`)
  appendEntry(path, { command: 'one' })
  if (lock.kind === 'taken') lock.release()
  expect(readFileSync(path, 'utf8').endsWith('{"command":"one"}\n')).toBe(true)
  expect(readdirSync(folder)).toEqual(['audit.jsonl', 'audit.jsonl.1'])
})

it('cuts the largest values of an entry that is too long', () => {
  const { path } = largeLog()
  appendEntry(path, { args: { short: 'kept', long: 'x'.repeat(20_000) } })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    args: { short: 'kept', long: '[TRUNCATED]' },
    truncated: true,
  })
})

it('refuses limits that are no counts', async () => {
  const cli = defineCli({ name: 'acme', auditLog: { files: -1 }, run: () => ({}) })
  const { outcome } = await runCli(cli, [], { unchecked: true })
  expect(outcome.error?.message).toContain('auditLog.files must not be less than 0')
})
