import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { runTool, type ClientOptions } from '@surety/client'
import { afterAll, beforeAll, expect } from 'vitest'

import { readScriptedCalls, writeScriptedTool } from './scripted-tool.ts'

/** The folder of the small programs that tests start. */
export const bin = fileURLToPath(new URL('../../bin/', import.meta.url))

/** The command line of one of them. */
export const tool = (name: string, ...words: string[]) => [
  process.execPath,
  join(bin, `client/${name}.mjs`),
  ...words,
]

/** Sets up calls without waits for a test file. Every child carries a mark; none may be left at the end. */
export function setUpCalls() {
  const mark = randomUUID()
  let home = ''
  let count = 0
  const fast = {
    sleep: async () => {},
    memory: false,
    env: { CLIENT_TEST_MARK: mark },
    graceMs: 100,
    drainMs: 150,
  } as const

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'surety-client-'))
  })
  afterAll(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
    // One that was killed ends when the system has time for it.
    for (let round = 0; round < 1000 && processesWith(mark).length > 0; round += 1) await wait(50)
    expect(processesWith(mark)).toEqual([])
  })

  return {
    fast,
    folder: () => home,
    /** The processes that are left. */
    marked: () => processesWith(mark),
    go: (argv: readonly string[], options: ClientOptions = {}) =>
      runTool(argv, { ...fast, ...options }),
    /** A scripted tool: one answer after the other; tells how it was called. */
    async flaky(script: readonly object[], more: ClientOptions = {}) {
      count += 1
      const place = await mkdtemp(join(home, `flaky-${count}-`))
      const program = await writeScriptedTool(place, script)
      const waits: number[] = []
      const options: ClientOptions = {
        ...fast,
        dialect: 'spec-1.0',
        tool: { program, name: 'flaky' },
        sleep: async (ms) => void waits.push(ms),
        ...more,
      }
      const calls = () => readScriptedCalls(place)
      return { argv: (...words: string[]) => [...program, ...words], options, waits, calls }
    },
  }
}

function processesWith(mark: string): readonly string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
    } catch {
      // Ended meanwhile, or somebody else's.
      return false
    }
  })
}
