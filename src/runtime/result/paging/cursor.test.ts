import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readCursor, writeCursor } from './cursor.ts'
import type { CursorState } from '../../run/cursor-state.ts'

const states: fc.Arbitrary<CursorState> = fc.record(
  {
    position: fc.oneof(fc.string(), fc.nat(), fc.constant(null)),
    skip: fc.integer({ min: 1, max: 1e6 }),
    cuts: fc.array(
      fc.record({
        path: fc.array(fc.oneof(fc.string(), fc.nat(9)), { maxLength: 3 }),
        offset: fc.nat(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
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
