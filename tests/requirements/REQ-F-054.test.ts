import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, beforeAll } from 'vitest'

import { acme, folder } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions, type Loose } from '../e2e/processes/run-program.ts'

import { special, specialManifest } from './special.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

let manifest: Loose

beforeAll(async () => {
  manifest = await specialManifest()
})

describe('an envelope of contract 1.16', () => {
  it('REQ-F-054/13: of too much input has phase, hint and context in the error', async () => {
    const { error } = await newest(['piped'], { input: 'x'.repeat(65_537) })
    expect(error).toMatchObject({
      code: 'STDIN_TOO_LARGE',
      phase: 'validation',
      suggestion: expect.stringContaining('--input-file'),
      context: { received_bytes: expect.any(Number), limit_bytes: 65_536 },
    })
  })
})

describe('a command that reads lines', () => {
  it('REQ-F-054/8,12: gets more lines than any buffer holds, whatever the limit for buffers is', async () => {
    const input = `${'x'.repeat(320)}\n`.repeat(300)
    const env = { SPECIAL_MAX_STDIN_BYTES: '100' }
    const { code, envelope } = await special(['lines'], { input, env })
    expect([code, envelope['data']]).toEqual([0, { count: 300, bytes: 96_000 }])
  })

  it('REQ-F-054/9: gets the first line before the second is written', async () => {
    const { envelope } = await special(['lines'], {
      input: null,
      write: 'first\n',
      // The program says so after it has handled the first line.
      whenReady: (child) => child.stdin.end('second\n'),
    })
    expect(envelope['data']).toEqual({ count: 2, bytes: 11 })
  })

  it('REQ-F-054/10 REQ-F-002/6: fails at a line that is too long, after those before it', async () => {
    const { code, error, handled } = await special(['lines'], {
      input: `a\nb\n${'x'.repeat(1_048_577)}\nd\n`,
    })
    expect([code, handled]).toEqual([1, '1 2 '])
    expect(error).toMatchObject({
      code: 'LINE_TOO_LARGE',
      phase: 'execution',
      retryable: false,
      context: { line: 3, limit_bytes: 1_048_576 },
    })
  })

  it('REQ-F-054/11,12: reads a file in the same way, and "-" is stdin', async () => {
    const file = join(folder(), 'lines')
    writeFileSync(file, 'short\r\n\nlonger than ten\n')
    const refused = await special(['short-lines', '--input-file', file])
    expect(refused).toMatchObject({ code: 1, error: { context: { line: 3, limit_bytes: 10 } } })
    const all = await special(['lines', '--input-file', file], { input: 'of stdin' })
    expect(all.envelope['data']).toEqual({ count: 3, bytes: 20 })
    const piped = await special(['short-lines', '--input-file', '-'], {
      input: 'a\nlast',
    })
    expect(piped.envelope['data']).toEqual({ all: ['a', 'last'] })
    const missing = await special(['lines', '--input-file', `${file}.gone`])
    expect(missing).toMatchObject({ code: 5, error: { code: 'FILE_NOT_FOUND' } })
    const buffered = await special(['whole'], { input: 'x'.repeat(65_537) })
    expect(buffered).toMatchObject({ code: 2, error: { code: 'STDIN_TOO_LARGE' } })
    const { commands } = manifest
    expect(commands['short-lines'].stdin).toEqual({ mode: 'lines', max_line_bytes: 10 })
    expect(commands['whole'].stdin).toEqual({ mode: 'buffered' })
  })
})

describe('standard input without a terminal', () => {
  const run = () => {
    const env = { ACME_MAX_STDIN_BYTES: '100' }
    const file = join(folder(), 'input')
    writeFileSync(file, 'x'.repeat(200_000))
    return Promise.all([
      acme(['piped'], { input: 'x'.repeat(65_537) }),
      acme(['piped'], { input: 'x'.repeat(65_536) }),
      acme(['piped'], { input: 'x'.repeat(101), env }),
      acme(['piped', '--input-file', file], { env }),
    ])
  }
  let [tooLarge, fits, limited, fromFile]: Awaited<ReturnType<typeof run>>[number][] = []
  beforeAll(async () => {
    ;[tooLarge, fits, limited, fromFile] = await run()
  })

  it('REQ-F-054/1,2,7: that is too large is refused before anything runs, with another way', () => {
    expect(tooLarge).toMatchObject({ code: 2, calls: 0, error: { code: 'STDIN_TOO_LARGE' } })
    expect(tooLarge!.error['phase']).toBe('validation')
    expect(tooLarge!.error['suggestion']).toContain('--input-file')
  })

  it('REQ-F-054/4: of just the limit is taken', () => {
    expect(fits!.data).toEqual({ length: 65_536 })
  })

  it('REQ-F-054/5: has the limit of a variable', () => {
    expect(limited).toMatchObject({ code: 2, error: { code: 'STDIN_TOO_LARGE' } })
  })

  it('REQ-F-054/6: has no limit as a file', () => {
    expect(fromFile!.data).toEqual({ length: 200_000 })
  })
})
