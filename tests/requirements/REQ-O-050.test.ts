import { beforeAll, describe, expect, it } from 'vitest'

import { calls, lower } from '../e2e/processes/run-lower.ts'

type Called = Awaited<ReturnType<typeof calls>>

describe('calls as data', () => {
  let many: Called
  let preview: Called
  beforeAll(async () => {
    const lines = [
      { _cmd: 'one' },
      { _cmd: 'confirmed', size: 7, _opts: { apply: true } },
      { _cmd: 'list', _opts: { limit: 1 } },
      { _cmd: 'look', _opts: { cwd: 'true' } },
      { _cmd: 'Bad Name' },
      { nothing: 1 },
    ]
    ;[many, preview] = await Promise.all([
      calls(lines),
      calls([{ _cmd: 'confirmed', _opts: { apply: true } }, { _cmd: 'one' }], {}, '--dry-run'),
    ])
  })

  it('are answered a line each, without work of the commands', () => {
    expect(many.answers).toHaveLength(6)
    expect(many.answers[0]).toMatchObject({ ok: true, data: { id: 42 } })
  })

  it('are answered by envelopes, with command and line in meta alone', () => {
    for (const answer of many.answers)
      expect(Object.keys(answer)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
    expect(many.answers.map(({ meta }) => meta._line as number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(many.answers[0]!['meta']._cmd).toBe('one')
  })

  it('end with the first that fails', async () => {
    const first = await lower(['exec'], { input: '{"_cmd":"nope"}\n{"_cmd":"one"}\n' })
    expect([first.code, first.documents.length]).toEqual([1, 1])
  })

  it('go on with --ignore-errors, and exit with 1 all the same', () => {
    expect(many.code).toBe(1)
    const ends = many.answers.map(({ ok }) => ok as boolean)
    expect(ends).toEqual([true, true, true, false, false, false])
  })

  it('are refused without a name of a command, before anything is done', () => {
    const error = { code: 'DISPATCH_PARSE_ERROR', phase: 'validation' }
    expect(many.answers.slice(4)).toMatchObject([{ error }, { error }])
  })

  it('exit with 2 if no line can be read', async () => {
    const malformed = await lower(['exec'], { input: 'nope\n[]\n' })
    expect(malformed.code).toBe(2)
    expect(malformed.documents[0]).toMatchObject({ error: { code: 'DISPATCH_PARSE_ERROR' } })
  })

  it('take true as a bare flag, and numbers and texts as values', () => {
    const [, confirmed, list, text] = many.answers
    expect(confirmed).toMatchObject({ data: { effect: 'updated' }, meta: { dry_run: false } })
    expect(list!['data']).toHaveLength(1)
    // As a text, true is the name of a folder.
    expect(text).toMatchObject({ ok: false, meta: { exit_code: 2 } })
  })

  it('hand the other members to the command, which checks them', async () => {
    const { answers } = await calls([
      { _cmd: 'take', id: [1, 2] },
      { _cmd: 'take', id: 'x' },
    ])
    expect(answers).toMatchObject([{ data: { ids: [1, 2] } }, { meta: { exit_code: 2 } }])
  })

  it('are previewed with --dry-run, which beats the flag of a line', () => {
    expect(preview.answers).toMatchObject([
      { data: { effect: 'would_update' }, meta: { dry_run: true } },
      { ok: true },
    ])
    expect(preview.trace).toBe('')
  })
})
