import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import {
  runProgram,
  type Ended,
  type Loose,
  type ProcessOptions,
} from '../processes/run-program.ts'

/** Every place from which a loop can take the thread, by the command that does it. */
const AT_A_TIME = [
  'at-once',
  'after-resolved',
  'after-file',
  'after-timer',
  'in-tick',
  'in-immediate',
  'in-generator-later',
  'while-importing',
]
const ALONE = [
  'after-many-resolved',
  'in-generator',
  'in-file-callback',
  'after-a-while',
  'in-import',
  'in-pattern',
  'in-lock',
  'in-rejections',
]

const busy = (argv: readonly string[], options: ProcessOptions = {}) =>
  runProgram('endless-loops.mjs', argv, options)

/** The loop leaves its core to others. What ends those that take one is seen at the time limit. */
const RESTS = { BUSY_RESTS: '1' }

/** Sends a signal until the process ends: the thread that hears it may take long to start under load. */
const insistsOn =
  (signal: NodeJS.Signals): NonNullable<ProcessOptions['whenReady']> =>
  (child) => {
    const timer = setInterval(() => child.kill(signal), 300)
    child.once('exit', () => clearInterval(timer))
  }

/** Gives the one envelope that a run has to end in. */
function envelopeOf({ stdout, stderr }: Ended): Loose {
  expect(stderr).not.toMatch(/debugger|Warning|Error/)
  expect(stdout.endsWith('\n')).toBe(true)
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  const envelope = JSON.parse(stdout) as Loose
  expect(Object.keys(envelope)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
  return envelope
}

function expectTimeout(ended: Ended, phase = /^execution$/): void {
  const { ok, error, meta } = envelopeOf(ended)
  expect({ ok, code: error.code }).toEqual({ ok: false, code: 'TIMEOUT' })
  expect(error.phase).toMatch(phase)
  expect(meta).toMatchObject({ timeout_ms: 400 })
  expect({ code: ended.code, signal: ended.signal }).toEqual({ code: 10, signal: null })
}

/** Counts the running processes whose command line has the words, on systems that say so. */
function processesWith(words: string): number {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(words)
    } catch {
      // It ended while we looked.
      return false
    }
  }).length
}

describe.concurrent('REQ-F-011 REQ-F-012: a loop that never yields ends at the time limit', () => {
  it.each(ALONE)('%s', async (name) => {
    expectTimeout(await busy([name]))
  })

  it('eight at a time, on a machine that has no time for any of them', async () => {
    const ends = await Promise.all(AT_A_TIME.map((name) => busy([name])))
    // The limit may come before the handler does.
    for (const ended of ends) expectTimeout(ended, /^(?:execution|validation)$/)
  })

  it('rows that were written before it stay whole, and the terminal record follows', async () => {
    const ended = await busy(['in-generator-later', '--format', 'jsonl'], {
      env: { BUSY_TIMEOUT_MS: '1500', ...RESTS },
    })
    expect(ended.documents).toHaveLength(3)
    expect(ended.documents.slice(0, 2)).toEqual([{ row: 1 }, { row: 2 }])
    expect(ended.documents[2]!['error'].code).toBe('TIMEOUT')
    expect(ended.code).toBe(10)
  })

  it('a row that a slow reader has half of is completed first', async () => {
    const chunks: Buffer[] = []
    const ended = await busy(['with-slow-rows', '--format', 'jsonl'], {
      env: { BUSY_TIMEOUT_MS: '1000', ...RESTS },
      onStart: (child) => {
        setTimeout(() => child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk)), 1500)
      },
    })
    const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\n')
    const records = lines.map((line) => JSON.parse(line) as Loose)
    expect(records.length).toBeGreaterThan(1)
    expect(records.slice(0, -1).map(({ row }) => row as number)).toEqual(
      records.slice(0, -1).map((_, index) => index),
    )
    expect(records.at(-1)!['error'].code).toBe('TIMEOUT')
    expect(ended.code).toBe(10)
  })

  it('four megabytes of warnings arrive over a slow pipe', async () => {
    const chunks: Buffer[] = []
    const ended = await busy(['with-many-warnings'], {
      env: RESTS,
      onStart: (child) => {
        child.stdout.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          child.stdout.pause()
          setTimeout(() => child.stdout.resume(), 5)
        })
      },
    })
    const envelope = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Loose
    expect(envelope['warnings'][0]).toHaveLength(4 * 1024 * 1024)
    expect(envelope['error'].code).toBe('TIMEOUT')
    expect(ended.code).toBe(10)
  })

  it.each([
    ['td', 'stderr', 'api_error'],
    ['spec-1.6', 'stdout', 'TIMEOUT'],
    ['incur-full', 'stdout', 'UNKNOWN'],
  ] as const)('in %s, on its own stream and with its own code', async (dialect, stream, code) => {
    const ended = await busy(['after-timer', '--envelope', dialect], { env: RESTS })
    const text = ended[stream].replace('ready\n', '')
    expect(JSON.parse(text)).toMatchObject({
      error: { code, message: 'The time limit of 400 ms passed.' },
    })
    expect(ended.code).toBeGreaterThan(0)
  })

  it('hooks are called and children ended, whatever another hook does', async () => {
    const ended = await busy(['with-child'], { env: RESTS })
    expect(envelopeOf(ended)['error'].code).toBe('TIMEOUT')
    expect(ended.stderr).toContain('cleanup hook ran')
    // It was told to end, which it does when the system has time for it.
    const mark = 'sleep\u000031.4159'
    for (let round = 0; round < 1000 && processesWith(mark) > 0; round += 1) await sleep(50)
    expect(processesWith(mark)).toBe(0)
  })

  it('nobody is told twice when the limit and a signal come together', async () => {
    const ended = await busy(['after-timer'], {
      env: RESTS,
      whenReady: (child) => setTimeout(() => child.kill('SIGTERM'), 390),
    })
    expect(['TIMEOUT', 'CANCELLED']).toContain(envelopeOf(ended)['error'].code)
  })
})

