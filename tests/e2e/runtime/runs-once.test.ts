import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { connect } from '../mcp/connect.ts'
import { runProgram, type Loose } from '../processes/run-program.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

const program = fileURLToPath(new URL('../../bin/ledger.mjs', import.meta.url))
const LIMIT = { LEDGER_MAX_OUTPUT_BYTES: '40000' }

let bench: Bench
let count = 0
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

/** A home of its own, and a ledger that counts the handlers that ran. */
function home() {
  count += 1
  const folder = join(bench.folder, `home-${count}`)
  mkdirSync(folder)
  const ledger = join(folder, 'ledger')
  writeFileSync(ledger, '')
  const env = { ...LIMIT, HOME: folder, LEDGER: ledger, XDG_STATE_HOME: '' }
  const effects = () => readFileSync(ledger, 'utf8').split('\n').length - 1
  return { folder, env, effects }
}

/** Follows whatever an answer offers to its end, as an eager caller does. */
async function followed(argv: readonly string[], env: Record<string, string>) {
  const parts: Loose[] = []
  for (let next: readonly string[] | null = argv; next !== null && parts.length < 40;) {
    const ended = await runProgram('ledger.mjs', next, { env })
    const envelope: Loose = ended.documents[0]!
    parts.push(envelope)
    const { cursor, rest, pagination } = envelope['meta']
    const page = cursor ?? pagination?.next_cursor
    if (page) next = [...argv, '--cursor', page]
    else next = rest && parts.at(-2)?.['meta'].rest !== rest ? [argv[0]!, '--rest', rest] : null
  }
  return parts
}

const all = Array.from({ length: 600 }, (_, id) => id)
const idsOf = (parts: readonly Loose[]) =>
  parts.flatMap(({ data }) => (Array.isArray(data) ? data : data.rows)).map(({ id }: Loose) => id)

