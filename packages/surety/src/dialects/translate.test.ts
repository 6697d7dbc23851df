import { Readable, Writable } from 'node:stream'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fail } from '../contract/index.ts'
import { outcome as arbitraryOutcome } from './outcome.arbitrary.ts'
import { encode } from './encode.ts'
import { outcomeWithout } from './outcome-without.suite.ts'
import { loadDialect } from './registry/load-dialect.ts'
import { DIALECT_IDS } from './registry/built-in.ts'
import { decode, translate } from './read-capture.ts'
import { decodeCaptureStream } from './stream/capture-stream.ts'

const EXACT = { stow: 'exact' } as const

const spec = (error: object | null, exit_code: number, meta: object = {}) => ({
  stdout: JSON.stringify({
    ok: exit_code === 0,
    data: null,
    error,
    warnings: [],
    meta: { duration_ms: 1, ...meta },
  }),
  stderr: '',
  exit_code,
})

async function errorAfter(capture: ReturnType<typeof spec>, from: string, to: string) {
  const { encoded } = await translate(capture, from, to)
  const document = JSON.parse(encoded.stdout) as { error: Record<string, unknown> }
  return { ...document.error, exit_code: encoded.exit_code }
}

describe('between the generations of the spec', () => {
  it('changes the number of ARG_ERROR and says that a correction is needed', async () => {
    const error = { code: 'BAD', message: 'bad', retryable: true, suggestion: 'Use prod' }
    expect(await errorAfter(spec(error, 3), 'spec-1.0', 'spec-1.6')).toMatchObject({
      exit_code: 2,
      retryable: false,
      fix_required: 'Use prod',
    })
    const newer = { code: 'BAD', message: 'bad', retryable: false, fix_required: 'Use prod' }
    expect(await errorAfter(spec(newer, 2), 'spec-1.6', 'spec-1.0')).toMatchObject({
      exit_code: 3,
      retryable: true,
    })
  })

  it('changes the number of PARTIAL_FAILURE and never calls it retryable', async () => {
    const error = { code: 'HALF', message: 'half', retryable: true }
    expect(await errorAfter(spec(error, 2), 'spec-1.0', 'spec-1.6')).toMatchObject({
      exit_code: 3,
      retryable: false,
    })
  })

  it('does not call a timeout retryable in 1.6', async () => {
    const error = { code: 'SLOW', message: 'slow', retryable: true }
    expect(await errorAfter(spec(error, 10), 'spec-1.0', 'spec-1.6')).toMatchObject({
      exit_code: 10,
      retryable: false,
    })
  })

  it('turns seconds into milliseconds, and back rounded up', async () => {
    const seconds = { code: 'LIMIT', message: 'limit', retryable: true, retry_after: 30 }
    expect(await errorAfter(spec(seconds, 11), 'spec-1.0', 'spec-1.6')).toMatchObject({
      retryable: true,
      retry_after_ms: 30_000,
    })
    const ms = { code: 'LIMIT', message: 'limit', retryable: true, retry_after_ms: 1500 }
    expect(await errorAfter(spec(ms, 11), 'spec-1.6', 'spec-1.0')).toMatchObject({
      retry_after: 2,
    })
  })

  it('survives a round trip through the other generation unchanged', async () => {
    const older = await loadDialect('spec-1.0')
    const newer = await loadDialect('spec-1.6')
    await fc.assert(
      fc.asyncProperty(arbitraryOutcome, async (outcome) => {
        const there = await translate(encode(outcome, older, EXACT), older, newer, EXACT)
        const back = await translate(there.encoded, newer, older, EXACT)
        expect(outcomeWithout(newer.decode(there.encoded), [])).toEqual(outcomeWithout(outcome, []))
        expect(outcomeWithout(older.decode(back.encoded), [])).toEqual(outcomeWithout(outcome, []))
      }),
      { numRuns: 50 },
    )
  })
})

