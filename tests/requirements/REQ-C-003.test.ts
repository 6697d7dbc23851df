import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createClient, runTool } from '@surety/client'
import { describe, expect, it } from 'vitest'

import { folder, acme } from '../e2e/processes/run-acme.ts'
import { runProgram } from '../e2e/processes/run-program.ts'
import { lines } from './lines.ts'

describe('a tool that declares contract 1.16', () => {
  const program = fileURLToPath(new URL('../bin/requirements/strict.mjs', import.meta.url))
  const strict = async (
    argv: readonly string[],
    home = folder(),
    more: object = {},
    options = {},
  ) => {
    const env = { HOME: home, XDG_STATE_HOME: '', AGENT_CALL_BUDGET_MS: undefined, ...more }
    const { code, documents } = await runProgram('requirements/strict.mjs', argv, {
      ...options,
      env,
    })
    return { code, documents, last: documents.at(-1) ?? {} }
  }

  it('answers in its contract where another member of its declaration is wrong', async () => {
    const { code, last } = await strict(['look'], folder(), { STRICT_LIMIT: 'soon' })
    expect(code).toBe(1)
    expect(last['error'].context).toEqual({ defect: 'MEMBER_INVALID' })
    expect(last['meta']).toMatchObject({ exit_code: 1 })
  })

  it('REQ-C-003/9: counts the effects of a stream', async () => {
    const { documents } = await strict(['move', '--format', 'jsonl'], folder())
    expect(documents.at(-1)).toMatchObject({ total: 3, effects: { created: 2, noop: 1 } })
    const { last } = await strict(['move'])
    expect(last['meta'].effects).toEqual({ created: 2, noop: 1 })
  })

  it('REQ-C-002/8,9: lists idempotent commands, and the key of those that change something', async () => {
    const { commands, schema_version: version } = (await strict(['manifest'])).last['data']
    expect(commands['repair']).toMatchObject({ idempotent: true, danger_level: 'mutating' })
    expect(commands['look']).toMatchObject({ idempotent: true, danger_level: 'safe' })
    expect(commands['silent']).not.toHaveProperty('idempotent')
    expect(commands['repair'].exit_codes['3']).toMatchObject({ side_effects: 'partial' })
    expect(commands['silent'].flags).toHaveProperty('idempotency-key')
    expect(Number(version.split('.')[1])).toBeGreaterThanOrEqual(15)
  })

  it('REQ-C-002/10,11: repairs what it left, and a caller runs it again once', async () => {
    const home = folder()
    expect((await strict(['repair'], home)).code).toBe(3)
    expect((await strict(['repair'], home)).code).toBe(0)
    expect(await readFile(join(home, 'half'), 'utf8')).toBe('whole')
    const argv = [process.execPath, program]
    const env = { HOME: folder() }
    const client = createClient({ memory: join(folder(), 'tools'), dialect: 'spec-1.16', env })
    await client.learn(argv)
    const { attempts, verdict } = await client.run([...argv, 'repair'])
    expect(attempts.map(({ verdict: { reason } }) => reason)).toEqual(['IDEMPOTENT', 'DONE'])
    expect(verdict.kind).toBe('accept')
  })

  it('REQ-O-001/19: is not parsed by a caller that asks for another format', async () => {
    const argv = [process.execPath, program, 'look', '--format', 'plain']
    const { outcome, verdict } = await runTool(argv, { memory: false, dialect: 'spec-1.16' })
    expect(outcome).toMatchObject({ ok: true, data: { exit_code: 0 } })
    expect(verdict.kind).toBe('accept')
  })
})

describe('a change', () => {
  it('REQ-C-003/1,2,3,4: reports what really happened', async () => {
    const env = { HOME: folder() }
    const effects: unknown[] = []
    for (const text of ['a', 'b', 'b']) {
      const { code, data } = await acme(['change', 'file', text], { env })
      expect(code).toBe(0)
      effects.push(data['effect'])
    }
    expect(effects).toEqual(['created', 'updated', 'noop'])
  })

  it('REQ-C-003/5: without a valid effect succeeds, and no effect is made up', async () => {
    for (const argv of [['change-silently'], ['change-silently', 'exploded']]) {
      const { warnings, code, envelope } = await acme(argv)
      expect([code, warnings]).toEqual([0, '[]'])
      expect(envelope['meta']).not.toHaveProperty('effect')
    }
  })

  it('REQ-C-003/8: is nothing that a safe command has to report', async () => {
    expect(await acme(['fine'])).toMatchObject({ data: { fine: true }, warnings: '[]' })
  })
})

