import { beforeAll, describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { runAll } from '../e2e/processes/run-tool.ts'
import { special } from './special.ts'

describe('a command that reads records', () => {
  const summary = '{"_summary":true,"total":2}\n'

  it('handles the rows of a stream up to its last line', async () => {
    const rows = '{"id":1,"_seq":1}\n\n{"heartbeat":true}\n{"id":2,"_seq":2}\n'
    const piped = await special(['records'], { input: rows + summary })
    expect([piped.code, piped.envelope['data']]).toEqual([0, { ids: [1, 2] }])
  })

  const failure =
    '{"ok":false,"data":null,"error":{"code":"GONE","message":"Gone."},"warnings":[],"meta":{"exit_code":5,"duration_ms":1}}\n'

  it.each([
    ['no JSON', `{"id":1}\nnope\n${summary}`, 'RECORD_INVALID', { line: 2 }],
    ['another shape', `{"id":1}\n{"id":"x"}\n`, 'RECORD_INVALID', { line: 2, field: 'id' }],
    ['a cut', `{"id":1}\n`, 'UPSTREAM_INCOMPLETE', { line: 1, records: 1 }],
    [
      'a failure',
      `{"id":1}\n${failure}`,
      'UPSTREAM_FAILED',
      {
        line: 2,
        upstream: { code: 'GONE', message: 'Gone.' },
        upstream_exit_code: 5,
      },
    ],
  ])(
    'REQ-F-002/6: exits 1 in execution after %s of its input',
    async (_case, input, code, context) => {
      const ended = await special(['records'], { input })
      expect([ended.code, ended.handled]).toEqual([1, '1 '])
      expect(ended.error).toMatchObject({ code, phase: 'execution', retryable: false, context })
    },
  )
})

describe('streams', () => {
  const run = () =>
    runAll({
      stream: lower(['rows', '--format', 'jsonl']),
      format: lower(['rows', '--format', 'jsonl']),
      // The second row is not made before the first one has arrived.
      early: lower(['rows', '--format', 'jsonl', '--pause', '50000'], {
        onStart: (child) =>
          child.stdout.once('data', (chunk: Buffer) => {
            first = String(chunk)
            child.kill('SIGTERM')
          }),
      }),
      plain: lower(['one', '--format', 'jsonl']),
      broken: lower(['rows', '--format', 'jsonl', '--breaks', '2']),
      made: lower(['makes', '--format', 'jsonl']),
      half: lower(['makes', '--format', 'jsonl', '--breaks']),
      preview: lower(['makes', '--format', 'jsonl', '--dry-run']),
      cut: lower(['rows', '--format', 'jsonl', '--count', '500', '--pause', '20'], {
        whenReady: (child) => void child.kill('SIGINT'),
      }),
    })
  let first = ''
  let ended: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    ended = await run()
  })

  it('have their first line before they end', () => {
    expect([ended.early.code, first]).toEqual([143, '{"id":1}\n'])
  })

  it('are a line for each row and a summary, with either option', () => {
    for (const { documents, code } of [ended.stream, ended.format]) {
      expect(documents).toEqual([
        { id: 1 },
        { id: 2 },
        { id: 3 },
        { _summary: true, total: 3, duration_ms: expect.any(Number) },
      ])
      expect(code).toBe(0)
    }
  })

  it('of a command without rows have its data as the only one', () => {
    expect(ended.plain.documents).toMatchObject([{ id: 42 }, { _summary: true, total: 1 }])
  })

  it('end with one line, which tells the exit, and number nothing', () => {
    expect(ended.broken.documents).toMatchObject([
      { id: 1 },
      { id: 2 },
      { ok: false, meta: { exit_code: ended.broken.code } },
    ])
    const { stream, plain, broken, made, half, preview, cut } = ended
    for (const { documents, code, stdout } of [stream, plain, broken, made, half, preview, cut]) {
      const isLast = ({ _summary: isSummary, ok, error }: Loose) =>
        isSummary === true || (typeof ok === 'boolean' && error !== undefined)
      expect(documents.map(isLast).lastIndexOf(false)).toBe(documents.length - 2)
      const last = documents.at(-1)!
      expect(code).toBe(last['_summary'] ? 0 : last['meta'].exit_code)
      expect(stdout).toMatch(/[^\n]\n$/)
      expect(stdout).not.toMatch(/"(?:_seq|_count|items_emitted)"/)
    }
  })

  it('of a change have an effect on each line, and count them at the end', () => {
    expect(ended.made.documents).toMatchObject([
      { effect: 'created' },
      { effect: 'noop' },
      { _summary: true, effects: { created: 1, noop: 1 } },
    ])
  })

  it('that fail after an effect must not be repeated', () => {
    expect(ended.half.documents.at(-1)).toMatchObject({ ok: false, error: { retryable: false } })
  })

  it('are previewed as a whole', () => {
    expect(ended.preview.stdout).toMatch(/"would_create"/)
    expect(ended.preview.stdout).not.toMatch(/"effect":"(?!would_)/)
    expect(ended.preview.documents.at(-1)).toMatchObject({ _summary: true, dry_run: true })
  })

  it('that are cancelled end in an envelope', () => {
    expect(ended.cut.code).toBe(130)
    expect(ended.cut.documents.at(-1)).toMatchObject({
      error: { code: 'CANCELLED' },
      data: { partial: true },
    })
    expect(ended.cut.documents.at(-2)).toHaveProperty('id')
  })

  it('come by default where a command says so, with their last line', async () => {
    const [bare, lines] = await Promise.all([lower(['rows']), lower(['lines'])])
    expect([bare.documents.length, bare.data]).toEqual([1, [{ id: 1 }, { id: 2 }, { id: 3 }]])
    expect(lines.documents).toEqual([
      { id: 1 },
      { id: 2 },
      expect.objectContaining({ _summary: true, total: 2 }),
    ])
    expect(lines.code).toBe(0)
  })

  it('are one envelope with --format json', async () => {
    const [rows, other] = await Promise.all([
      lower(['rows', '--format', 'json']),
      lower(['lines', '--format', 'json']),
    ])
    expect([rows.documents.length, rows.data]).toEqual([1, [{ id: 1 }, { id: 2 }, { id: 3 }]])
    for (const { documents, data, envelope } of [other]) {
      expect([documents.length, data]).toEqual([1, [{ id: 1 }, { id: 2 }]])
      expect(envelope).toMatchObject({ ok: true, error: null, meta: { exit_code: 0 } })
    }
  })

  it('that come by default are shown by manifest, help and --schema', async () => {
    const [manifest, help, schema, rows] = await Promise.all([
      lower(['manifest']),
      lower(['lines', '--help']),
      lower(['lines', '--schema']),
      lower(['rows', '--schema']),
    ])
    const { commands } = manifest.data
    expect([commands.lines.streaming_default, commands.rows.streaming_default]).toEqual([
      true,
      undefined,
    ])
    expect(help.stderr).toContain('streaming_default')
    expect(schema.data).toMatchObject({ supports_streaming: true, streaming_default: true })
    expect(rows.data['supports_streaming']).toBe(true)
    expect(rows.data).not.toHaveProperty('streaming_default')
  })

  it('have no item that looks like another line, and leave `_seq` to its owner', async () => {
    const { documents, stdout } = await lower(['odd', '--format', 'jsonl'])
    expect(documents.slice(0, -1)).toEqual([
      { value: { _summary: true } },
      { value: { ok: true, error: null } },
      { value: { heartbeat: true } },
      { id: 4, _seq: 9 },
    ])
    expect(documents.at(-1)).toMatchObject({ _summary: true, total: 4 })
    expect(stdout).not.toContain('_count')
  })
})
