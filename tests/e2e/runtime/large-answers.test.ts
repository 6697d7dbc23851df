import { describe, expect, it } from 'vitest'

import {
  callTogether,
  runProgram,
  type Ended,
  type Loose,
  type ProcessOptions,
  underLoad,
} from '../processes/run-program.ts'

const LIMIT = 1_048_576
const large = (argv: readonly string[], options?: ProcessOptions) =>
  runProgram('large-answers.mjs', argv, options)
/** The same beside other calls in one process. */
const beside = callTogether('large-answers.mjs')

function theEnvelope(ended: Ended): Loose {
  expect(ended.stdout.split('\n')).toHaveLength(2)
  expect(Buffer.byteLength(ended.stdout)).toBeLessThanOrEqual(LIMIT)
  return ended.documents[0]!
}

/** Follows the cursors of an answer to its end. */
async function allParts(name: string): Promise<readonly Loose[]> {
  const parts: Loose[] = []
  let argv: readonly string[] | null = [name]
  while (argv !== null) {
    const envelope: Loose = theEnvelope(await (name === 'rows' ? large : beside)(argv))
    parts.push(envelope)
    const { truncated, cursor, rest } = envelope['meta']
    expect((cursor ?? rest ?? '').length).toBeLessThanOrEqual(256)
    // Only the list is made again; the others are kept.
    expect([cursor, rest].map((way) => way !== undefined)).toEqual([
      truncated === true && name === 'page',
      truncated === true && name !== 'page',
    ])
    argv = truncated ? [name, ...(cursor ? ['--cursor', cursor] : ['--rest', rest])] : null
  }
  expect(parts.length).toBeGreaterThan(1)
  return parts
}

describe('REQ-F-052: an answer above the size limit', () => {
  it.each([
    ['record', 14_000],
    ['rows', 6000],
    ['page', 6000],
    ['stream', 6000],
  ])('%s is cut between its parts, which join to the whole', async (name, count) => {
    const started = performance.now()
    const parts = await allParts(name)
    // Cutting a record took 39 seconds.
    expect(performance.now() - started).toBeLessThan(underLoad(30_000))
    expect(parts[0]!['meta'].total_count).toBe(count)
    if (name === 'record') {
      const names = parts.flatMap(({ data }) => Object.keys(data))
      expect(names).toEqual(Array.from({ length: count }, (_, id) => `member_${id}`))
      const { left_out: named, left_out_count: left, returned_count: given } = parts[0]!['meta']
      expect(named[0]).toBe(`/member_${given}`)
      expect(left).toBe(count - given)
      return
    }
    const ids = parts.flatMap(({ data }) => data.map(({ id }: Loose) => id))
    expect(ids).toEqual(Array.from({ length: count }, (_, id) => id))
  })

  it('keeps the small members beside a list', async () => {
    const { data, meta } = theEnvelope(await beside(['wrapped']))
    expect(data).toMatchObject({ total: 6000, note: 'all of them' })
    expect(meta).toMatchObject({ total_count: 6000, returned_count: data.rows.length })
  })

  it('leaves out a text that is too large, and the hint gets it', async () => {
    const { data, meta, warnings } = theEnvelope(await large(['file']))
    expect(data).toEqual({ path: 'notes.txt', mode: 420 })
    expect(meta).toMatchObject({ left_out: ['/content'], left_out_count: 1, truncated: true })
    expect(warnings[0]).toContain('/content')
    expect(meta.rest).toMatch(/^[\da-f]{24}$/)
    expect(warnings[0]).toContain(`env LARGE_MAX_OUTPUT_BYTES=0 large file --rest ${meta.rest}`)
    const all = await large(['file', '--rest', meta.rest], { env: { LARGE_MAX_OUTPUT_BYTES: '0' } })
    expect(all.documents[0]!['data'].content).toHaveLength(2_000_000)
  })

  it('applies to warnings, notes, errors and the data of a failure', async () => {
    const [warn, note, fail, data] = await Promise.all(
      ['warn', 'note', 'fail', 'fail-with-data'].map(async (name) =>
        theEnvelope(await beside([name])),
      ),
    )
    expect(warn).toMatchObject({ ok: true, data: { fine: true } })
    expect(warn!['warnings'].at(-1)).toMatch(/^\d+ more warnings were left out\.$/)
    expect(note!['warnings']).toEqual(['Cut to fit the limit: meta.remark.'])
    expect(fail!['error']).toMatchObject({ code: 'TAKEN' })
    expect(fail!['warnings'].at(-1)).toContain('error.message')
    expect(data).toMatchObject({ ok: false, meta: { truncated: true } })
  })

  it('does not apply to the manifest, which takes no longer than the others', async () => {
    const started = performance.now()
    const ended = await large(['manifest', '--envelope', 'spec-1.6'], { env: { MANY: '1' } })
    // It took 53 seconds.
    expect(performance.now() - started).toBeLessThan(underLoad(30_000))
    const { data, meta } = ended.documents[0]!
    expect(Object.keys(data.commands).length).toBeGreaterThan(500)
    expect(ended.stdout.length).toBeGreaterThan(LIMIT)
    expect(meta.truncated).not.toBe(true)
  })

  it('--token-limit applies to errors and warnings', async () => {
    const [fail, warn] = await Promise.all([
      beside(['fail', '--token-limit', '100']),
      beside(['warn', '--token-limit', '100']),
    ])
    expect(theEnvelope(fail)['error'].code).toBe('TAKEN')
    expect(fail.stdout.length).toBeLessThan(1200)
    expect(theEnvelope(warn)['warnings'].at(-1)).toMatch(/more warnings were left out/)
    expect(warn.stdout.length).toBeLessThan(1200)
  })
})

