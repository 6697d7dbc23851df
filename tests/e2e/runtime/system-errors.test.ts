import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { callTogether, runProgram, type Loose } from '../processes/run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'system-errors-'))
afterAll(() => rmSync(folder, { recursive: true }))

const beside = callTogether('system-errors.mjs')

/** Calls a command beside others in one process; what is thrown where nobody listens, in one of its own. */
async function errorOf(...argv: readonly string[]): Promise<Loose> {
  const words = [...argv, '--envelope', 'spec-1.6']
  const isAlone = ['emitted', 'read', 'input'].includes(argv[0]!)
  const ended = await (isAlone ? runProgram('system-errors.mjs', words) : beside(words))
  expect(ended.documents).toHaveLength(1)
  const { error, ok } = ended.documents[0]!
  expect(ok).toBe(false)
  return { ...error, exit: ended.code }
}

describe('REQ-C-013: an error of the operating system names its object and its cause', () => {
  const missing = join(folder, 'missing.txt')

  it.each([
    [
      'a missing file',
      ['read', '--path', missing],
      5,
      'FILE_NOT_FOUND',
      `'${missing}' does not exist.`,
    ],
    ['a folder', ['read-sync', '--path', folder], 4, 'FILE_UNREADABLE', / is a folder\.$/],
    [
      'a path through a file',
      ['read', '--path', '/dev/null/x'],
      4,
      'FILE_UNREADABLE',
      /not a folder/,
    ],
    [
      'a folder that exists',
      ['make', '--path', folder],
      6,
      'FILE_EXISTS',
      `'${folder}' exists already.`,
    ],
    ['a full disk', ['write', '--path', '/dev/full'], 1, 'WRITE_FAILED', /the disk is full\.$/],
    [
      'a closed port',
      ['connect'],
      12,
      'CONNECTION_FAILED',
      "'127.0.0.1:1' refused the connection.",
    ],
    [
      'a closed port behind fetch',
      ['fetch'],
      12,
      'CONNECTION_FAILED',
      "'127.0.0.1:2' refused the connection.",
    ],
    [
      'a closed port while changing things: nothing began',
      ['fetch-to-change'],
      12,
      'CONNECTION_FAILED',
      "'127.0.0.1:2' refused the connection.",
    ],
    [
      'a closed port after a change',
      ['fetch-to-change', '--path', 'x'],
      3,
      'CONNECTION_FAILED',
      "'127.0.0.1:2' refused the connection.",
    ],
    ['an unknown host', ['host'], 12, 'CONNECTION_FAILED', /no-such-host\.invalid/],
    ['a missing program', ['start'], 1, 'CHILD_FAILED', "'/no/such/program' could not be started."],
    [
      'a stream that nobody listens to',
      ['emitted'],
      5,
      'FILE_NOT_FOUND',
      "'/no/such/stream' does not exist.",
    ],
    [
      'a missing file while changing things',
      ['change', '--path', missing],
      3,
      'FILE_NOT_FOUND',
      `'${missing}' does not exist.`,
    ],
  ])('%s', async (_what, argv, exit, code, message) => {
    const error = await errorOf(...argv)
    expect(error).toMatchObject({
      code,
      exit,
      message: expect.stringMatching(message instanceof RegExp ? message : ''),
    })
    if (typeof message === 'string') expect(error['message']).toBe(message)
    expect(JSON.stringify(error)).toMatch(/E[A-Z]{3,}/)
  })

  it('a forbidden file', async () => {
    const path = join(folder, 'forbidden.txt')
    writeFileSync(path, 'x')
    chmodSync(path, 0)
    const error = await errorOf('forbidden', '--path', path)
    expect(error).toMatchObject({ code: 'ACCESS_DENIED', exit: 7 })
    expect(error['message']).toBe(`'${path}' may not be accessed by this user.`)
  })
})
