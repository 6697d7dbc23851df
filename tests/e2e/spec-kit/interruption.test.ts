import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hasTerminals, runAtTerminal } from '../processes/run-shell.ts'
import type { Loose } from '../processes/run-program.ts'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const state = mkdtempSync(join(tmpdir(), 'interruption-'))
afterAll(() => rmSync(state, { recursive: true, force: true, maxRetries: 5 }))
const isIncompleteWork = new Ajv({ strict: false }).compile(
  JSON.parse(
    readFileSync(root('packages/surety/schemas/1.16/incomplete-work.json'), 'utf8'),
  ) as object,
)

interface Ended {
  readonly exit: number | null
  readonly answer: Loose
}

/** Starts hello in a session of its own and reads its output to the end, as a harness does. */
function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { CI: _ci, NO_COLOR: _color, AGENT_CALL_BUDGET_MS: _budget, ...rest } = process.env
  const child = spawn(process.execPath, [root('examples/hello/hello'), ...argv], {
    env: { ...rest, XDG_STATE_HOME: state, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    timeout: 150_000,
    killSignal: 'SIGKILL',
  })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => void (stdout += String(chunk)))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (exit) => {
      const answer = stdout === '' ? {} : (JSON.parse(stdout) as Loose)
      resolve({ exit, answer })
    })
  })
  return { pid: child.pid!, kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
}

const hello = (argv: readonly string[], env?: Readonly<Record<string, string>>) =>
  start(argv, env).ended
const words = (command: string) => command.split(' ').slice(1)

/** Follows incomplete work to its end. */
async function follow(first: Ended, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  let last = first
  let done = 0
  for (let round = 0; last.exit === 14; round += 1) {
    expect(isIncompleteWork(last.answer['data'])).toBe(true)
    expect(last.answer['data'].progress.done).toBeGreaterThanOrEqual(done)
    done = last.answer['data'].progress.done
    expect(round).toBeLessThan(30)
    last = await hello(words(last.answer['data'].continue_command), env)
  }
  return last
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(folder, name))
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}

async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 4000 && !isSo(); round += 1) await sleep(25)
  expect(isSo()).toBe(true)
}

