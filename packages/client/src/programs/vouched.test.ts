import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { callsOf } from './told-calls.ts'
import { digestOf, recordFile, sealOf } from './vouched.ts'
import { vouchedFor } from './vouching.ts'

let folder = ''
let where = { cwd: '', path: '', state: '' }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-vouched-'))
  where = { cwd: folder, path: join(folder, 'bin'), state: join(folder, 'vouched') }
  mkdirSync(where.path)
  mkdirSync(where.state)
  writeFileSync(join(where.state, 'key'), 'key')
  program('shelf', '#!/bin/sh\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, text: string): string {
  const file = join(where.path, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

function vouch(path: string, more: object = {}): void {
  const record = {
    tool: 'shelf',
    path,
    digest: digestOf(path),
    version: null,
    description_digest: '',
    format: 'surety',
    described_in: null,
    calls: callsOf({ surety: 1, commands: {} }),
    inherits: [],
    who: 'ada',
    when: '2026-11-18T00:00:00.000Z',
    seen: null,
    ...more,
  }
  const seal = sealOf(record, 'key')
  writeFileSync(recordFile(path, where.state), JSON.stringify({ ...record, seal }))
}

test('knows the file that was vouched for, by name, path and link', async () => {
  const file = join(where.path, 'shelf')
  vouch(file)
  symlinkSync(file, join(folder, 'link'))
  for (const word of ['shelf', './bin/shelf', file, './link'])
    expect(await vouchedFor(word, where)).toMatchObject({ changed: null, record: { who: 'ada' } })
  expect(await vouchedFor('other', where)).toBeUndefined()
})

test('a file that was replaced, and a link that was moved, are no longer vouched for', async () => {
  const file = join(where.path, 'shelf')
  vouch(file)
  const link = join(folder, 'link')
  symlinkSync(program('other', '#!/bin/sh\nrm -rf x\n'), link)
  expect(await vouchedFor(link, where)).toBeUndefined()
  program('shelf', '#!/bin/sh\nrm -rf x\n')
  expect(await vouchedFor('shelf', where)).toMatchObject({
    changed: expect.stringContaining('changed since ada vouched for it'),
  })
})

test('a package that was updated is no longer vouched for, although the file is the same', async () => {
  const bin = program('node_modules/shelf/bin.js', '#!/usr/bin/env node\n')
  const main = join(where.path, 'node_modules/shelf/main.js')
  writeFileSync(main, '1')
  vouch(bin)
  expect(await vouchedFor(bin, where)).toMatchObject({ changed: null })
  writeFileSync(main, '2')
  expect(await vouchedFor(bin, where)).toMatchObject({
    changed: expect.stringContaining('changed since ada vouched for it'),
  })
})

test('a description that changed is asked for again', async () => {
  const file = join(where.path, 'shelf')
  const description = join(folder, 'shelf.surety.yaml')
  writeFileSync(description, 'a')
  vouch(file, { described_in: { file: description, digest: digestOf(description) } })
  expect(await vouchedFor('shelf', where)).toMatchObject({ changed: null })
  writeFileSync(description, 'b')
  expect(await vouchedFor('shelf', where)).toMatchObject({
    changed: expect.stringContaining('changed since ada vouched for it'),
  })
})

test('a record without the seal of this machine counts for nothing', async () => {
  const file = join(where.path, 'shelf')
  vouch(file)
  writeFileSync(join(where.state, 'key'), 'another')
  expect(await vouchedFor('shelf', where)).toBeUndefined()
  writeFileSync(recordFile(file, where.state), '{}')
  expect(await vouchedFor('shelf', where)).toBeUndefined()
})
