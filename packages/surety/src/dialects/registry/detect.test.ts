import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { arbitraryCapture } from '../capture.arbitrary.ts'
import { decode } from '../read-capture.ts'
import { detect } from './detect.ts'
import type { Capture } from '../dialect.ts'
import { DIALECT_IDS } from './built-in.ts'

const capture = (stdout: string, exit_code = 0, stderr = ''): Capture => ({
  stdout,
  stderr,
  exit_code,
})

describe('detect', () => {
  it.each(DIALECT_IDS)('ranks %s first, maybe with others, for its founding samples', (id) => {
    const file = new URL(`../../../../../fixtures/dialects/${id}.json`, import.meta.url)
    const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { capture: Capture }>
    // The newer generations of the spec have no founding samples, only ordinary ones.
    const typical =
      id === 'spec-1.6' || id === 'spec-1.16'
        ? /^(success|rate-limit|redirect-with-fix|validation-failure|incomplete-work|cancelled)/
        : /^(founding|decision|document-|result(?!-that-looks-like-an-error))/
    const samples = Object.entries(all).filter(([name]) => typical.test(name))
    expect(samples.length).toBeGreaterThan(0)
    for (const [name, fixture] of samples) {
      const { candidates, ambiguous } = detect(fixture.capture)
      const first = candidates[0]?.confidence
      const tied = candidates.filter(({ confidence }) => confidence === first)
      // A bare result, and lists of one program, have nothing that only their dialect has.
      if (id === 'incur-compact' && fixture.capture.exit_code === 0) expect(candidates).toEqual([])
      if (candidates.length === 0 && /result|(?:list|load)-session/.test(name)) continue
      if (id === 'incur-compact') expect(ambiguous).toBe(false)
      expect(
        tied.map(({ dialect }) => dialect),
        name,
      ).toContain(id)
    }
  })

  it.each([
    '{"code":"DISK_FULL","message":"m"}',
    '{"code":"no_room","message":"m","retryable":true}',
  ])('takes %s with exit 0 for no dialect, because it calls itself a failure', (stdout) => {
    expect(detect(capture(stdout)).candidates).toEqual([])
    expect(detect(capture(stdout, 1)).candidates[0]?.dialect).toBe('incur-compact')
  })

  it('is ambiguous if nothing distinguishes the spec generations, the oldest first', () => {
    const stdout = '{"ok":true,"data":{},"error":null,"warnings":[],"meta":{"duration_ms":1}}'
    const { ambiguous, candidates } = detect(capture(stdout))
    expect(ambiguous).toBe(true)
    expect(candidates.slice(0, 2).map(({ dialect }) => dialect)).toEqual(['spec-1.0', 'spec-1.6'])
  })

  it('distinguishes the generations by members that only one has', () => {
    const envelope = (error: object) =>
      JSON.stringify({ ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } })
    const older = detect(capture(envelope({ code: 'x', message: 'y', retry_after: 1 }), 11))
    expect(older).toMatchObject({ ambiguous: false, candidates: [{ dialect: 'spec-1.0' }, {}] })
    const newer = detect(capture(envelope({ code: 'x', message: 'y', fix_required: 'z' }), 2))
    expect(newer).toMatchObject({ ambiguous: false, candidates: [{ dialect: 'spec-1.6' }, {}] })
  })

  it.each([
    ['an exit code in meta', { meta: { exit_code: 0, duration_ms: 1 } }, 0],
    ['one that contradicts the process', { meta: { exit_code: 5, duration_ms: 1 } }, 0],
    [
      'one beside members of older generations',
      { warnings: ['x'], meta: { exit_code: 0, duration_ms: 1, cursor: 'c' } },
      0,
    ],
    ['an incomplete exit', { ok: false, error: { code: 'INCOMPLETE', message: 'm' } }, 14],
  ])('recognises contract 1.16 by %s', (_name, members, exit) => {
    const envelope = { ok: true, data: {}, error: null, warnings: [], meta: { duration_ms: 1 } }
    const stdout = JSON.stringify({ ...envelope, ...members })
    expect(detect(capture(stdout, exit)).candidates[0]?.dialect).toBe('spec-1.16')
  })

  it.each([
    ['warnings with codes', { warnings: [{ code: 'OLD', message: 'x' }] }],
    ['a page', { meta: { duration_ms: 1, pagination: { total: 1 } } }],
    ['an exit code as text', { meta: { duration_ms: 1, exit_code: '0' } }],
    ['a version', { meta: { duration_ms: 1, schema_version: '1.16', tool_version: '1.16.0' } }],
    ['the exit number of incomplete work alone', {}, 14],
  ])(
    'does not take %s without an exit code in meta for contract 1.16',
    (_name, members, exit = 0) => {
      const envelope = {
        ok: exit === 0,
        data: {},
        error: null,
        warnings: [],
        meta: { duration_ms: 1 },
      }
      const { candidates } = detect(capture(JSON.stringify({ ...envelope, ...members }), exit))
      expect(candidates.map(({ dialect }) => dialect)).not.toContain('spec-1.16')
    },
  )

  it.each([
    ['2 with a failed validation', 2, { phase: 'validation' }, 'spec-1.6'],
    ['3 with a failed validation', 3, { phase: 'validation' }, 'spec-1.0'],
    ['3 that is retryable', 3, { retryable: true }, 'spec-1.0'],
    ['8 that is retryable', 8, { retryable: true }, 'spec-1.0'],
    ['13 that is retryable', 13, { retryable: true }, 'spec-1.0'],
  ])('prefers the generation in which the exit makes sense: %s', (_name, exit, said, dialect) => {
    const error = { code: 'x', message: 'y', ...said }
    const envelope = { ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } }
    expect(detect(capture(JSON.stringify(envelope), exit))).toMatchObject({
      ambiguous: true,
      candidates: [{ dialect }, {}],
    })
  })

  it('prefers the safe reading if neither generation prints such an error', () => {
    const error = { code: 'x', message: 'y', retryable: true }
    const envelope = { ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } }
    expect(detect(capture(JSON.stringify(envelope), 2))).toMatchObject({
      ambiguous: true,
      candidates: [{ dialect: 'spec-1.0' }, { dialect: 'spec-1.6' }],
    })
  })

  it.each([
    '{"success":false,"error":{"code":"x"}}',
    '{"status":"error","message":"no"}',
    '{"status":"FAILED"}',
    '{"error":"no such file"}',
    '{"errors":[{"message":"no"}]}',
    '{"progress":1}\n{"success":false}',
  ])('does not offer compact output for an unknown failure with exit 0: %s', (stdout) => {
    expect(detect(capture(stdout)).candidates).toEqual([])
  })

  it.each(['{"ok":false,"error":{"code":"x","mess', '{"a":1}\n{"ok":fal', '[{"id":1},{"i'])(
    'does not offer compact output if a document is cut off: %s',
    (stdout) => {
      expect(detect(capture(stdout)).candidates).toEqual([])
    },
  )

  it.each([
    '{"error":null,"rows":[]}',
    '[1,2]',
    '{"summary":{},"diagnostics":[],"command":"lint"}',
    'OpenSSL 3.0.17 1 Jul 2025 (Library: OpenSSL 3.0.17)',
    'name: web\nsize: 3',
  ])('takes no dialect where only the exit tells of a success: %s', (stdout) => {
    expect(detect(capture(stdout)).candidates).toEqual([])
  })

  it.each([
    [
      'claw-2.0',
      { timestamp: 't', command: 'x', exit_code: 1, ok: false, error: { kind: 'auth' } },
    ],
    ['claw-1.0', { type: 'error', error: 'no', kind: 'unknown', hint: null, ok: false }],
  ])('detects %s even if the payload has an ok member', (dialect, document) => {
    expect(detect(capture(JSON.stringify(document), 1)).candidates[0]?.dialect).toBe(dialect)
  })

  it('ignores version strings', () => {
    const members = { timestamp: 't', command: 'x', exit_code: 0, schema_version: '1.0' }
    expect(detect(capture(JSON.stringify(members))).candidates[0]?.dialect).toBe('claw-2.0')
  })

  it('finds no candidate for empty output', () => {
    expect(detect(capture(''))).toEqual({ candidates: [], ambiguous: true })
  })

  it('ranks the candidates of any output, and never throws', () => {
    fc.assert(
      fc.property(arbitraryCapture, (any) => {
        const confidences = detect(any).candidates.map(({ confidence }) => confidence)
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
      }),
      { numRuns: 200 },
    )
  })
})

