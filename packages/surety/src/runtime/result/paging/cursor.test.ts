import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readCursor, writeCursor } from './cursor.ts'
import type { CursorState } from '../../run/parsed-input.ts'

const states: fc.Arbitrary<CursorState> = fc.record(
  {
    position: fc.oneof(fc.string(), fc.nat(), fc.constant(null)),
    skip: fc.integer({ min: 1, max: 1e6 }),
    path: fc.array(fc.integer({ min: -1e6, max: 1e7 }), { minLength: 1, maxLength: 11 }),
  },
  { requiredKeys: ['position'] },
)

describe('REQ-O-003: cursors', () => {
  test('carry their whole state in URL-safe characters', () => {
    fc.assert(
      fc.property(states, fc.string(), (state, binding) => {
        const cursor = writeCursor(state, binding)
        expect(cursor).toMatch(/^[A-Za-z0-9_.-]+$/)
        expect(readCursor(cursor, binding)).toEqual({ ok: true, state })
      }),
    )
  })

  test('have at most 256 characters without a position of the backend', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -(10 ** 7), max: 10 ** 8 }), { maxLength: 11 }),
        fc.option(fc.maxSafeNat()),
        fc.string(),
        (path, position, binding) => {
          const cursor = writeCursor({ position, path, expires: Date.now() }, binding)
          expect(cursor.length).toBeLessThanOrEqual(256)
        },
      ),
    )
  })

  test('are not written if they would be refused when they come back', () => {
    expect(() => writeCursor({ position: 'x'.repeat(5000) }, '')).toThrow('next of 5000 characters')
  })

  test('are refused with INVALID_CURSOR if changed, cut, made up or from another query', () => {
    const cursor = writeCursor({ position: 20 }, 'acme ls')
    for (const bad of [
      '',
      'x',
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}x`,
      `A${cursor}`,
      '..',
      '\0',
      'a'.repeat(1e6),
    ]) {
      expect(readCursor(bad, 'acme ls')).toMatchObject({
        ok: false,
        problem: { param: '--cursor', code: 'INVALID_CURSOR' },
      })
    }
    expect(readCursor(cursor, 'acme users')).toMatchObject({ ok: false })
  })

  test('are refused after they expire', () => {
    const cursor = writeCursor({ position: 1, expires: 1000 }, '')
    expect(readCursor(cursor, '', 999)).toMatchObject({ ok: true })
    expect(readCursor(cursor, '', 1001)).toMatchObject({
      problem: { message: expect.stringContaining('expired') },
    })
  })

  test('are read or refused without an exception, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String().map((text) => `${text}.x`),
        ),
        (text) => {
          expect(readCursor(text, 'q').ok).toBe(false)
        },
      ),
    )
  })
})
