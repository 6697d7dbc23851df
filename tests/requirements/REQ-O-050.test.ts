import { describe, expect, it } from 'vitest'

import { calls, lower } from '../e2e/processes/run-lower.ts'

describe('calls as data', () => {
  it('REQ-O-050/1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17: are answered a line each, in one process', async () => {
    const lines = [
      { _cmd: 'one' },
      { _cmd: 'confirmed', size: 7, _opts: { apply: true } },
      { _cmd: 'list', _opts: { limit: 1 } },
      { _cmd: 'look', _opts: { cwd: 'true' } },
      { _cmd: 'Bad Name' },
      { nothing: 1 },
    ]
    const [many, preview, first, malformed] = await Promise.all([
      calls(lines),
      calls([{ _cmd: 'confirmed', _opts: { apply: true } }, { _cmd: 'one' }], {}, '--dry-run'),
      lower(['exec'], { input: '{"_cmd":"nope"}\n{"_cmd":"one"}\n' }),
      lower(['exec'], { input: 'nope\n[]\n' }),
    ])
    expect(many.code).toBe(1)
    expect(many.answers).toHaveLength(6)
    expect(many.answers.map(({ meta }) => meta._line as number)).toEqual([1, 2, 3, 4, 5, 6])
    for (const answer of many.answers)
      expect(Object.keys(answer)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
    const [one, confirmed, list, text, badName, nothing] = many.answers
    expect(one).toMatchObject({ ok: true, meta: { _cmd: 'one' } })
    expect(confirmed).toMatchObject({ data: { effect: 'updated' }, meta: { dry_run: false } })
    expect(list!['data']).toHaveLength(1)
    expect(text).toMatchObject({ ok: false, meta: { exit_code: 2 } })
    for (const refused of [badName, nothing])
      expect(refused).toMatchObject({
        error: { code: 'DISPATCH_PARSE_ERROR', phase: 'validation' },
      })
    expect(preview.answers).toMatchObject([
      { data: { effect: 'would_update' }, meta: { dry_run: true } },
      { ok: true },
    ])
    expect(preview.trace).toBe('')
    expect([first.code, first.documents.length, malformed.code]).toEqual([1, 1, 2])
  })
})
