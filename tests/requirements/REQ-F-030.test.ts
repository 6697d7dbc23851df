import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { isAlive, lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('what a call leaves', () => {
  it('REQ-F-030/1,2,3,4,5,6 REQ-F-031/1,2,3,4,5 REQ-F-032/1,2,3,4,5 REQ-F-043/1,8,9: is gone with it, its children too', async () => {
    const home = folder()
    const seen: Loose[] = []
    const look = (child: { kill: (signal: 'SIGTERM') => boolean }) => {
      const pids = readdirSync(join(home, 'lower')).find((name) => name.endsWith('.pids')) ?? ''
      seen.push({ pids: readFileSync(join(home, 'lower', pids), 'utf8').trim() })
      child.kill('SIGTERM')
    }
    let [killedAt, endedAt] = [0, 0]
    const kill = (child: { kill: (signal: 'SIGTERM') => boolean }) => {
      killedAt = performance.now()
      child.kill('SIGTERM')
    }
    const stubbornly = async () => {
      const ended = await lower(['child'], { env: { KIND: 'stubborn' }, whenReady: kill })
      endedAt = performance.now()
      return ended
    }
    const [kind, stubborn, one, two, broken] = await Promise.all([
      lower(['child'], { env: { HOME: home, KIND: 'kind' }, whenReady: look }),
      stubbornly(),
      lower(['quick']),
      lower(['quick']),
      lower(['quick', '--breaks']),
    ])
    for (const ended of [kind, stubborn]) {
      expect(ended).toMatchObject({ code: 143, error: { code: 'CANCELLED' } })
      expect(ended.meta['session_pid_file']).toMatch(/\.pids$/)
      expect(existsSync(ended.trace)).toBe(false)
      expect(existsSync(ended.meta['session_pid_file'])).toBe(false)
    }
    expect(isAlive(Number(seen[0]!['pids']))).toBe(false)
    expect(endedAt - killedAt).toBeGreaterThan(250)
    for (const ended of [one, two, broken]) {
      expect(ended.meta['session_tmp_dir']).toMatch(/\/lower\/session-\w+$/)
      for (const path of ['session_tmp_dir', 'session_pid_file'])
        expect(existsSync(ended.meta[path])).toBe(false)
    }
    expect(one.data).toMatchObject({ mode: '700', folder: one.meta['session_tmp_dir'] })
    expect(dirname(one.data['second'])).toBe(one.data['folder'])
    expect(one.data['folder']).not.toBe(two.data['folder'])
    expect(broken.code).toBe(1)
  })
})
