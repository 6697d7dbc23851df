import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

describe('heartbeats', () => {
  it('REQ-O-038/1,2,3,4,5,6: tell that a call is alive', async () => {
    /** The work goes on when a heartbeat of each part has arrived. */
    const watched = async (line: string) => {
      const BEATS = folder()
      let text = ''
      const ended = await optional(line, {
        env: { BEATS },
        onStart: (child) =>
          child.stdout.on('data', (chunk: Buffer) => {
            text += String(chunk)
            if (text.includes('"heartbeat"')) writeFileSync(join(BEATS, 'first'), '')
            if (text.includes('"copy"')) writeFileSync(join(BEATS, 'copy'), '')
          }),
      })
      const lines = text.trimEnd().split('\n')
      return { ...ended, lines: lines.map((each) => JSON.parse(each) as Loose) }
    }
    const [beats, broken, none] = await Promise.all([
      watched('beats --heartbeat-ms 100'),
      watched('beats --breaks --heartbeat-ms 100'),
      optional('beats --heartbeat-ms 0'),
    ])
    const { lines } = beats
    const pulses = lines.slice(0, -1)
    expect(beats.code).toBe(0)
    expect(pulses.length).toBeGreaterThanOrEqual(2)
    for (const pulse of pulses)
      expect(pulse).toMatchObject({
        status: 'running',
        heartbeat: true,
        elapsed_ms: expect.any(Number),
      })
    expect(pulses[0]).not.toHaveProperty('step')
    expect(pulses.at(-1)).toMatchObject({ step: 'copy' })
    expect(lines.at(-1)).toMatchObject({ ok: true })
    expect(lines.at(-1)).not.toHaveProperty('heartbeat')
    expect(broken.lines.length).toBeGreaterThan(1)
    expect(broken.lines.at(-1)).toMatchObject({ ok: false, error: { code: expect.any(String) } })
    expect(none.documents).toHaveLength(1)
  })
})
