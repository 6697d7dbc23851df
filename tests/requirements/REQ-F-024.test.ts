import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { calls, lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('every answer', () => {
  it('REQ-F-024/1,2,3,4,5,6 REQ-F-025/1,2,3,4: has an id, a time, and the trace of its caller', async () => {
    const log = join(folder(), 'log.jsonl')
    const before = Date.now()
    const [many, traced] = await Promise.all([
      calls([{ _cmd: 'look' }, { _cmd: 'look' }, { _cmd: 'look', _opts: { nope: true } }]),
      lower(['traced'], { env: { TOOL_TRACE_ID: 'abc123', LOWER_AUDIT_LOG: log } }),
    ])
    const metas = many.answers.map(({ meta }) => meta as Loose)
    expect(new Set(metas.map(({ request_id: id }) => id as string)).size).toBe(3)
    for (const meta of metas) {
      expect(meta).toMatchObject({
        command: 'look',
        request_id: expect.stringMatching(/^\d{21}$/),
      })
      expect(meta['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(Date.parse(meta['timestamp'])).toBeGreaterThanOrEqual(before - 1005)
      expect(meta).not.toHaveProperty('trace_id')
    }
    expect(traced).toMatchObject({ data: { child: 'abc123' }, meta: { trace_id: 'abc123' } })
    expect(traced.stderr).toContain('[TRACE abc123] [ERROR] broken')
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
      trace_id: 'abc123',
      request_id: traced.meta['request_id'],
      command: traced.meta['command'],
    })
  })
})
