import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

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
  const pids: number[] = []
  const run = async () => {
    const traces = [join(folder(), 'one'), join(folder(), 'two'), join(folder(), 'three')]
    const start = (at: number, argv: readonly string[], more = {}) =>
      framework(['leaves', ...argv], {
        cwd: folder(),
        env: { TRACE: traces[at]! },
        ...more,
      })
    const ended = await runAll({
      quiet: start(0, []),
      killed: start(1, ['--wait'], {
        whenReady: (child: { kill: (by: string) => void }) => child.kill('SIGKILL'),
      }),
      loud: start(2, ['--inherits'], {
        onStart: (child: { stdout: NodeJS.ReadableStream; stderr: { destroy: () => void } }) => {
          child.stdout.resume().on('end', () => child.stderr.destroy())
        },
      }),
    })
    pids.push(...traces.map((trace) => Number(readFileSync(trace, 'utf8'))))
    return ended
  }
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })
  afterAll(() => {
    for (const pid of pids) process.kill(pid)
  })
  const silent = ['0 /dev/null', '1 /dev/null', '2 /dev/null']

  // The call had its own files open: none is among these.
  it('of ours are in no child that stays', () => {
    expect(seen.quiet.code).toBe(0)
    expect(descriptorsOf(pids[0]!)).toEqual(silent)
  })

  it('of ours are in no child of a call that was killed', () => {
    expect(seen.killed.signal).toBe('SIGKILL')
    expect(descriptorsOf(pids[1]!)).toEqual(silent)
  })

  it('of a child that inherits are three', () => {
    expect(descriptorsOf(pids[2]!)).toHaveLength(3)
  })

  it('end for the caller while the child lives on', () => {
    // The calls have ended because their streams did.
    expect([seen.quiet.code, seen.loud.code]).toEqual([0, 0])
    for (const pid of pids) expect(() => process.kill(pid, 0)).not.toThrow()
  })
})
