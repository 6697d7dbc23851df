import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

describe('handlers', () => {
  it('are awaited with their writes and their cleanup', async () => {
    const file = join(folder(), 'file')
    expect((await framework(['writes', file])).warnings).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe('written cleaned')
  })

  it('that end the process have a defect, and lose nothing that they write', async () => {
    const file = join(folder(), 'file')
    expect(await framework(['quits', file])).toMatchObject({
      code: 1,
      error: { code: 'INTERNAL_ERROR', detail: expect.stringContaining('process.exit(0)') },
    })
    expect(statSync(file).size).toBe(20_000_000)
  })

  it('that reject later fail with that error', async () => {
    expect(await framework(['rejects'])).toMatchObject({
      code: 1,
      error: { code: 'INTERNAL_ERROR', detail: 'lost' },
    })
  })
})
