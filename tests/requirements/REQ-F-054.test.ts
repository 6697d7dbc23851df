import { describe, expect, it, beforeAll } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
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
      suggestion: expect.stringContaining('ACME_MAX_STDIN_BYTES'),
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

  it('REQ-F-054/12: has a limit for each line, and none for all of them', async () => {
    const refused = await special(['short-lines'], { input: 'short\r\n\nlonger than ten\n' })
    expect(refused).toMatchObject({ code: 1, error: { context: { line: 3, limit_bytes: 10 } } })
    const piped = await special(['short-lines'], { input: 'a\nlast' })
    expect(piped.envelope['data']).toEqual({ all: ['a', 'last'] })
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
    return Promise.all([
      acme(['piped'], { input: 'x'.repeat(65_537) }),
      acme(['piped'], { input: 'x'.repeat(65_536) }),
      acme(['piped'], { input: 'x'.repeat(101), env }),
      acme(['piped'], { input: 'x'.repeat(200_000), env: { ACME_MAX_STDIN_BYTES: '200000' } }),
    ])
  }
  let [tooLarge, fits, limited, raised]: Awaited<ReturnType<typeof run>>[number][] = []
  beforeAll(async () => {
    ;[tooLarge, fits, limited, raised] = await run()
  })

  it('REQ-F-054/1,7: that is too large is refused before anything runs, with the way to raise the limit', () => {
    expect(tooLarge).toMatchObject({ code: 2, calls: 0, error: { code: 'STDIN_TOO_LARGE' } })
    expect(tooLarge!.error['phase']).toBe('validation')
    expect(tooLarge!.error['suggestion']).toContain('ACME_MAX_STDIN_BYTES')
  })

  it('REQ-F-054/4: of just the limit is taken', () => {
    expect(fits!.data).toEqual({ length: 65_536 })
  })

  it('REQ-F-054/5: has the limit of a variable', () => {
    expect(limited).toMatchObject({ code: 2, error: { code: 'STDIN_TOO_LARGE' } })
  })

  it('has the higher limit that the answer names', () => {
    expect(raised!.data).toEqual({ length: 200_000 })
  })
})
