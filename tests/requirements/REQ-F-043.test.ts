import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { isAlive, lower, until } from '../e2e/processes/run-lower.ts'

describe('what a call leaves', () => {
  it('REQ-F-043/2,3,4,5,6,7,10 REQ-C-010/1,2,3,4,5: can be deleted and ended, and is so when its time is over', async () => {
    const home = folder()
    const env = { HOME: home }
    const [made, other, refused, schema] = await Promise.all([
      lower(['hand-over'], { env }),
      lower(['hand-over'], { env }),
      lower(['bad'], { env: { BAD: 'detached' } }),
      lower(['daemon', '--schema']),
    ])
    // After the others, which would end it if they came to look a second later.
    const daemon = await lower(['daemon'], { env })
    const { output_file: file, cleanup } = made.data
    expect(made.meta['session_tmp_dir']).toBe(dirname(file))
    expect(cleanup).toEqual({ command: `rm -f ${file}`, auto_cleanup_after_seconds: 60 })
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect(spawnSync('sh', ['-c', cleanup.command]).status).toBe(0)
    expect(existsSync(file)).toBe(false)
    const { background_pid: pid, cleanup_command: stop } = daemon.data
    expect([Number.isInteger(pid), isAlive(pid), stop]).toEqual([true, true, 'lower daemon-stop'])
    expect(JSON.stringify(refused.envelope)).toContain('declare background')
    const declared = { spawns_background_process: true, cleanup_command: 'daemon-stop' }
    expect(schema.data).toMatchObject({ ...declared, max_lifetime_seconds: 1 })
    // A session that was killed hard, long ago.
    const left = join(home, 'lower/session-killed')
    mkdirSync(left)
    writeFileSync(
      `${left}.json`,
      JSON.stringify({ id: 'x', pid: 1, start: '0', boot: 'x', host: 'x' }).replace(
        '"host":"x"',
        `"host":"${hostname()}"`,
      ),
    )
    for (const path of [left, `${left}.json`, dirname(other.data['output_file'])])
      utimesSync(path, 1, 1)
    await sleep(1000)
    await lower(['one'], { env })
    expect(
      [left, `${left}.json`, other.data['output_file']].map((path) => existsSync(path)),
    ).toEqual([false, false, false])
    await until(() => !isAlive(pid))
  })
})
