import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { callsOf } from './told-calls.ts'
import { digestOf, recordFile, sealOf, vouchedFor } from './vouched.ts'

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

test('knows the file that was vouched for, by name, path and link', () => {
  const file = join(where.path, 'shelf')
  vouch(file)
  symlinkSync(file, join(folder, 'link'))
  for (const word of ['shelf', './bin/shelf', file, './link'])
    expect(vouchedFor(word, where)).toMatchObject({ isSame: true, record: { who: 'ada' } })
  expect(vouchedFor('other', where)).toBeUndefined()
})

test('a file that was replaced, and a link that was moved, are no longer vouched for', () => {
  const file = join(where.path, 'shelf')
  vouch(file)
  const link = join(folder, 'link')
  symlinkSync(program('other', '#!/bin/sh\nrm -rf x\n'), link)
  expect(vouchedFor(link, where)).toBeUndefined()
  program('shelf', '#!/bin/sh\nrm -rf x\n')
  expect(vouchedFor('shelf', where)).toMatchObject({ isSame: false })
})

test('a package that was updated is no longer vouched for, although the file is the same', () => {
  const bin = program('node_modules/shelf/bin.js', '#!/usr/bin/env node\n')
  const main = join(where.path, 'node_modules/shelf/main.js')
  writeFileSync(main, '1')
  vouch(bin)
  expect(vouchedFor(bin, where)).toMatchObject({ isSame: true })
  writeFileSync(main, '2')
  expect(vouchedFor(bin, where)).toMatchObject({ isSame: false })
})

test('a description that changed is asked for again', () => {
  const file = join(where.path, 'shelf')
  const description = join(folder, 'shelf.surety.yaml')
  writeFileSync(description, 'a')
  vouch(file, { described_in: { file: description, digest: digestOf(description) } })
  expect(vouchedFor('shelf', where)).toMatchObject({ isSame: true })
  writeFileSync(description, 'b')
  expect(vouchedFor('shelf', where)).toMatchObject({ isSame: false })
})

test('a record without the seal of this machine counts for nothing', () => {
  const file = join(where.path, 'shelf')
  vouch(file)
  writeFileSync(join(where.state, 'key'), 'another')
  expect(vouchedFor('shelf', where)).toBeUndefined()
  writeFileSync(recordFile(file, where.state), '{}')
  expect(vouchedFor('shelf', where)).toBeUndefined()
})
