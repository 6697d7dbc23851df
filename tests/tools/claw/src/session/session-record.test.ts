import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseSession, toLine, UnreadableSession, type SessionRecord } from './session-record.ts'

const prompt = (text: string): SessionRecord => ({ type: 'prompt_history', timestamp_ms: 1, text })

describe('reading', () => {
  test('blank lines are skipped', () => {
    expect(parseSession(`\n${toLine(prompt('a'))}\n\n`)).toEqual([prompt('a')])
  })

  test.each([
    ['not JSON', '{oops\n', 'line 2 is not JSON'],
    ['no object', '[]\n', 'line 2 has no known type'],
    ['no type', '{}\n', 'line 2 has no known type'],
    ['an unknown type', '{"type":"dream"}\n', 'line 2 has no known type'],
    ['a message without blocks', '{"type":"message"}\n', 'line 2 has no known type'],
  ])('a line with %s makes the file unreadable and is named', (_what, line, said) => {
    expect(() => parseSession(toLine(prompt('a')) + line)).toThrow(said)
  })

  test('a last line without its line feed was never acknowledged and is left out', () => {
    expect(parseSession(`${toLine(prompt('a'))}{"type":"prom`)).toEqual([prompt('a')])
  })

  test('no text does worse than being unreadable', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          expect(Array.isArray(parseSession(text))).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableSession)
        }
      }),
    )
  })
})

describe('writing', () => {
  test('a text over 16384 characters is cut with a mark', () => {
    const [record] = parseSession(toLine(prompt('x'.repeat(20_000))))
    const text = record?.type === 'prompt_history' ? record.text : ''
    expect(text).toMatch(/^x{16384}… \[cut\]$/)
  })

  test.each([
    'sk-ant-REDACTED',
    'ANTHROPIC_API_KEY=REDACTED',
    'Authorization: Bearer REDACTED',
    'password: "REDACTED"',
    'my_secret=REDACTED',
  ])('%s is masked', (text) => {
    const secret = 'hunter2-very-secret'
    const line = toLine(prompt(`before ${text.replace('REDACTED', secret)} after`))
    expect(line).not.toContain(secret)
    expect(line).toContain('[masked]')
    expect(line).toContain('before')
  })

  test('any record is one line and comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const line = toLine(prompt(text))
        expect(line.indexOf('\n')).toBe(line.length - 1)
        expect(parseSession(line)).toHaveLength(1)
      }),
    )
  })
})