describe.concurrent('work that may be detached', () => {
  describe('and whose budget is over', () => {
    const argv = ['greet-all', '--count', '20', '--pause', '250ms']
    const run = async () => {
      const first = await hello([...argv, '--budget', '600ms'], { AGENT_CALL_BUDGET_MS: '60000' })
      const { job_id: id } = first.answer['data'] as { job_id: string }
      // The same call finds the same work, and so does a question for it.
      const [again, running] = await Promise.all([
        hello(argv, { AGENT_CALL_BUDGET_MS: '1' }),
        hello(['job', 'status', id]),
      ])
      const folder = join(state, 'hello', 'jobs', id)
      await until(() => ['progress.json', 'log'].every((name) => existsSync(join(folder, name))))
      const kept = { mode: statSync(folder).mode & 0o777, names: readdirSync(folder) }
      const last = await follow(first)
      const [repeated, status, whole] = await Promise.all([
        hello(['job', 'wait', id]),
        hello(['job', 'status', id]),
        hello(['greet-all', '--count', '20', '--pause', '1ms', '--budget', '0s']),
      ])
      return { first, id, again, running, kept, last, repeated, status, whole }
    }
    let ended: Awaited<ReturnType<typeof run>>
    beforeAll(async () => {
      ended = await run()
    }, 180_000)

    it('is answered as incomplete, with the command that goes on', () => {
      expect(isIncompleteWork(ended.first.answer['data'])).toBe(true)
      expect(ended.first).toMatchObject({
        exit: 14,
        answer: {
          ok: false,
          data: { state: 'running', continue_command: `hello job wait ${ended.id}` },
          error: { code: 'INCOMPLETE', retryable: true },
          meta: { exit_code: 14 },
        },
      })
    })

    it('has its budget from the option, and without one from the variable', () => {
      expect(ended.first.answer['meta'].budget_ms).toBe(600)
      expect(ended.again.answer['meta'].budget_ms).toBe(1)
    })

    it('holds no stream of the call that it outlives', () => {
      // The call was read to its end, and afterwards the work went on.
      expect(ended.running).toMatchObject({ exit: 14, answer: { error: { code: 'INCOMPLETE' } } })
    })

    it('is found by the same call', () => {
      expect([ended.again.exit, ended.again.answer['data'].job_id]).toEqual([14, ended.id])
    })

    it('keeps its files in a folder of the user alone, without a draft', () => {
      expect(ended.kept.mode).toBe(0o700)
      expect(ended.kept.names).toEqual(expect.arrayContaining(['progress.json', 'log']))
      const folder = join(state, 'hello', 'jobs', ended.id)
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.json')))
        expect(() => JSON.parse(readText(join(folder, name))) as unknown, name).not.toThrow()
    })

    // follow() holds that progress never falls, and that every answer on the way is incomplete work.
    it('ends in the answer that it has without a budget', () => {
      expect([ended.last.exit, ended.last.answer['data']]).toEqual([0, { greeted: 20 }])
      expect(ended.last.answer['data']).toEqual(ended.whole.answer['data'])
      expect(ended.last.answer['meta'].duration_ms).toBeGreaterThan(4900)
    })

    it('REQ-C-022/9: is followed with the commands of jobs', () => {
      expect(isIncompleteWork(ended.running.answer['data'])).toBe(true)
      expect(ended.status).toMatchObject({ exit: 0, answer: { data: { state: 'complete' } } })
    })

    it('keeps its answer for whoever waits again', () => {
      expect([ended.repeated.exit, ended.repeated.answer['data']]).toEqual([0, { greeted: 20 }])
    })
  })

  it('answers as usual if the work fits, and without a budget in the same process', async () => {
    const [fits, whole] = await Promise.all([
      hello(['greet-all', '--count', '2', '--pause', '1ms']),
      hello(['greet-all', '--count', '3', '--pause', '1ms', '--budget', '0s']),
    ])
    expect(fits).toMatchObject({
      exit: 0,
      answer: { data: { greeted: 2 }, meta: { budget_ms: 30_000 } },
    })
    expect(whole).toMatchObject({
      exit: 0,
      answer: { data: { greeted: 3 }, meta: { budget_ms: 0 } },
    })
  })

  it('hands the work off on SIGTERM, and survives the end of the group of its caller', async () => {
    const argv = ['greet-all', '--count', '20', '--pause', '251ms']
    const own = { XDG_STATE_HOME: join(state, 'handed') }
    const front = start(argv, own)
    await until(() => filesIn(own.XDG_STATE_HOME).some((name) => name.endsWith('progress.json')))
    front.kill('SIGTERM')
    const handed = await front.ended
    expect(handed).toMatchObject({ exit: 14, answer: { data: { state: 'running' } } })
    // The group of the call that started the work is empty by now; a worker in it would end here.
    expect(() => process.kill(-front.pid, 'SIGKILL')).toThrow('ESRCH')
    const second = start(argv, own)
    await sleep(400)
    process.kill(-second.pid, 'SIGKILL')
    await second.ended
    expect(await follow(handed, own)).toMatchObject({ exit: 0, answer: { data: { greeted: 20 } } })
  })

  it('reports a worker that is gone, and starts anew', async () => {
    const argv = ['greet-all', '--count', '100', '--pause', '102ms', '--budget', '300ms']
    const { answer } = await hello(argv)
    const id = answer['data'].job_id as string
    const worker = join(state, 'hello', 'jobs', id, 'worker.json')
    process.kill((JSON.parse(readText(worker)) as Loose)['pid'], 'SIGKILL')
    const lost = await hello(['job', 'wait', id])
    expect(lost).toMatchObject({
      exit: 1,
      answer: { error: { code: 'JOB_LOST', retryable: false } },
    })
    const next = await hello(argv)
    expect(next.answer['data'].job_id).not.toBe(id)
    const cancelled = await hello(words(next.answer['data'].cancel_command))
    expect(cancelled).toMatchObject({
      exit: 0,
      answer: { data: { effect: 'updated', state: 'cancelled' } },
    })
    const over = await hello(words(next.answer['data'].continue_command))
    expect(over.answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(await hello(['job', 'wait', 'greet-all-none'])).toMatchObject({ exit: 5 })
  })

  it('ends work that stands still or takes too long', async () => {
    const [idle, late] = await Promise.all([
      hello(['greet-all', '--hang', '--count', '3', '--pause', '1ms']),
      hello(['greet-all', '--count', '90', '--pause', '103ms', '--timeout', '700ms']),
    ])
    expect(idle).toMatchObject({ exit: 10, answer: { error: { code: 'STALLED' } } })
    expect(late).toMatchObject({ exit: 10, answer: { error: { code: 'TIMEOUT' } } })
  })
})

describe.concurrent('work that can be resumed', () => {
  it('stops at a checkpoint after the budget, and the same call goes on', async () => {
    const argv = ['send-cards', '--count', '5', '--pause', '150ms', '--budget', '250ms']
    const first = await hello(argv)
    const { data, error } = first.answer
    expect([first.exit, data.state, error.retryable]).toEqual([14, 'paused', false])
    expect(data.continue_command).toMatch(/^hello send-cards .* --idempotency-key k-[0-9a-f]+$/)
    const last = await follow(first)
    expect(last.answer['data']).toMatchObject({ effect: 'created', sent: 5 })
    expect(last.answer['data'].resumed_at).toBeGreaterThan(0)
    const repeated = await hello(words(data.continue_command))
    expect(repeated.answer['meta'].idempotency_hit).toBe(true)
  })

  it('goes on after it was killed, and begins anew after it was cancelled', async () => {
    const argv = ['send-cards', '--count', '8', '--pause', '254ms']
    const own = { XDG_STATE_HOME: join(state, 'killed') }
    const front = start(argv, own)
    const saved = () => filesIn(own.XDG_STATE_HOME).find((name) => name.endsWith('.state'))
    await until(
      () => saved() !== undefined && (JSON.parse(readText(saved()!)) as Loose)['state'] > 1,
    )
    front.kill('SIGKILL')
    await front.ended
    const paused = await hello([...argv, '--budget', '1ms'], own)
    expect(paused.answer['data'].progress.done).toBeGreaterThan(1)
    expect(await hello(words(paused.answer['data'].cancel_command), own)).toMatchObject({ exit: 0 })
    const fresh = await hello([...argv, '--budget', '0s'], own)
    expect(fresh.answer['data']).toMatchObject({ sent: 8, resumed_at: 0 })
  })
})

it('REQ-F-001/13: has exit 14, as safe to repeat as the command declares', async () => {
  const { answer } = await hello(['manifest'])
  const exitOf = (name: string) =>
    (answer['data'].commands[name].exit_codes as Loose)['14'] as Loose
  const constant = { name: 'INCOMPLETE', error_codes: ['INCOMPLETE'] }
  expect(exitOf('greet-all')).toMatchObject({ ...constant, retryable: true, side_effects: 'none' })
  expect(exitOf('send-cards')).toMatchObject({
    ...constant,
    retryable: false,
    side_effects: 'partial',
  })
})

it('has no budget at a terminal and in other commands', async () => {
  const program = `'${process.execPath}' '${root('examples/hello/hello')}'`
  const [refused, plain, seen] = await Promise.all([
    hello(['greet', 'Ada', '--budget', '1s']),
    hello(['greet', 'Ada'], { AGENT_CALL_BUDGET_MS: '1' }),
    runAtTerminal(`${program} greet-all --count 2 --pause 1ms --format json`, [], {
      XDG_STATE_HOME: state,
    }),
  ])
  expect([refused.exit, plain.exit]).toEqual([2, 0])
  expect(plain.answer['meta']).not.toHaveProperty('budget_ms')
  if (!hasTerminals) return
  expect(seen.stdout).toMatch(/"greeted":\s*2/)
  expect(seen.stdout).not.toContain('budget_ms')
})

it('is plain work in other generations, without a budget', async () => {
  const env = { HELLO_ENVELOPE: 'spec-1.6', AGENT_CALL_BUDGET_MS: '1' }
  const [plain, refused] = await Promise.all([
    hello(['greet-all', '--count', '3', '--pause', '5ms'], env),
    hello(['greet-all', '--budget', '1s'], env),
  ])
  expect(plain).toMatchObject({ exit: 0, answer: { data: { greeted: 3 } } })
  expect(plain.answer['meta']).not.toHaveProperty('budget_ms')
  expect(refused.exit).toBe(2)
})
