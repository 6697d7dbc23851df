import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from 'surety/unstable/contract'
import { OpenCapture } from 'surety/unstable/dialects'
import { decodeAnswer } from './find-dialect.ts'
import { isTooDeep } from 'surety/unstable/dialects'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const envelope = (data: string, more = '') =>
  `${more}{"ok":true,"data":${data},"error":null,"warnings":[],"meta":{"duration_ms":1}}`
const read = async (stdout: string) => {
  const capture = new OpenCapture({ stdout, stderr: '', exit_code: 0 })
  return (await decodeAnswer(capture, { dialect: 'spec-1.0' })).outcome
}

describe('deeply nested answers', () => {
  test('reads an answer with up to a thousand levels', async () => {
    expect(isTooDeep(JSON.parse(nested(1000)))).toBe(false)
    expect((await read(envelope(nested(900)))).ok).toBe(true)
  })

  test('rejects an answer that is nested too deeply to be written again', async () => {
    expect(isTooDeep(JSON.parse(nested(200_000)))).toBe(true)
    const outcome = await read(envelope(nested(100_000)))
    expect(outcome).toMatchObject({ ok: false, diagnostics: { malformed: true } })
    expect(() => JSON.stringify(outcome)).not.toThrow()
  })

  test('keeps the data if only other documents are too deep', async () => {
    const outcome = await read(envelope('[1]', `{"x":${nested(50_000)}}\n`))
    expect(outcome.data).toEqual([1])
    expect(() => JSON.stringify(outcome)).not.toThrow()
  })

  test('accepts every ordinary value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isTooDeep(value as JsonValue)).toBe(false)
      }),
    )
  })
})
