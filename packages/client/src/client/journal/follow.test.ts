import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createClient } from '../index.ts'
import { followJournal } from './follow.ts'

it('begins with the calls from before a rotation, and goes on after the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'follow-'))
  try {
    const client = createClient({ journal: folder, memory: false })
    const current = join(folder, 'journal.ndjson')
    const call = async (word: string) => {
      await client.run([process.execPath, '-p', JSON.stringify(word)])
    }
    await call('one')
    await rename(current, join(folder, 'journal-000000001-00000000.ndjson'))
    await call('two')
    const follow = followJournal(folder)
    const words = async () => (await follow()).map(({ argv }) => argv.at(-1))
    expect(await words()).toEqual(['"one"', '"two"'])
    await call('three')
    await rename(current, join(folder, 'journal-000000002-00000000.ndjson'))
    await call('four')
    expect(await words()).toEqual(['"three"', '"four"'])
    expect(await words()).toEqual([])
    // A file that is damaged takes nothing else with it.
    await writeFile(current, `${await readFile(current, 'utf8')}{"call":`)
    expect(await words()).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
