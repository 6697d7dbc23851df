import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonObject, JsonValue, Outcome, ReadOutcome } from '../contract/index.ts'
import { arbitraryCapture, mutatedCapture } from './capture.arbitrary.ts'
import { outcome as arbitraryOutcome } from './outcome.arbitrary.ts'
import type { Capture, Dialect, Encoded } from './dialect.ts'
import { encode } from './encode.ts'
import { writeWithLosses } from './write/losses.ts'
import { isKnownPlace, outcomeWithout } from './outcome-without.suite.ts'

/** What a dialect's own test tells the shared suite. */
export interface DialectCases {
  /** Whether a success has an open place too. */
  readonly hasRoomOnSuccess: boolean
  /**
   * Whether a failure has room for stowed members. Default true, as in every built-in dialect; a
   * described dialect whose failures are only exit numbers has no document for them.
   */
  readonly hasRoomOnFailure?: boolean
  /** Whether a capture without an envelope can be a success, as in incur's compact output. */
  readonly hasEnvelope: boolean
  /** The file in fixtures/dialects, without `.json`. Default the id, which only built-in dialects own. */
  readonly file?: string
  /**
   * The least number of fixtures. Default 25 for built-in dialects; described dialects share one
   * reader, so that fewer are enough.
   */
  readonly minimumFixtures?: number
  readonly runs?: number
}

/** A sample of a file in fixtures/dialects, by its name there. */
interface Fixture {
  readonly name: string
  readonly capture?: Capture
  readonly outcome: Outcome
  readonly encoded?: {
    readonly document: JsonValue
    readonly stream: string
    readonly exit_code: number
  }
}

/** Runs the suite that every dialect passes. */
export function dialectCases(dialect: Dialect, cases: DialectCases): void {
  const runs = { numRuns: cases.runs ?? 60 }
  describe(`${dialect.id}: fixtures`, () => {
    const fixtures = readFixtures(cases.file ?? dialect.id)
    const minimum = cases.minimumFixtures ?? 25
    it(`has at least ${minimum} of them`, () => {
      expect(fixtures.length).toBeGreaterThanOrEqual(minimum)
    })
    it.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', (_name, fixture) => {
      expect(fixture.capture ?? fixture.encoded, 'what to read or what was written').toBeDefined()
      if (fixture.capture) expect(plain(dialect.decode(fixture.capture))).toEqual(fixture.outcome)
      if (fixture.encoded) {
        const { document, stream, exit_code } = dialect.toDocument(fixture.outcome, OPTIONS)
        expect(plain({ document: document ?? null, stream, exit_code })).toEqual(fixture.encoded)
      }
    })
  })

  describe(`${dialect.id}: properties`, () => {
    const validate = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(
      dialect.schema as object,
    )
    it('reads back what it wrote, except for the reported losses', () => {
      fc.assert(
        fc.property(arbitraryOutcome, (outcome) => {
          const encoded = encode(outcome, dialect, EXACT)
          const back = dialect.decode(encoded)
          const lost = encoded.losses.filter(({ stowed_at }) => stowed_at === null)
          const pointers = lost.map(({ pointer }) => pointer)
          expect(outcomeWithout(back, pointers)).toEqual(outcomeWithout(outcome, pointers))
          const hasRoom = outcome.ok ? cases.hasRoomOnSuccess : (cases.hasRoomOnFailure ?? true)
          if (hasRoom) expect(lost).toEqual([])
          expect(back.ok).toBe(outcome.ok)
        }),
        runs,
      )
    })

    it('writes documents without problems for its own reader', () => {
      fc.assert(
        fc.property(arbitraryOutcome, (outcome) => {
          const back = dialect.decode(encode(outcome, dialect, EXACT))
          expect(back.diagnostics).toEqual({ malformed: false, problems: [], other_documents: [] })
        }),
        runs,
      )
    })

    it('writes documents that match its schema, and points at what it stowed', () => {
      fc.assert(
        fc.property(arbitraryOutcome, (outcome) => {
          const { document, losses } = writeWithLosses(dialect, outcome, EXACT)
          if (document === undefined) {
            // Null without an envelope, or a failure that is an exit number alone, prints nothing.
            if (outcome.ok) expect([cases.hasEnvelope, outcome.data]).toEqual([false, null])
            else expect(cases.hasRoomOnFailure).toBe(false)
            return
          }
          expect(
            validate(JSON.parse(JSON.stringify(document))),
            JSON.stringify(validate.errors),
          ).toBe(true)
          for (const { stowed_at } of losses) {
            if (stowed_at !== null) expect(isKnownPlace(document, stowed_at), stowed_at).toBe(true)
          }
        }),
        runs,
      )
    })

    it('adds no bookkeeping unless it is asked to, and says so in its losses', () => {
      fc.assert(
        fc.property(arbitraryOutcome, (outcome) => {
          fc.pre(!JSON.stringify(outcome).includes('x_envelope'))
          const { stdout, stderr, losses } = encode(outcome, dialect, { ...OPTIONS, losses: true })
          expect(stdout + stderr).not.toContain('x_envelope')
          if (stdout + stderr === '') return
          const document = JSON.parse(stdout + stderr) as JsonValue
          expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
          for (const { stowed_at } of losses) {
            if (stowed_at !== null) expect(isKnownPlace(document, stowed_at), stowed_at).toBe(true)
          }
        }),
        runs,
      )
    })

    it('never throws and always returns an outcome', () => {
      fc.assert(
        fc.property(arbitraryCapture, (capture) => checkShape(dialect.decode(capture), capture)),
        runs,
      )
    })

    it('never reads a damaged failure as a success', () => {
      fc.assert(
        fc.property(arbitraryOutcome, mutatedCapture, (outcome, mutate) => {
          const capture = mutate(encode(outcome, dialect, EXACT))
          const back = dialect.decode(capture)
          checkShape(back, capture)
          if (capture.exit_code !== 0) expect(back.ok).toBe(false)
        }),
        runs,
      )
    })

    it('does not let stowed members turn a failure into a success', () => {
      let forgeries = 0
      fc.assert(
        fc.property(arbitraryOutcome, (outcome) => {
          fc.pre(!outcome.ok)
          const encoded = encode(outcome, dialect, EXACT)
          const forged = forge(encoded)
          if ((forged.stdout + forged.stderr).includes('"data_at":"/exit"')) forgeries += 1
          const back = dialect.decode(forged)
          expect(back.ok).toBe(false)
          checkShape(back, forged)
        }),
        runs,
      )
      if (cases.hasRoomOnFailure ?? true) expect(forgeries).toBeGreaterThan(0)
    })
  })

  describe(`${dialect.id}: noise`, () => {
    const noises = [
      '\uFEFF',
      'npm warn something\n',
      '[12:00:01] starting\n',
      '\u0000\u0000\n',
      '{ not json }\n',
    ]
    it.each(noises)('finds the envelope behind %j', (noise) => {
      fc.assert(
        fc.property(arbitraryOutcome, (outcome) => {
          const encoded = encode(outcome, dialect, EXACT)
          const stdout = encoded.stdout && noise + encoded.stdout
          const stderr = encoded.stderr && noise + encoded.stderr
          const back = dialect.decode({ ...encoded, stdout, stderr })
          // A bare result and the noise around it are one text, of which the exit code says enough.
          if (!cases.hasEnvelope && outcome.ok) expect(back.ok).toBe(true)
          else expect(meaning(back)).toEqual(meaning(dialect.decode(encoded)))
        }),
        { numRuns: 25 },
      )
    })

    if (cases.hasEnvelope) {
      it.each(bareOutputs)('fails closed without an envelope: %j with exit 0', (stdout) => {
        const outcome = dialect.decode({ stdout, stderr: '', exit_code: 0 })
        expect(outcome).toMatchObject({ ok: false, exit: 'GENERAL_ERROR' })
        expect(outcome.error).toMatchObject({ retryable: false, synthesised: true })
        expect(outcome.diagnostics.malformed).toBe(true)
      })
      return
    }

    it.each(bareOutputs)('takes %j with exit 0 for the result', (stdout, data, problems) => {
      const { diagnostics, ...outcome } = dialect.decode({ stdout, stderr: '', exit_code: 0 })
      expect(outcome).toMatchObject({ ok: true, exit: 'SUCCESS', data, error: null })
      expect(diagnostics.problems.map((problem) => problem.split(':')[0])).toEqual(problems)
    })

    it.each(bareOutputs)('fails closed on %j with another exit', (stdout) => {
      const outcome = dialect.decode({ stdout, stderr: '', exit_code: 1 })
      expect(outcome).toMatchObject({ ok: false, exit: 'GENERAL_ERROR' })
      expect(outcome.error).toMatchObject({ retryable: false, synthesised: true })
      expect(outcome.diagnostics.malformed).toBe(true)
    })

    it('lets the exit code alone decide, whatever was printed', () => {
      fc.assert(
        fc.property(arbitraryCapture, (capture) => {
          expect(dialect.decode(capture).ok).toBe(capture.exit_code === 0)
        }),
        runs,
      )
    })
  })
}

