import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { acme, folder } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  it('REQ-F-053/9: has no heartbeat before it that nobody asked for', async () => {
    const { stdout } = await newest(['rows'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('standard output', () => {
  it('REQ-F-053/1,5,6: gets each row when it is made', async () => {
    const arrived: string[] = []
    const place = folder()
    const { code } = await acme(['rows', '--format', 'jsonl'], {
      // A row is made after the one before it has arrived.
      env: { SEEN: place },
      onStart: (child) =>
        void child.stdout.on('data', (chunk: Buffer) => {
          for (const line of chunk.toString().trimEnd().split('\n'))
            if (line.includes('"row"')) writeFileSync(join(place, `${arrived.push(line) - 1}`), '')
        }),
    })
    expect([code, arrived.length]).toEqual([0, 3])
  })
})