describe('a list', () => {
  it.each(['jsonl', 'plain', 'yaml', 'toon', 'md'])(
    'says in %s that it was cut and how to go on, on stderr',
    async (format) => {
      // Rendering a megabyte takes up to a second, so the limit is a lower one.
      const call = format === 'jsonl' ? large : beside
      const [size, page] = await Promise.all([
        call(['some', '--format', format], { env: { LARGE_MAX_OUTPUT_BYTES: '65536' } }),
        call(['few', '--format', format]),
      ])
      expect(Buffer.byteLength(size.stdout)).toBeLessThanOrEqual(65_536)
      expect(Buffer.byteLength(size.stdout)).toBeGreaterThan(40_000)
      expect(size.stderr).toMatch(
        /^Warning: The answer was cut to \d+ of 600\. Continue with: large some --rest [\da-f]{24}\.\d+$/m,
      )
      expect(page.stderr).toMatch(
        /^Warning: The answer was cut to 20 of 45\. Continue with: large few .*--cursor/,
      )
    },
  )

  it('counts the rows that a window of tokens leaves', async () => {
    const { stdout, stderr } = await beside(['few', '--format', 'plain', '--token-limit', '40'])
    const rows = stdout.trim().split('\n').length - 1
    expect(rows).toBeLessThan(20)
    expect(stderr).toContain(`Warning: The answer was cut to ${rows} of 45.`)
  })

  it.each(['jsonl', 'plain'])('without items prints nothing in %s', async (format) => {
    const ended = await beside(['none', '--format', format])
    expect(ended).toMatchObject({ stdout: '', stderr: '', code: 0 })
  })

  it('of an async generator obeys the default and --limit, even if it never ends', async () => {
    const [first, more] = await Promise.all([
      beside(['endless-list']),
      large(['endless-list', '--limit', '3', '--format', 'jsonl']),
    ])
    const { data, meta } = theEnvelope(first)
    expect(data).toHaveLength(20)
    expect(meta).toEqual({
      duration_ms: expect.any(Number),
      truncated: true,
      cursor: expect.any(String),
    })
    expect(more.documents.slice(0, 3)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }])
    expect(more.documents[3]).toMatchObject({ meta: { truncated: true } })
    const cursor = more.documents[3]!['meta'].cursor
    const next = await beside(['endless-list', '--limit', '2', '--cursor', cursor])
    expect(theEnvelope(next)['data']).toEqual([{ id: 3 }, { id: 4 }])
  })

  it('of an async generator that ends has its total', async () => {
    const argv = ['short-list', '--limit', '0', '--envelope', 'spec-1.6']
    const { data, meta } = theEnvelope(await beside(argv))
    expect(data).toHaveLength(25)
    expect(meta.pagination).toMatchObject({ total: 25, returned: 25, has_more: false })
  })
})
