import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { isAlive, lower, until } from '../e2e/processes/run-lower.ts'

describe('what a call leaves', () => {
  const home = folder()
  const env = { HOME: home }
  let [made, other, refused, schema, daemon]: Awaited<ReturnType<typeof lower>>[] = []
  beforeAll(async () => {
    ;[made, other, refused, schema] = await Promise.all([
      lower(['hand-over'], { env }),
      lower(['hand-over'], { env }),
      lower(['bad'], { env: { BAD: 'detached' } }),
      lower(['daemon', '--schema']),
    ])
    // After the others, which would end it if they came to look a second later.
    daemon = await lower(['daemon'], { env })
  })

  it('REQ-F-043/2,4,10: is named with its folder and the time after which it goes', () => {
    const { output_file: file, cleanup } = made!.data
    expect(made!.meta['session_tmp_dir']).toBe(dirname(file))
    expect(made!.data).not.toHaveProperty('session_tmp_dir')
    expect(cleanup).toEqual({ command: `rm -f ${file}`, auto_cleanup_after_seconds: 60 })
  })

  it('REQ-F-043/7: is for its user alone', () => {
    const { output_file: file } = made!.data
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
  })

  it('REQ-F-043/3: is deleted by the command of the answer', () => {
    const { output_file: file, cleanup } = made!.data
    expect(spawnSync('sh', ['-c', cleanup.command]).status).toBe(0)
    expect(existsSync(file)).toBe(false)
  })

  it('REQ-C-010/1,4: in the background is declared, with what ends it', () => {
    const declared = { spawns_background_process: true, cleanup_command: 'daemon-stop' }
    expect(schema!.data).toMatchObject({ ...declared, max_lifetime_seconds: 1 })
  })

  it('REQ-C-010/3: in the background without a declaration is refused', () => {
    expect(JSON.stringify(refused!.envelope)).toContain('declare background')
  })

  it('REQ-C-010/2,5 REQ-F-043/5,6: is ended and deleted by the next call when its time is over', async () => {
    const { background_pid: pid, cleanup_command: stop } = daemon!.data
    expect([Number.isInteger(pid), isAlive(pid), stop]).toEqual([true, true, 'lower daemon-stop'])
    // A session that was killed hard, long ago.
    const left = join(home, 'lower/session-killed')
    mkdirSync(left)
    writeFileSync(
      `${left}.json`,
      JSON.stringify({ id: 'x', pid: 1, start: '0', boot: 'x', host: hostname() }),
    )
    const old = [left, `${left}.json`, other!.data['output_file'] as string]
    for (const path of [left, `${left}.json`, dirname(old[2]!)]) utimesSync(path, 1, 1)
    await sleep(1000)
    // Nothing watches: it stays until somebody calls.
    expect(old.map((path) => existsSync(path))).toEqual([true, true, true])
    await lower(['one'], { env })
    expect(old.map((path) => existsSync(path))).toEqual([false, false, false])
    await until(() => !isAlive(pid))
  })
})