describe('decode', () => {
  it('detects the dialect if none is given', async () => {
    const stdout = '{"schema":"animus.cli.v1","ok":true,"data":1}'
    expect(await decode(capture(stdout))).toMatchObject({
      dialect: 'animus-1',
      outcome: { ok: true, data: 1 },
    })
  })

  it('lets the exit decide where no dialect fits, and says what contradicts it', async () => {
    const denial = '{"success":false,"error":"no"}'
    const { dialect, outcome } = await decode(capture(denial))
    expect([dialect, outcome.ok]).toEqual([null, true])
    expect(outcome.data).toEqual({
      stdout: { success: false, error: 'no' },
      stderr: '',
      exit_code: 0,
    })
    expect(outcome.warnings).toEqual([
      'The output calls itself a failure (no), but the exit code 0 says success.',
    ])
    const failed = await decode({ ...capture(denial), stderr: 'error: no\n', exit_code: 3 })
    expect(failed.outcome.error).toMatchObject({ code: 'EXIT_STATUS', message: 'no' })
    const killed = await decode({ ...capture(''), exit_code: Number.NaN })
    expect(killed.outcome.error?.message).toBe('The program ended without an exit code.')
  })

  it.each(['{"ok":false}', '', '{"a":'])(
    'takes nothing for a success whose exit nobody knows: %j',
    async (stdout) => {
      const { dialect, outcome } = await decode(capture(stdout), { isExitUnknown: true })
      expect(dialect).toBe(null)
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: 'EXIT_UNKNOWN', retryable: null },
        data: { exit_code: null },
      })
    },
  )

  it('reads animus under its former name if that is allowed', async () => {
    const former = capture('{"schema":"ao.cli.v1","ok":true,"data":1}')
    const read = await decode(former, { dialect: 'animus-1', aliases: ['ao.cli.v1'] })
    expect(read.outcome).toMatchObject({ ok: true, data: 1, meta: { schema: 'ao.cli.v1' } })
  })
})