describe('the rest of a long answer', () => {
  it.each([
    [['send', 'ada']],
    [['send', 'ada', '--envelope', 'spec-1.16']],
    [['purge', '--confirm-destructive']],
    [['send-list']],
    [['send-list', '--limit', '0']],
    [['stream']],
    [['show']],
  ])('of %j is kept: its handler runs once, and the parts join to the whole', async (argv) => {
    const { env, effects } = home()
    const parts = await followed(argv, env)
    expect(parts.length).toBeGreaterThan(2)
    expect(effects()).toBe(1)
    expect(idsOf(parts)).toEqual(all)
    for (const { meta } of parts) expect(meta).not.toHaveProperty('cursor')
  })

  it('of a list that is declared to read is made again by its cursor', async () => {
    const { env, effects } = home()
    const parts = await followed(['ls', '--limit', '0'], env)
    expect(idsOf(parts)).toEqual(all)
    expect(effects()).toBe(parts.length)
  })

  it('of a failure is kept too', async () => {
    const { env, effects } = home()
    const { documents } = await runProgram('ledger.mjs', ['broken'], { env })
    const { error, meta, warnings } = documents[0]!
    expect(error.code).toBe('TAKEN')
    expect(warnings[0]).toBe(`The data was cut. All of it: ledger broken --rest ${meta.rest}`)
    const parts = await followed(['broken', '--rest', meta.rest], env)
    expect(idsOf(parts)).toEqual(all)
    expect(effects()).toBe(1)
  })

  it('holds a value that is too large for any answer, and the hint gets it', async () => {
    const { env, effects } = home()
    const [answer] = await followed(['text'], env)
    const { rest } = answer!['meta']
    const whole = await runProgram('ledger.mjs', ['text', '--rest', rest], {
      env: { ...env, LEDGER_MAX_OUTPUT_BYTES: '0' },
    })
    expect(whole.documents[0]!['data'].log).toHaveLength(200_000)
    expect(effects()).toBe(1)
  })

  it('is read in windows of tokens without a second run', async () => {
    const { env, effects } = home()
    const first = await runProgram('ledger.mjs', ['send', 'ada', '--token-limit', '2000'], { env })
    const { rest, next_offset: offset } = first.documents[0]!['meta']
    const words = ['--token-limit', '2000', '--token-offset', String(offset)]
    const next = await runProgram('ledger.mjs', ['send', '--rest', rest, ...words], { env })
    expect(next.documents[0]).toMatchObject({ ok: true, meta: { token_offset: offset } })
    const again = await runProgram('ledger.mjs', ['send', 'ada', ...words], { env })
    expect(again.documents[0]).toMatchObject({ ok: false })
    expect(effects()).toBe(1)
  })

  it('lies in a folder of the user alone, at most 32 of them, and nobody else gets it', async () => {
    const { env, folder, effects } = home()
    const [{ meta }] = (await followed(['send', 'ada'], env)) as [Loose]
    const rests = join(folder, '.local/state/ledger/rests')
    expect(statSync(rests).mode & 0o777).toBe(0o700)
    const [name] = readdirSync(rests)
    expect(statSync(join(rests, name!)).mode & 0o777).toBe(0o600)
    for (let at = 0; at < 40; at += 1)
      writeFileSync(join(rests, `${String(at).padStart(24, '0')}.json`), '{}')
    await followed(['purge', '--confirm-destructive'], env)
    expect(readdirSync(rests).length).toBeLessThanOrEqual(32)
    const before = effects()
    for (const id of [meta.rest, 'nonsense', '../../../etc/passwd', '0'.repeat(24)]) {
      const { documents } = await runProgram('ledger.mjs', ['purge', '--rest', id], { env })
      expect(documents[0]!['error']).toMatchObject({ code: 'INVALID_VALUE', phase: 'validation' })
    }
    expect(effects()).toBe(before)
  })

  it('is called lost where it cannot be kept, with what to do before another call', async () => {
    const { env, folder, effects } = home()
    const shared = join(folder, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o777)
    for (const state of [join(folder, 'ledger'), shared]) {
      const given = { ...env, XDG_STATE_HOME: state }
      const { documents } = await runProgram('ledger.mjs', ['send', 'ada'], { env: given })
      const { ok, meta, warnings } = documents[0]!
      expect(ok).toBe(true)
      expect(meta).toMatchObject({ truncated: true, total_count: 600 })
      expect([meta.cursor, meta.rest]).toEqual([undefined, undefined])
      expect(warnings[0]).toMatch(/^The answer was cut and its rest is lost, .*XDG_STATE_HOME/)
    }
    expect(effects()).toBe(2)
  })

  it('is reached by MCP without a second run; a cursor is neither shown nor taken', async () => {
    const { env, effects } = home()
    const { client, call } = await connect(
      [process.execPath, program, '--mcp', '--mcp-tools', '*'],
      {
        env,
      },
    )
    try {
      const { tools } = await client.listTools()
      const withCursor = tools.filter(({ inputSchema }) => inputSchema.properties?.['cursor'])
      expect(withCursor.map(({ name }) => name)).toEqual(['ls'])
      const first = await call('send', { to: 'ada' })
      const { meta } = first.envelope
      expect(meta).not.toHaveProperty('cursor')
      const next = await call('send', { to: 'ada', rest: meta.rest })
      expect(next.envelope.data.rows[0].id).toBe(first.envelope.data.rows.length)
      const refused = await call('send', { to: 'ada', cursor: 'abc' })
      expect(refused.isError).toBe(true)
    } finally {
      await client.close()
    }
    expect(effects()).toBe(1)
  })
})

it('a call over MCP hands its trace on to children that its handler starts', async () => {
  const { env } = home()
  const argv = [process.execPath, program, '--mcp', '--mcp-tools', '*']
  const { client } = await connect(argv, { env })
  const spans = ['b7ad6b7169203331', 'c7ad6b7169203332']
  const traced = spans.map((span) => `00-0af7651916cd43dd8448eb211c80319c-${span}-01`)
  try {
    const results = await Promise.all(
      traced.map((traceparent) => client.callTool({ name: 'trace', _meta: { traceparent } })),
    )
    const children = results.map((result) => (result.structuredContent as Loose)['data'].child)
    expect(children).toEqual(traced)
  } finally {
    await client.close()
  }
})