describe('an idempotency key', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'keys-'))

  it('REQ-C-003/6: a repeated idempotency key answers with noop and the first data', async () => {
    const env = { HOME: folder() }
    const call = ['make', '--id', '7', '--idempotency-key', 'k']
    const first = await lines(call, { env })
    expect(first).toMatchObject({ code: 0, calls: 1, envelope: { data: { effect: 'created' } } })
    const second = await lines(call, { env })
    expect(second).toMatchObject({ code: 0, calls: 0, envelope: { ok: true } })
    expect(second.envelope['data']).toEqual({ ...first.envelope['data'], effect: 'noop' })
    expect(second.envelope['meta'].idempotency_hit).toBe(true)
    const other = await lines(['make', '--id', '7', '--idempotency-key', 'other'], { env })
    expect(other).toMatchObject({ calls: 1, envelope: { data: { effect: 'created' } } })
  })

  it('REQ-C-003: the key of one call never answers another', async () => {
    const env = { HOME: folder() }
    await lines(['make', '--id', '1', '--idempotency-key', 'k'], { env })
    const other = await lines(['make', '--id', '2', '--idempotency-key', 'k'], { env })
    expect(other).toMatchObject({ code: 2, calls: 0, error: { code: 'IDEMPOTENCY_KEY_USED' } })
  })

  it('REQ-C-003: of eight calls at once one makes the change', async () => {
    const env = { HOME: folder(), TRACE: join(folder(), 'trace') }
    const call = ['make', '--idempotency-key', 'k']
    const ended = await Promise.all(Array.from({ length: 8 }, () => lines(call, { env })))
    expect(readFileSync(env.TRACE, 'utf8')).toBe('x')
    const effects = ended.map(({ envelope }) => envelope['data']?.effect as string | undefined)
    expect(effects.filter((effect) => effect === 'created')).toHaveLength(1)
    for (const { code, error, envelope } of ended) {
      if (code !== 0) expect(error['code']).toBe('IDEMPOTENCY_KEY_USED')
      else expect(envelope['data'].effect).toMatch(/^(created|noop)$/)
    }
  })

  it('a call that changed nothing can be repeated, one in doubt cannot', async () => {
    const env = { HOME: folder() }
    const repeat = async (exit: string) => {
      const call = ['make-and-fail', '--exit', exit, '--idempotency-key', exit]
      await lines(call, { env })
      return lines(call, { env })
    }
    expect(await repeat('NOT_FOUND')).toMatchObject({ code: 5, calls: 1 })
    expect(await repeat('GENERAL_ERROR')).toMatchObject({
      code: 2,
      calls: 0,
      error: { message: expect.stringContaining('did not finish') },
    })
  })

  it('a call that was killed is not repeated', async () => {
    const env = { HOME: folder() }
    const call = ['make-slowly', '--idempotency-key', 'k']
    await lines(call, { env, whenReady: (child) => child.kill('SIGKILL') })
    expect(await lines(call, { env })).toMatchObject({
      code: 2,
      calls: 0,
      error: { message: expect.stringContaining('did not finish') },
    })
  })

  it('a damaged record proves nothing, so the call is not repeated', async () => {
    const home = folder()
    const call = ['make', '--idempotency-key', 'k']
    await lines(call, { env: { HOME: home } })
    const kept = join(home, '.local/state/lines/jobs')
    const job = readdirSync(kept).find((name) => name.startsWith('once-'))!
    writeFileSync(join(kept, job, 'job.json'), '{"at":')
    expect(await lines(call, { env: { HOME: home } })).toMatchObject({ code: 2, calls: 0 })
  })

  it('is not used up by a preview or by a call without confirmation', async () => {
    const env = { HOME: folder() }
    const call = ['remove', '--idempotency-key', 'k']
    expect(await lines([...call, '--dry-run'], { env })).toMatchObject({ code: 0, calls: 0 })
    expect(await lines(call, { env })).toMatchObject({ code: 2, calls: 0 })
    expect(await lines([...call, '--confirm-destructive'], { env })).toMatchObject({ calls: 1 })
  })
})
