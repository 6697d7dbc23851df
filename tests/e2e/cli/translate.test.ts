import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { translateStream } from 'surety/dialects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startSurety, surety, suretyFile } from '../processes/run-surety.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
let folder: string
beforeAll(async () => {
  bench = await createBench()
  folder = bench.folder
})
afterAll(() => bench.remove())

/** What the stream of the build writes that the command line has too, without a process. */
async function translated(input: string, options: { from: string; to: string }) {
  const target = new PassThrough()
  await translateStream(Readable.from([Buffer.from(input)]), target, options)
  return text(target.end())
}
const task = (id: number): string => `{"ok":true,"type":"task","data":{"id":${id}}}\n`
const toSpec = ['translate', '--from', 'td', '--to', 'spec-1.0']

describe('translate', () => {
  it('streams NDJSON and nothing else, from a pipe, for - and from a file', async () => {
    const file = join(folder, 'in.ndjson')
    writeFileSync(file, task(1) + task(2))
    const runs = await Promise.all([
      surety(toSpec, task(1) + task(2)),
      surety([...toSpec, '-'], task(1) + task(2)),
      surety([...toSpec, file]),
      surety([...toSpec, '--format', 'jsonl'], task(1) + task(2)),
    ])
    for (const { lines, stdout, stderr, code } of runs) {
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
      expect(lines().map((line) => [line.ok, line.data.id, line.meta.type])).toEqual([
        [true, 1, 'task'],
        [true, 2, 'task'],
      ])
      expect(stdout).toBe(runs[0].stdout)
    }
    // It comes back to the byte on the round trip.
    const back = await translated(runs[0].stdout, { from: 'spec-1.0', to: 'td' })
    expect(back).toBe(task(1) + task(2))
  })

  it('keeps what the target has no member for only on request', async () => {
    const scalar = '{"ok":true,"type":"task","data":"text"}\n'
    const clean = await translated(scalar, { from: 'td', to: 'spec-1.0' })
    expect(JSON.parse(clean)).toMatchObject({ data: { value: 'text' }, meta: { type: 'task' } })
    expect(clean).not.toContain('x_envelope')
    const whole = await surety([...toSpec, '--lossless'], scalar)
    expect(whole.stdout).toContain('x_envelope')
    const back = await translated(whole.stdout, { from: 'spec-1.0', to: 'td' })
    expect(back).toBe(scalar)
  })

  it('writes large output to a file, not to stderr', () => {
    const input = join(folder, 'large.ndjson')
    const output = join(folder, 'large.out')
    writeFileSync(input, task(1).repeat(10_000))
    const target = openSync(output, 'w')
    const { status, stderr } = spawnSync(process.execPath, [suretyFile, ...toSpec, input], {
      stdio: ['ignore', target, 'pipe'],
    })
    closeSync(target)
    expect([status, stderr.toString()]).toEqual([0, ''])
    expect(readFileSync(output, 'utf8').split('\n')).toHaveLength(10_001)
    expect(statSync(output).size).toBeGreaterThan(statSync(input).size)
  })

  it('gives one error line for one bad line, goes on, and exits with PARTIAL_FAILURE', async () => {
    const bad = Buffer.concat([
      Buffer.from(`${task(1)}nonsense\n`),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(task(2)),
    ])
    const { lines, stderr, code } = await surety(toSpec, bad)
    expect(code).toBe(2)
    expect(lines().map(({ ok, line, error }) => ok ?? [line, error.code])).toEqual([
      true,
      [2, 'INVALID_JSON'],
      [3, 'INVALID_UTF8'],
      true,
    ])
    expect(JSON.parse(stderr)).toMatchObject({
      ok: false,
      error: { code: 'LINES_FAILED', message: '2 of 4 lines could not be used.' },
    })
  })

  it('keeps the good lines beside the failure in an envelope', async () => {
    const { envelope, code, stderr } = await surety([...toSpec, '--json'], `${task(1)}nonsense\n`)
    expect([code, stderr]).toEqual([2, ''])
    expect(envelope()).toMatchObject({
      ok: false,
      error: { code: 'LINES_FAILED' },
      meta: { data: [{ ok: true }, { line: 2 }] },
    })
  })

  it('reads indented documents, and writes the default dialect', async () => {
    const printed = '{\n  "ok": true,\n  "type": "task",\n  "data": {\n    "id": 7\n  }\n}\n'
    const { stdout, code } = await surety(['translate', '--from', 'td'], printed + printed)
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { data: unknown }).data)).toEqual([
      { id: 7 },
      { id: 7 },
    ])
  })

  it('writes what a process would leave behind, of outcomes and of documents', async () => {
    const outcome = {
      error: { code: 'SLOW', message: 'Too many calls.', retryable: true, retry_after_ms: 2000 },
      exit: 'RATE_LIMITED',
    }
    const words = ['translate', '--to', 'animus-1', '--captures']
    const input = `${JSON.stringify({ id: 7, outcome }, null, 2)}\n{"nonsense":1}\n`
    const { lines, code } = await surety(words, input)
    expect(code).toBe(2)
    expect(lines()).toMatchObject([
      { id: 7, dialect: 'animus-1', stdout: '', exit_code: 5, losses: expect.any(Array) },
      {
        line: 13,
        error: { code: 'NOT_AN_OUTCOME', message: expect.stringContaining('/nonsense') },
      },
    ])
    expect(JSON.parse(lines()[0].stderr)).toMatchObject({ ok: false })
    const plain = await surety(['translate', '--to', 'td'], JSON.stringify(outcome))
    expect(JSON.parse(plain.stdout)).toMatchObject({ ok: false, error: { code: 'SLOW' } })
    const back = await surety([...words, '--from', 'td'], task(1))
    expect(back.lines()).toMatchObject([{ exit_code: 0, losses: [{ kind: 'type' }], problems: [] }])
  })

  it('takes what decode gives, line by line', async () => {
    const capture = JSON.stringify({ id: 'a', stdout: task(1), stderr: '', exit_code: 0 })
    const decoded = await surety(['decode', '--captures', '-', '--format', 'jsonl'], capture)
    const { stdout } = await surety(['translate', '--to', 'td'], decoded.stdout)
    expect(stdout).toBe(task(1))
  })

  it('takes the exit numbers of pay for the incur dialects, and for no other', async () => {
    const broke = '{"error":{"code":"insufficient_balance","message":"Broke."}}'
    const words = ['translate', '--captures', '--exit-table', 'pay', '--to']
    const paid = await surety([...words, 'incur-compact'], broke)
    expect(paid.lines()[0].exit_code).toBe(3)
    const other = await surety([...words, 'td'], broke)
    expect(JSON.parse(other.stdout || other.stderr).error.message).toContain('--exit-table')
  })

  it('answers empty input with nothing', async () => {
    const { stdout, stderr, code } = await surety(toSpec, '')
    expect([stdout, stderr, code]).toEqual(['', '', 0])
  })

  it.each([
    [['translate', '--from', 'tdd', '--to', 'td'], 'INVALID_CHOICE'],
    [[...toSpec, 'no/such/file'], 'FILE_NOT_FOUND'],
    [[...toSpec, '.'], 'FILE_UNREADABLE'],
    [['translate', '--from', './none.yaml', '--to', 'td'], 'FILE_NOT_FOUND'],
  ])('refuses %j with %s', async (argv, code) => {
    const { error, meta } = await bench.answer(argv)
    expect(error.code, JSON.stringify(meta)).toBe(code)
  })

  it('ends with the exit of what is wrong', async () => {
    expect((await surety([...toSpec, '.'])).code).toBe(4)
  })

  it('takes the path of a dialect file for an id', async () => {
    const file = join(folder, 'house.json')
    const house = {
      id: 'house',
      ok: { at: '/success', success: [true], failure: [false] },
      data: '/result',
      error: { at: '/error', code: '/error/code', message: '/error/message' },
    }
    writeFileSync(file, JSON.stringify({ surety: 1, dialect: house }))
    const { lines } = await surety(['translate', '--from', 'td', '--to', file], task(1))
    expect(lines()[0]).toMatchObject({ success: true, result: { id: 1 } })
    writeFileSync(file, JSON.stringify({ surety: 1, dialect: { ...house, data: 5 } }))
    const input = join(folder, 'house.ndjson')
    writeFileSync(input, task(1))
    const broken = await bench.answer(['translate', '--from', 'td', '--to', file, input])
    expect(broken.error).toMatchObject({ code: 'CONFIG_UNREADABLE' })
  })

  it('is quiet when its reader goes away', async () => {
    const child = startSurety(toSpec)
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.stdin.on('error', () => {})
    child.stdin.write(task(1).repeat(20_000))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stdin.end(task(1).repeat(20_000))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, stderr]).toEqual([0, ''])
  })

  it('ends on SIGINT in the middle with whole lines and an envelope on stderr', async () => {
    const child = startSurety(toSpec)
    let stdout = ''
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (stdout === '') child.kill('SIGINT')
      stdout += chunk.toString()
    })
    child.stdin.write(task(1))
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(130)
    expect(
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).ok),
    ).toEqual([true])
    expect(JSON.parse(stderr)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  })
})
