import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, options?: ProcessOptions) => framework(line.split(' '), options)

describe('handlers', () => {
  it('REQ-F-049/2,3,4,5,6,7: are awaited with their cleanup, and what they forget is found', async () => {
    const file = join(folder(), 'file')
    const ran = await runAll({
      forgets: words('forgets'),
      writes: framework(['writes', file]),
      rejects: words('rejects'),
      starts: words('starts'),
    })
    expect(ran.forgets).toMatchObject({
      code: 0,
      warnings: [{ code: 'WORK_NOT_AWAITED', context: { resources: ['Timeout'] } }],
    })
    expect(ran.writes.warnings).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe('written cleaned')
    expect(ran.rejects).toMatchObject({
      code: 1,
      error: { code: 'INTERNAL_ERROR', detail: 'lost' },
    })
    expect(ran.starts).toMatchObject({
      code: 0,
      data: { job_id: 'j1', status_command: 'my-framework job status j1', poll_interval_ms: 2000 },
    })
  })
})
