import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

/** Where the descriptors of a process lead; what the tests themselves inherited is nobody's here. */
function descriptorsOf(pid: number): readonly string[] {
  const linksOf = (path: string) =>
    readdirSync(path).flatMap((name) => {
      try {
        return [`${name} ${readlinkSync(join(path, name))}`]
      } catch {
        return []
      }
    })
  const ours = linksOf('/proc/self/fd')
  return linksOf(`/proc/${pid}/fd`).filter((link) => /^[012] /.test(link) || !ours.includes(link))
}

describe.runIf(existsSync('/proc/self/fd'))('descriptors', () => {
  it('REQ-F-071/1,2,3,4,5,6,7: of ours are in no child that stays', async () => {
    const traces = [join(folder(), 'one'), join(folder(), 'two'), join(folder(), 'three')]
    const start = (at: number, argv: readonly string[], more = {}) =>
      framework(['leaves', ...argv], {
        cwd: folder(),
        env: { TRACE: traces[at]!, MY_FRAMEWORK_AUDIT_LOG: join(folder(), 'log') },
        ...more,
      })
    const started = performance.now()
    const [quiet, killed, loud] = await Promise.all([
      start(0, []),
      start(1, ['--wait'], {
        whenReady: (child: { kill: (by: string) => void }) => child.kill('SIGKILL'),
      }),
      start(2, ['--inherits'], {
        onStart: (child: { stdout: NodeJS.ReadableStream; stderr: { destroy: () => void } }) => {
          child.stdout.resume().on('end', () => child.stderr.destroy())
        },
      }),
    ])
    // All streams of the callers have ended, and the children live.
    expect(performance.now() - started).toBeLessThan(100_000)
    expect([quiet.code, killed.signal, loud.code]).toEqual([0, 'SIGKILL', 0])
    const pids = traces.map((trace) => Number(readFileSync(trace, 'utf8')))
    try {
      const silent = ['0 /dev/null', '1 /dev/null', '2 /dev/null']
      expect(descriptorsOf(pids[0]!)).toEqual(silent)
      expect(descriptorsOf(pids[1]!)).toEqual(silent)
      expect(descriptorsOf(pids[2]!)).toHaveLength(3)
    } finally {
      for (const pid of pids) process.kill(pid)
    }
  })
})