/** Output without an envelope; what a dialect that has none makes of it, and what it complains of. */
const bareOutputs: readonly (readonly [stdout: string, data: JsonValue, problems: string[]])[] = [
  ['', null, []],
  ['hello', 'hello', ['not_json']],
  ['{"a":', '{"a":', ['document_cut']],
  ['[1,2', '[1,2', ['document_cut']],
  ['"ok"', 'ok', []],
]

const OPTIONS = { now: () => new Date('2026-04-22T10:10:00Z') }
const EXACT = { ...OPTIONS, stow: 'exact' } as const

function readFixtures(name: string): readonly Fixture[] {
  const file = new URL(`../../../../fixtures/dialects/${name}.json`, import.meta.url)
  return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Fixture>)
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function meaning({ ok, exit, data, error, warnings, meta }: ReadOutcome): unknown {
  return { ok, exit, data, error, warnings, meta }
}

function checkShape(outcome: ReadOutcome, capture: Capture): void {
  expect(outcome.ok).toBe(outcome.exit === 'SUCCESS')
  expect(outcome.ok).toBe(outcome.error === null)
  expect(outcome.diagnostics.malformed).toBe(outcome.diagnostics.problems.length > 0)
  expect(outcome.process.exit_code).toBe(capture.exit_code)
}

/** Replaces whatever was stowed by claims that nobody should believe. */
function forge(encoded: Encoded): Encoded {
  const claims: JsonObject = {
    data_at: '/exit',
    restore: {
      '/ok': true,
      '/exit': 'SUCCESS',
      '/error': null,
      '/error/code': 5,
      '/error/retryable': 'yes',
      '/error/__proto__': { polluted: true },
      '/meta/duration_ms': 'long',
      '/warnings': 'none',
      '/a/b/c': 1,
    },
    remove: ['/error', '/error/code', 7],
  }
  const swap = (text: string): string => {
    if (text === '') return text
    return JSON.stringify(JSON.parse(text), (key, value: unknown) =>
      key === 'x_envelope' ? claims : value,
    )
  }
  return { ...encoded, stdout: swap(encoded.stdout), stderr: swap(encoded.stderr) }
}
