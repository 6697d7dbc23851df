import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createClient } from '../../packages/client/src/client/client.ts'
import { createJournal } from '../../packages/client/src/client/journal/journal.ts'
import { callsOf } from '../../packages/client/src/programs/index.ts'
import { digestOf, recordFile, sealOf } from '../../packages/client/src/programs/vouched.ts'
import { measureJournal } from './journal-reach.ts'

let folder = ''
const state = process.env['SURETY_STATE_DIR']
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-journal-reach-')))
  process.env['SURETY_STATE_DIR'] = join(folder, 'state')
})
afterEach(() => {
  if (state === undefined) delete process.env['SURETY_STATE_DIR']
  else process.env['SURETY_STATE_DIR'] = state
  rmSync(folder, { recursive: true })
})

it('counts the known reads of a journal, and those of a tool from the moment that a person vouches for it', async () => {
  const [bin, cwd, journal] = ['bin', 'project', 'journal'].map((name) => join(folder, name))
  mkdirSync(bin!)
  mkdirSync(cwd!)
  const shelf = join(bin!, 'shelf')
  writeFileSync(shelf, '#!/bin/sh\n')
  chmodSync(shelf, 0o755)
  const path = `${bin}:${process.env['PATH']}`
  const client = createClient({ journal: createJournal(journal!), cwd: cwd!, env: { PATH: path } })
  for (const argv of [
    ['ls'],
    ['touch', 'a'],
    ['shelf', 'list'],
    ['shelf', 'list'],
    ['shelf', 'drop'],
  ])
    await client.run(argv)

  const where = { cwd: cwd!, path }
  expect(await measureJournal(journal!, where)).toEqual({
    calls: 5,
    reached: 1,
    unknown: [['shelf', 3]],
  })
  vouchFor(shelf)
  expect(await measureJournal(journal!, where)).toEqual({ calls: 5, reached: 3, unknown: [] })
})

function vouchFor(path: string): void {
  const vouched = join(folder, 'state', 'vouched')
  mkdirSync(vouched, { recursive: true })
  writeFileSync(join(vouched, 'key'), 'key')
  const commands = { list: { danger: 'safe' as const }, drop: { danger: 'destructive' as const } }
  const record = {
    tool: 'shelf',
    path,
    digest: digestOf(path),
    version: null,
    description_digest: '',
    format: 'surety',
    described_in: null,
    calls: callsOf({ surety: 1, commands }),
    inherits: [],
    who: 'ada',
    when: '2026-11-18T00:00:00.000Z',
    seen: null,
  }
  writeFileSync(
    recordFile(path, vouched),
    JSON.stringify({ ...record, seal: sealOf(record, 'key') }),
  )
}
