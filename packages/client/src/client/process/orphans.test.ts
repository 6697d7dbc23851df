import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { startOf } from '@surety/internal/process/process-table.ts'
import { entry } from '../journal/entry.table.ts'
import { createJournal } from '../journal/journal.ts'
import { MARK, readMarks, writeMark } from './attempt-mark.ts'
import { findMarked, runMarked } from './marked-processes.ts'
import { endOrphans, findOrphans, orphansOf } from './orphans.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-orphans-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const isOf = (call: string) => (mark: string) => mark.includes(call)

function sleeper(mark: string) {
  const child = spawn('sleep', ['60'], {
    env: { PATH: process.env['PATH'], [MARK]: mark },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  return { pid: child.pid ?? 0, ended }
}

describe('marks', () => {
  test('reads marks back, those of outer calls too', () => {
    const [outer, inner] = [randomUUID(), randomUUID()]
    const value = writeMark(inner, 2, writeMark(outer, 1, undefined))
    expect(readMarks(value)).toMatchObject([
      { call: outer, attempt: 1, clientPid: process.pid },
      { call: inner, attempt: 2, clientStart: startOf(process.pid) },
    ])
  })

  test('ignores any text that is not a mark', () => {
    fc.assert(fc.property(fc.string(), (text) => void readMarks(text)))
    expect(readMarks('x/y.1.2.3')).toEqual([])
  })

  test('keeps at most eight marks', () => {
    let value: string | undefined
    for (let depth = 0; depth < 30; depth += 1) value = writeMark(randomUUID(), 1, value)
    expect(readMarks(value ?? '')).toHaveLength(8)
  })
})

/** Records starts and ends of attempts in a journal of their own. */
function journalOf(name: string, starts: readonly string[], ends: readonly string[] = []): string {
  const home = join(folder, name)
  const journal = createJournal(home)
  const time = new Date().toISOString()
  for (const mark of starts) {
    const [call = '', attempt, ...client] = mark.split('.')
    journal.begin?.({
      v: 1,
      started: true,
      time,
      call,
      attempt: Number(attempt),
      client: client.join('.'),
    })
  }
  for (const mark of ends) {
    const [call = '', attempt] = mark.split('.')
    journal.append(entry({ call, attempt: Number(attempt) }))
  }
  return home
}

describe('processes of a client that is gone', () => {
  const gone = (call: string, attempt = 1) => `${call}.${attempt}.1.never`
  const pidsIn = async (home: string) => (await findOrphans(home)).map(({ pid }) => pid)

  test('finds and ends those of a recorded attempt', async () => {
    const call = randomUUID()
    const left = sleeper(gone(call))
    expect(orphansOf(call)).toEqual([left.pid])
    const orphans = await findOrphans(journalOf('recorded', [gone(call)]))
    expect(orphans).toEqual([
      { pid: left.pid, command: 'sleep 60', call, attempt: 1, client_pid: 1 },
    ])
    expect(await endOrphans(orphans, 500)).toEqual([left.pid])
    await left.ended
    expect(orphansOf(call)).toEqual([])
  })

  test('ends those of a call by its id', async () => {
    const call = randomUUID()
    const left = sleeper(gone(call))
    expect(await endOrphans(new Set([call]), 500)).toEqual([left.pid])
    await left.ended
  })

  test('leaves those whose start is not recorded, or recorded for another client', async () => {
    const call = randomUUID()
    const left = sleeper(gone(call))
    expect(await pidsIn(join(folder, 'nowhere'))).toEqual([])
    expect(await pidsIn(journalOf('other', [`${call}.1.2.never`, gone(call, 2)]))).toEqual([])
    process.kill(left.pid)
    await left.ended
  })

  test('leaves daemons of attempts that ended, also in a call that did not', async () => {
    const call = randomUUID()
    const [daemon, orphan] = [sleeper(gone(call)), sleeper(gone(call, 2))]
    const home = journalOf('ended', [gone(call), gone(call, 2)], [gone(call)])
    const orphans = await findOrphans(home)
    expect(orphans.map(({ pid }) => pid)).toEqual([orphan.pid])
    expect(await endOrphans(orphans, 500)).toEqual([orphan.pid])
    await orphan.ended
    expect(startOf(daemon.pid)).not.toBeNull()
    process.kill(daemon.pid)
    await daemon.ended
  })

  test('leaves the daemon of an inner call that ended in an outer one that did not', async () => {
    const [outer, inner] = [gone(randomUUID()), gone(randomUUID())]
    const [daemon, rest] = [sleeper(`${outer}/${inner}`), sleeper(outer)]
    expect(await pidsIn(journalOf('inner', [outer, inner], [inner]))).toEqual([rest.pid])
    const both = await pidsIn(journalOf('both', [outer, inner]))
    expect(new Set(both)).toEqual(new Set([daemon.pid, rest.pid]))
    for (const { pid, ended } of [daemon, rest]) {
      process.kill(pid)
      await ended
    }
  })

  test('does not count the process that asks', async () => {
    const call = randomUUID()
    const script = `import { orphansOf } from ${JSON.stringify(import.meta.resolve('./orphans.ts'))}
      process.stdout.write(JSON.stringify(orphansOf(${JSON.stringify(call)})))`
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      {
        env: { PATH: process.env['PATH'], [MARK]: gone(call) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    await new Promise((resolve) => child.on('close', resolve))
    expect(JSON.parse(Buffer.concat(chunks).toString())).not.toContain(child.pid)
  })

  test('leaves processes alone while their client runs', async () => {
    const call = randomUUID()
    const busy = sleeper(writeMark(call, 1, undefined))
    expect(orphansOf(call)).toEqual([])
    expect(await endOrphans(new Set([call]), 10)).toEqual([])
    process.kill(busy.pid)
    await busy.ended
  })
})

describe('a descendant with a session of its own', () => {
  const request = (script: string, call: string, timeoutMs: number) => ({
    argv: ['sh', '-c', script],
    env: { PATH: process.env['PATH'], [MARK]: writeMark(call, 1, undefined) },
    timeoutMs,
    graceMs: 100,
    drainMs: 50,
    maxBytes: 1000,
  })

  /** Waits until `setsid` has become what it starts; before, it belongs to the group. */
  const hasSession = 'until grep -q sleep /proc/$!/comm; do sleep 0.05; done'

  test('ends it when the attempt is stopped', async () => {
    const call = randomUUID()
    const end = await runMarked(request('setsid sleep 60 & sleep 60', call, 300))
    expect(end.kind).toBe('timed_out')
    await expect.poll(() => findMarked(isOf(call))).toEqual([])
  })

  test('ends it even if it ignores SIGTERM', async () => {
    const call = randomUUID()
    const script = `setsid sh -c 'trap "" TERM; sleep 60; sleep 60' & sleep 60`
    await runMarked(request(script, call, 300))
    await expect.poll(() => findMarked(isOf(call))).toEqual([])
  })

  test('leaves a daemon running when the attempt ends by itself', async () => {
    const call = randomUUID()
    const script = `setsid sleep 60 >/dev/null 2>&1 & ${hasSession}`
    expect((await runMarked(request(script, call, 5000))).kind).toBe('exited')
    const left = findMarked(isOf(call))
    expect(left).toHaveLength(1)
    for (const { pid } of left) process.kill(pid)
  })

  test('names a daemon that keeps the output open and runs on, but no process of its group', async () => {
    const call = randomUUID()
    const script = `setsid sleep 60 & ${hasSession}; sleep 61 &`
    const end = await runMarked(request(script, call, 5000))
    const left = findMarked(isOf(call)).filter(({ command }) => command === 'sleep 60')
    expect(end).toMatchObject({ kind: 'exited', leftBehind: true })
    expect(end.outlivedBy).toEqual(left.map(({ pid }) => pid))
    expect(left).toHaveLength(1)
    for (const { pid } of left) process.kill(pid)
  })
})
