import { fork } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { bundleProgram } from './bundle-program.suite.ts'
import { tryLock } from './file-lock.ts'
import { mayBeAlive, ownIdentity } from './process-identity.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dead = () => ({ ...ownIdentity(), pid: 1, start: 'never' })

function take(lock: string): () => void {
  const attempt = tryLock(lock)
  if (attempt.kind === 'busy') throw new Error(`held by ${attempt.pid}`)
  return attempt.release
}

describe('tryLock', () => {
  test('has one holder until it is released, and names it', () => {
    const lock = join(folder, 'a')
    const release = take(lock)
    expect(tryLock(lock)).toMatchObject({ kind: 'busy', pid: process.pid })
    release()
    take(lock)()
    expect(readdirSync(folder)).toEqual([])
  })

  test('takes over the lock of a killed process, and of processes killed while taking it over', () => {
    const lock = join(folder, 'b')
    const [first, second] = [dead(), dead()]
    writeFileSync(lock, JSON.stringify(first))
    writeFileSync(`${lock}.${first.id}`, JSON.stringify(second))
    const release = take(lock)
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid })
    expect(tryLock(lock).kind).toBe('busy')
    release()
  })

  test('leaves the lock to a process that took it over a moment ago', () => {
    const lock = join(folder, 'c')
    const gone = dead()
    writeFileSync(lock, JSON.stringify(gone))
    writeFileSync(`${lock}.${gone.id}`, JSON.stringify(ownIdentity()))
    expect(tryLock(lock).kind).toBe('busy')
  })

  test('takes over a damaged lock after a second', () => {
    for (const text of ['', '{"id":7}', 'null', 'nonsense', '12345']) {
      const lock = join(folder, 'd')
      writeFileSync(lock, text)
      expect(tryLock(lock).kind).toBe('busy')
      utimesSync(lock, 1, 1)
      take(lock)()
    }
  })

  test('does not release a lock that another process holds by now', () => {
    const lock = join(folder, 'e')
    const release = take(lock)
    writeFileSync(lock, JSON.stringify({ ...ownIdentity(), id: 'another' }))
    release()
    expect(existsSync(lock)).toBe(true)
  })

  test('throws if the lock cannot be written', () => {
    expect(() => tryLock(join(folder, 'no', 'such', 'folder'))).toThrow('ENOENT')
  })

  test('has one holder at a time among many processes, some of them killed', async () => {
    const path = join(folder, 'f')
    const script = join(folder, 'program.mjs')
    bundleProgram("import './internal/src/process/file-lock.program.ts'", script)
    const ends = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const child = fork(script, [path, index % 3 === 0 ? 'die' : 'live'], {
          execArgv: [],
        })
        return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
      }),
    )
    expect(ends.filter((end) => end !== 0 && end !== 'SIGKILL')).toEqual([])
    // Each holder logs when it enters and when it leaves; no other line may come between.
    const lines = readFileSync(`${path}.log`, 'utf8').trim().split('\n')
    let inside: string | undefined
    for (const line of lines) {
      const [what, who] = line.split(' ')
      if (what === 'in') inside = who
      else expect(who).toBe(inside)
    }
    expect(lines.length).toBeGreaterThan(300)
  }, 60_000)
})

describe('mayBeAlive', () => {
  test('counts a process of another machine or container as alive', () => {
    expect(mayBeAlive({ ...dead(), host: 'elsewhere' })).toBe(true)
    expect(mayBeAlive({ ...dead(), space: 'pid:[1]' })).toBe(true)
  })

  test('counts a process from before the last reboot as gone', () => {
    expect(mayBeAlive({ ...ownIdentity(), boot: 'earlier' })).toBe(false)
  })

  test('distinguishes a process from a later one with the same number', () => {
    expect(mayBeAlive(dead())).toBe(false)
    expect(mayBeAlive(ownIdentity())).toBe(true)
  })
})

test('a lock that is a folder is an error with its path, not a wait without end', () => {
  const lock = join(folder, 'folder.lock')
  mkdirSync(lock)
  expect(() => tryLock(lock)).toThrow(/EISDIR.*folder\.lock', which is a folder; remove it/)
})