describe('a limit that passes before the handler', () => {
  it.each([50, 150, 250, 350])('of %s ms: the handler does not start afterwards', async (limit) => {
    const { env, effects } = home()
    const slow = { ...env, SLOW_MS: '700', LIMIT_MS: String(limit) }
    const { documents } = await runProgram('ledger.mjs', ['send', 'ada'], { env: slow })
    expect(documents[0]!['error']).toMatchObject({ code: 'TIMEOUT', phase: 'validation' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(effects()).toBe(0)
  })
})

describe('surety', () => {
  /** A tool that always offers a cursor, and counts its calls. */
  const counting = () => {
    const { folder, env, effects } = home()
    const tool = join(folder, 'always')
    const envelope = { ok: true, data: [1], error: null, warnings: [], meta: { truncated: true } }
    writeFileSync(
      tool,
      `#!/bin/sh\necho "$@" >> "$LEDGER"\nprintf '%s\\n' '${JSON.stringify({
        ...envelope,
        meta: { duration_ms: 1, truncated: true, cursor: 'more' },
      })}'\n`,
      { mode: 0o755 },
    )
    return { tool, env, effects }
  }

  it('run --pages all follows no cursor of a call that is not known to read', async () => {
    const { tool, env, effects } = counting()
    const words = ['--dialect', 'spec-1.0', '--', tool, 'send']
    const { envelope } = await bench.surety(['run', '--pages', 'all', ...words], { env })
    expect(envelope).toMatchObject({ ok: true, meta: { truncated: true } })
    expect(envelope.meta.verdict.reason).toBe('PAGE_UNSAFE')
    expect(JSON.stringify(envelope)).not.toContain('"more"')
    expect(effects()).toBe(1)
    await bench.surety(['run', '--pages', '3', '--safe', ...words], { env })
    expect(effects()).toBe(3)
  })

  it('run --pages all does not follow what the manifest calls changing', async () => {
    const { env, effects } = home()
    const tool = [process.execPath, program]
    await bench.surety(['run', '--', ...tool, 'manifest'], { env })
    const { envelope } = await bench.surety(
      ['run', '--pages', 'all', '--', ...tool, 'send', 'ada'],
      { env },
    )
    expect(envelope.meta).toMatchObject({ truncated: true })
    expect(effects()).toBe(1)
  })

  it('batch run makes 40 calls once, however long their answers are', async () => {
    const { folder, env, effects } = home()
    const file = join(folder, 'calls.ndjson')
    // Forty shells, not forty starts of Node: what counts is how often the batch calls, and how long the answers are.
    const tool = join(folder, 'long')
    const answer = { ok: true, data: { rows: 'x'.repeat(40_000) }, error: null, warnings: [] }
    writeFileSync(`${tool}.json`, JSON.stringify({ ...answer, meta: { duration_ms: 1 } }))
    writeFileSync(tool, `#!/bin/sh\necho "$@" >> "$LEDGER"\ncat '${tool}.json'\n`, { mode: 0o755 })
    writeFileSync(file, `${JSON.stringify([tool, 'send', 'ada'])}\n`.repeat(40))
    const ids: number[] = []
    let argv: readonly string[] = ['batch', 'run', file, '--dialect', 'spec-1.0']
    for (let part = 0; part < 40; part += 1) {
      const { envelope } = await bench.surety(argv, { env })
      expect(envelope.ok).toBe(true)
      expect(envelope.meta).not.toHaveProperty('cursor')
      ids.push(...envelope.data.map(({ index }: Loose) => index))
      if (envelope.meta.rest === undefined) break
      argv = ['batch', 'run', '--rest', envelope.meta.rest]
    }
    expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => index))
    expect(effects()).toBe(40)
  })
})