describe.concurrent('a loop that never yields hears of signals', () => {
  const signals = [
    ['REQ-F-013', 'SIGTERM', 143],
    ['REQ-F-069', 'SIGINT', 130],
  ] as const
  const places = [
    'at-once',
    'in-generator',
    'after-file',
    'after-timer',
    'in-immediate',
    'in-generator-later',
    'in-lock',
  ]

  // The places take turns: how a signal is heard does not depend on which one it is.
  it.each(places.map((place, at) => [...signals[at % 2]!, place] as const))(
    '%s: %s ends it with exit %i (%s)',
    async (_id, signal, exit, place) => {
      const started = Date.now()
      const ended = await busy([place], {
        env: { BUSY_TIMEOUT_MS: '140000', ...(place !== 'after-file' && RESTS) },
        whenReady: insistsOn(signal),
      })
      const { error, meta } = envelopeOf(ended)
      expect(error).toMatchObject({ code: 'CANCELLED', message: `${signal} ended the run.` })
      expect(meta).toMatchObject({ partial: true })
      expect({ code: ended.code, signal: ended.signal }).toEqual({ code: exit, signal: null })
      expect(Date.now() - started).toBeLessThan(120_000)
    },
  )

  it('REQ-F-013: also where there is no time limit', async () => {
    const ended = await busy(['after-timer'], {
      env: { BUSY_TIMEOUT_MS: '0', ...RESTS },
      whenReady: insistsOn('SIGTERM'),
    })
    expect(envelopeOf(ended)['error'].code).toBe('CANCELLED')
    expect(ended.code).toBe(143)
  })
})

describe.concurrent('a handler that does yield', () => {
  it('ends at once and in silence while the thread that watches it is still starting', async () => {
    const ended = await busy(['quick'], { env: { BUSY_TIMEOUT_MS: '20000' } })
    expect(envelopeOf(ended)['data']).toEqual({ quick: true })
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('is not disturbed by a debugger that listens', async () => {
    const ended = await busy(['after-a-while-well'], {
      env: { NODE_OPTIONS: '--inspect=127.0.0.1:0', BUSY_TIMEOUT_MS: '20000' },
    })
    const envelope = JSON.parse(ended.stdout) as Loose
    expect(envelope['data']).toEqual({ waited: true })
    expect(ended.code).toBe(0)
  })
})