describe('between any two dialects', () => {
  const pairs = DIALECT_IDS.flatMap((from) => DIALECT_IDS.map((to) => [from, to] as const))

  it.each(pairs)('%s to %s keeps the outcome, except for the losses', async (from, to) => {
    const reader = await loadDialect(from)
    const writer = await loadDialect(to)
    await fc.assert(
      fc.asyncProperty(arbitraryOutcome, async (outcome) => {
        const source = encode(outcome, reader, EXACT)
        const translation = await translate(source, reader, writer, EXACT)
        const { encoded, losses, outcome: between } = translation
        const lost = losses.filter(({ stowed_at }) => stowed_at === null)
        const pointers = lost.map(({ pointer }) => pointer)
        const back = writer.decode(encoded)
        expect(back.ok).toBe(outcome.ok)
        expect(outcomeWithout(back, pointers)).toEqual(outcomeWithout(between, pointers))
      }),
      { numRuns: 6 },
    )
  })

  it('writes errors to the stream and with the exit of the target', async () => {
    const older = await loadDialect('spec-1.0')
    const outcome = fail({ exit: 'NOT_FOUND', error: { code: 'GONE', message: 'gone' } })
    const { encoded } = await translate(encode(outcome, older), 'spec-1.0', 'animus-1')
    expect(encoded).toMatchObject({ stdout: '', exit_code: 3 })
    expect(encoded.stderr.split('\n')).toHaveLength(2)
  })

  it('rejects an unknown id', async () => {
    await expect(translate(spec(null, 0), 'nope', 'td')).rejects.toMatchObject({
      code: 'INVALID_CHOICE',
    })
  })
})

describe('a number with more digits than a double holds', () => {
  const DIALECTS = ['spec-1.0', 'spec-1.6', 'spec-1.16', 'claw-2.0', 'animus-1', 'incur-full', 'td']
  const lost = { pointer: '/data', kind: 'number', stowed_at: null }
  const fromTd = (data: string, to = 'spec-1.6') =>
    translate(
      { stdout: `{"ok":true,"type":"t","data":${data}}`, stderr: '', exit_code: 0 },
      'td',
      to,
    )

  it.each(DIALECTS)('keeps them in %s', async (to) => {
    const data = '[12345678901234567890, -9007199254740993, 0.12345678901234567890123, 1, "1e2"]'
    const { encoded, losses } = await fromTd(data, to)
    expect(losses).not.toContainEqual(lost)
    for (const digits of ['12345678901234567890', '-9007199254740993', '0.12345678901234567890123'])
      expect(encoded.stdout).toMatch(new RegExp(`[^\\d.-]${digits.replaceAll('.', '\\.')}[^\\d.]`))
    expect(encoded.stdout).toContain('"1e2"')
  })

  it('keeps them in an error', async () => {
    const stderr =
      '{"ok":false,"error":{"code":"x","message":"m","details":{"n":9007199254740993}}}'
    const { encoded, losses } = await translate(
      { stdout: '', stderr, exit_code: 1 },
      'td',
      'claw-2.0',
    )
    expect(encoded.stdout + encoded.stderr).toContain('9007199254740993')
    expect(losses.map(({ kind }) => kind)).not.toContain('number')
  })

  it.each([
    ['two become the same', '[9007199254740993, 9007199254740992]'],
    ['it is out of range', '[1e400]'],
  ])('is a loss if %s', async (_why, data) => {
    expect((await fromTd(data)).losses).toContainEqual(lost)
  })

  it.each([
    ['TOON', 'id: 9007199254740993\nname: order 12345678901234567890\nday: 2026-11-18\n'],
    ['YAML', 'name: a\nids:\n  - 1\n  - 9007199254740993 \n  - 9007199254740992\n'],
    ['rows in TOON', 'rows[2]{id,name}:\n  9007199254740993,a\n  9007199254740992,b\n'],
  ])('keeps it in %s of incur, and decode names it', async (_format, stdout) => {
    const capture = { stdout, stderr: '', exit_code: 0 }
    const { inexact, outcome } = await decode(capture, { dialect: 'incur-compact' })
    expect([inexact, outcome.ok]).toEqual(['9007199254740993', true])
    const { encoded, losses } = await translate(capture, 'incur-compact', 'td')
    const isKept = encoded.stdout.includes('9007199254740993')
    expect(isKept || losses.some(({ kind }) => kind === 'number')).toBe(true)
  })

  it.each([
    ['alone', 'total: 1e400\n', '1e400'],
    ['in a list', 'totals:\n  - 2\n  - -1e400 \n', '-1e400'],
    ['beside a mark', 'sign: "\\u221eInfinity"\ntotal: 1e400\n', '1e400'],
  ])('is named by decode if it is out of range, %s', async (_where, stdout, digits) => {
    const capture = { stdout, stderr: '', exit_code: 0 }
    const { inexact, outcome } = await decode(capture, { dialect: 'incur-compact' })
    expect([inexact, outcome.ok]).toEqual([digits, true])
    expect((await translate(capture, 'incur-compact', 'td')).losses).toContainEqual(lost)
  })

  it('is no loss in a text, nor beside the answer', async () => {
    const text = 'See ticket 12345678901234567890.\n'
    const plain = { stdout: text, stderr: '', exit_code: 0 }
    expect((await translate(plain, 'incur-compact', 'td')).losses).not.toContainEqual(lost)
    const noisy = { ...plain, stdout: `${text}{"ok":true,"type":"t","data":[1]}` }
    expect(await decode(noisy, { dialect: 'td' })).not.toHaveProperty('inexact')
  })

  it('is named in lines of decoded captures, with its digits', async () => {
    const lineOf = async (numbers: string) => {
      const stdout = `{"ok":true,"type":"t","data":${numbers}}`
      const given = Buffer.from(JSON.stringify({ stdout, stderr: '', exit_code: 0 }))
      let written = ''
      const target = new Writable({
        write: (chunk, _encoding, done) => (void (written += String(chunk)), done()),
      })
      await decodeCaptureStream(Readable.from([given]), target, { dialect: 'td' })
      return written
    }
    const kept = await lineOf('[9007199254740993]')
    expect(kept).toContain('"inexact":"9007199254740993"')
    expect(kept).toContain('"data":[9007199254740993]')
    const both = await lineOf('[9007199254740993,9007199254740992]')
    expect(both).toContain('"inexact":"9007199254740993"')
    expect(await lineOf('[1]')).not.toContain('inexact')
  })

  it('is named by decode', async () => {
    const stdout = '{"ok":true,"type":"t","data":[12345678901234567890]}'
    const { inexact } = await decode({ stdout, stderr: '', exit_code: 0 }, { dialect: 'td' })
    expect(inexact).toBe('12345678901234567890')
  })
})

