import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'

import { mayBeAlive, ownIdentity } from '../../internal/process/process-identity.ts'
import { lockState } from './state-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dead = () => ({ ...ownIdentity(), pid: 1, start: 'never' })

describe('the lock of a state file', () => {
  test('is held by one, who is named, until it is given back', () => {
    const path = join(folder, 'a')
    const lock = lockState(path)
    expect(() => lockState(path)).toThrow(
      expect.objectContaining({ code: 'STATE_LOCKED', exit: 'UNAVAILABLE' }) as Error,
    )
    expect(() => lockState(path)).toThrow(String(process.pid))
    lock.release()
    lockState(path).release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('is taken over from a process that is gone, and from heirs that died on the way', () => {
    const path = join(folder, 'b')
    const [first, second] = [dead(), dead()]
    writeFileSync(`${path}.lock`, JSON.stringify(first))
    writeFileSync(`${path}.lock.${first.id}`, JSON.stringify(second))
    const lock = lockState(path)
    expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toMatchObject({ pid: process.pid })
    expect(() => lockState(path)).toThrow('Another batch')
    lock.release()
  })

  test('is not taken from somebody who took it over a moment ago', () => {
    const path = join(folder, 'c')
    const gone = dead()
    writeFileSync(`${path}.lock`, JSON.stringify(gone))
    writeFileSync(`${path}.lock.${gone.id}`, JSON.stringify(ownIdentity()))
    expect(() => lockState(path)).toThrow('Another batch')
  })

  test('that is damaged is nobody’s', () => {
    for (const text of ['', '{"id":7}', 'nonsense']) {
      const path = join(folder, 'd')
      writeFileSync(`${path}.lock`, text)
      const lock = lockState(path)
      expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toMatchObject({ pid: process.pid })
      lock.release()
    }
  })

  test('of another machine or container is left alone', () => {
    expect(mayBeAlive({ ...dead(), host: 'elsewhere' })).toBe(true)
    expect(mayBeAlive({ ...dead(), space: 'pid:[1]' })).toBe(true)
    expect(mayBeAlive({ ...dead(), boot: 'earlier' })).toBe(false)
    expect(mayBeAlive(dead())).toBe(false)
    expect(mayBeAlive(ownIdentity())).toBe(true)
  })

  test('has one holder at a time among many processes that are killed now and then', async () => {
    const path = join(folder, 'e')
    const script = fileURLToPath(new URL('./state-lock.program.ts', import.meta.url))
    const ends = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const child = fork(script, [path, index % 3 === 0 ? 'die' : 'live'], {
          execArgv: ['--import', 'tsx'],
        })
        return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
      }),
    )
    expect(ends.filter((end) => end !== 0 && end !== 'SIGKILL')).toEqual([])
    // Whoever entered wrote a line and one when leaving; nobody else's line may come between.
    const lines = readFileSync(`${path}.log`, 'utf8').trim().split('\n')
    let inside: string | undefined
    for (const line of lines) {
      const [what, who] = line.split(' ')
      if (what === 'in') inside = who
      else expect(who).toBe(inside)
    }
    expect(lines.length).toBeGreaterThan(50)
  }, 60_000)
})
