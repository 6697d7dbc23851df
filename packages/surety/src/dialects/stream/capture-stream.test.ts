import { Readable, Writable } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { decodeCaptureStream } from './capture-stream.ts'

function collector(highWaterMark = 16_384) {
  const parts: Buffer[] = []
  const target = new Writable({
    highWaterMark,
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk)
      setImmediate(done)
    },
  })
  return { target, text: () => Buffer.concat(parts).toString() }
}

describe('decodeCaptureStream', () => {
  const run = async (input: string, options = {}) => {
    const { target, text } = collector()
    const summary = await decodeCaptureStream(Readable.from([Buffer.from(input)]), target, options)
    return {
      summary,
      answers: text()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    }
  }
  const capture = (members: object): string =>
    `${JSON.stringify({ stdout: '{"ok":true,"type":"t","data":[1]}', stderr: '', exit_code: 0, ...members })}\n`

  it('answers captures in order, in the dialect of the line, the default or the detected one', async () => {
    const { summary, answers } = await run(
      capture({ id: 1, dialect: 'td' }) + capture({ id: 'b' }),
      { dialect: 'animus-1' },
    )
    expect(summary).toEqual({ lines: 2, decoded: 2, failed: 0, undetected: 0, ambiguous: 0 })
    expect(answers[0]).toMatchObject({ id: 1, dialect: 'td', outcome: { ok: true, data: [1] } })
    expect(answers[1]).toMatchObject({ id: 'b', dialect: 'animus-1', outcome: { ok: false } })
    expect((await run(capture({}))).answers[0]).toMatchObject({ id: null, dialect: 'td' })
  })

  it('writes one error line for a bad line', async () => {
    const { summary, answers } = await run(
      `{"id":1\n${capture({ id: 2, exit_code: 'x' })}\n${capture({ id: 3, dialect: 'nope' })}[]\n${capture({ id: 4, dialect: 'td' })}`,
    )
    expect(summary).toEqual({ lines: 5, decoded: 1, failed: 4, undetected: 0, ambiguous: 0 })
    expect(
      answers.map(({ line, id, error }) => [
        line,
        id,
        (error as { code: string } | undefined)?.code,
      ]),
    ).toEqual([
      [1, undefined, 'INVALID_JSON'],
      [2, 2, 'INVALID_CAPTURE'],
      // The third line is blank and counts: an editor goes by the number.
      [4, 3, 'UNKNOWN_DIALECT'],
      [5, undefined, 'INVALID_CAPTURE'],
      [undefined, 4, undefined],
    ])
  })

  it('reads a process that was killed by a signal, with a null exit code', async () => {
    const { summary, answers } = await run(
      capture({ id: 1, dialect: 'td', exit_code: null, signal: 'SIGTERM' }) +
        capture({ id: 2, dialect: 'td', exit_code: null }),
    )
    expect(summary).toMatchObject({ decoded: 2, failed: 0 })
    expect(answers[0]).toMatchObject({
      outcome: { ok: false, exit: 'TERMINATED', process: { exit_code: 143 } },
    })
    expect(answers[1]).toMatchObject({ outcome: { ok: false, diagnostics: { malformed: true } } })
  })

  it('answers documents of any depth', async () => {
    const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`
    const { summary, answers } = await run(
      capture({ id: 1, dialect: 'td', stdout: `{"ok":true,"type":"t","data":${deep}}` }),
    )
    expect(summary).toMatchObject({ decoded: 1, failed: 0 })
    expect(answers[0]).toMatchObject({ id: 1, outcome: { ok: true } })
  })

  it('rejects lines over the limit', async () => {
    const { answers } = await run(capture({ stdout: 'x'.repeat(500) }) + capture({ id: 1 }), {
      maxLineBytes: 200,
    })
    expect(answers[0]).toMatchObject({ line: 1, error: { code: 'LINE_TOO_LONG' } })
    expect(answers[1]).toMatchObject({ id: 1 })
  })
})