describe('documents with any number of faults', () => {
  it('are read in linear time, and the number of reported faults is limited', async () => {
    const strange = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`/zz/${n}`, n]))
    const error = { code: 'internal', message: 'm', exit_code: 1 }
    const document = {
      schema: 'animus.cli.v1',
      ok: false,
      error: { ...error, details: { x_envelope: { restore: strange } } },
    }
    const animus = await loadDialect('animus-1')
    const capture = { stdout: '', stderr: JSON.stringify(document), exit_code: 1 }
    const { problems } = animus.decode(capture).diagnostics
    expect(problems.length).toBeLessThan(100)
    expect(problems.at(-1)).toMatch(/^more_problems: 599\d\d more/)
  })
})

describe('contradictions inside an error', () => {
  const torn =
    '{"ok":false,"data":null,"error":{"code":"A","message":"m","retryable":false,"retryable":true},"warnings":[],"meta":{"duration_ms":1}}'

  it('are reported, and of two values for retryable the careful one counts', async () => {
    const dialect = await loadDialect('spec-1.0')
    const { error, diagnostics } = dialect.decode({ stdout: torn, stderr: '', exit_code: 12 })
    expect(error).toMatchObject({ retryable: false, recovery: 'never' })
    expect(diagnostics.problems).toEqual(["duplicate_member: 'error.retryable' appears 2 times"])
  })

  it('in stowed members cannot overrule the exit number', async () => {
    const restore = { '/exit': 'NOT_FOUND' }
    const capture = spec({ code: 'X', message: 'm' }, 11, { x_envelope: { restore } })
    const outcome = (await loadDialect('spec-1.0')).decode(capture)
    expect(outcome.exit).toBe('RATE_LIMITED')
    expect(outcome.diagnostics.problems).toEqual(['stowed_invalid: restore /exit does not fit'])
  })
})
