import { describe, expect, it } from 'vitest'

import type { ReadOutcome } from '../contract/index.ts'
import { detect } from './registry/detect.ts'
import { dialect as compact } from './incur/compact/index.ts'
import { dialect as full } from './incur/full/index.ts'
import { MAX_PRINTED } from './incur/records.ts'
import { loadDialect } from './registry/load-dialect.ts'
import { DIALECT_IDS } from './registry/built-in.ts'

const read = (stdout: string, exit_code = 0): ReadOutcome =>
  compact.decode({ stdout, stderr: '', exit_code })
const codes = ({ diagnostics }: ReadOutcome): readonly string[] =>
  diagnostics.problems.map((problem) => problem.split(':', 1)[0]!)

const MORE = MAX_PRINTED + 7

describe('endless output without an envelope', () => {
  it('keeps the end of a text and reports that', () => {
    const text = `${'All work and no play.\n'.repeat(500_000)}The end.`
    for (const exit of [0, 1]) {
      const outcome = read(text, exit)
      expect(outcome.ok).toBe(exit === 0)
      expect(outcome.data).toHaveLength(8 * 1024 * 1024)
      expect(String(outcome.data).endsWith('The end.')).toBe(true)
      expect(codes(outcome)).toContain('output_too_long')
      expect(outcome.diagnostics.malformed).toBe(true)
    }
  })

  it('keeps the last documents, one per line', () => {
    const lines = Array.from({ length: MORE }, (_, at) => `{"at":${at}}`)
    const outcome = read(lines.join('\n'))
    expect(outcome.data).toHaveLength(MAX_PRINTED)
    expect((outcome.data as readonly unknown[]).at(-1)).toEqual({ at: MORE - 1 })
    expect(codes(outcome)).toEqual(['output_too_long'])
    expect(outcome.diagnostics.other_documents).toEqual([])
  })

  it('keeps the last scalars, one per line', () => {
    const outcome = read(Array.from({ length: MORE }, (_, at) => String(at)).join('\n'))
    expect(outcome.data).toHaveLength(MAX_PRINTED)
    expect((outcome.data as readonly unknown[]).at(-1)).toBe(MORE - 1)
    expect(codes(outcome)).toEqual(['output_too_long'])
  })

  it('keeps the last chunks of a stream and its final record', () => {
    const chunks = '{"type":"chunk","data":1}\n'.repeat(MORE)
    const failure = '{"type":"error","ok":false,"error":{"code":"X","message":"m"}}'
    for (const dialect of [compact, full]) {
      const done = dialect.decode({
        stdout: `${chunks}{"type":"done","ok":true}`,
        stderr: '',
        exit_code: 0,
      })
      expect(done.ok).toBe(true)
      expect(done.data).toHaveLength(MAX_PRINTED)
      expect(codes(done)).toContain('output_too_long')
      const failed = dialect.decode({ stdout: chunks + failure, stderr: '', exit_code: 0 })
      expect(failed).toMatchObject({ ok: false, error: { code: 'X' } })
    }
  })

  it('finds the error behind any number of other documents', () => {
    const noise = '{"progress":1} '.repeat(MORE)
    const outcome = read(`${noise}\n{"code":"no_wallet","message":"m"}`, 1)
    expect(outcome).toMatchObject({ ok: false, error: { code: 'no_wallet' } })
    expect(outcome.diagnostics.other_documents).toHaveLength(32)
  })
})

describe('a stream of records that is cut after its final record', () => {
  it('is not read as full output', () => {
    const stdout = '{"type":"chunk","data":1}\n{"type":"done","ok":true}\n{"type":"err'
    const outcome = full.decode({ stdout, stderr: '', exit_code: 0 })
    expect(outcome.ok).toBe(false)
    expect(codes(outcome)).toContain('document_cut')
  })
})

/** Counts what readers hand to the platform's parser: characters, and texts that it refuses. */
function countParsing(act: () => void): { length: number; refused: number } {
  const { parse } = JSON
  const count = { length: 0, refused: 0 }
  JSON.parse = ((text: string) => {
    count.length += text.length
    count.refused += 1
    const value = parse(text) as unknown
    count.refused -= 1
    return value
  }) as typeof JSON.parse
  try {
    act()
  } finally {
    JSON.parse = parse
  }
  return count
}

const dialects = await Promise.all(DIALECT_IDS.map((id) => loadDialect(id)))

describe('a flood of documents, whole or broken', () => {
  it.each([
    ['{}'],
    ['{}\r'],
    ['[0] '],
    ['{"a":1}\n'],
    ['{"a":[1,{'],
    ['{"a":1]\n'],
    ['{"a":"\n'],
    ['{"a":"\\q"}\n'],
    ['[[],\r'],
    ['{"ok":true,"data":1}\r'],
    ['see [1] '],
    ['"x"\n'],
    ['{"x\\'],
  ])('of %j is parsed only a few times', (part) => {
    const stdout = part.repeat(Math.ceil(100_000 / part.length))
    const capture = { stdout, stderr: '', exit_code: 0 }
    for (const read of [...dialects.map(({ decode }) => decode), detect]) {
      const { length, refused } = countParsing(() => void read(capture))
      expect(length).toBeLessThanOrEqual(5 * stdout.length)
      // A text that is refused costs as much as tens of thousands of characters.
      expect(refused).toBeLessThan(200)
    }
  })
})
