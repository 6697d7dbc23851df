import { copyFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runShell } from '../processes/run-shell.ts'
import { suretyFile } from '../processes/run-surety.ts'
import {
  createBench,
  type Bench,
  type Parsed,
  type SuretyEnd,
  type SuretyOptions,
} from '../processes/workspace.ts'

let bench: Bench
let count = 0
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

const at = (name: string): string => join(bench.folder, name)

async function file(...lines: readonly (object | string)[]): Promise<string> {
  count += 1
  const path = at(`calls-${count}.ndjson`)
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, `${text.join('\n')}\n`)
  return path
}

const sh = (script: string, more: object = {}) => ({ argv: ['sh', '-c', script], ...more })

function batch(
  calls: string,
  state: string,
  flags: readonly string[] = [],
  options: SuretyOptions = {},
): Promise<SuretyEnd> {
  return bench.surety(['batch', calls, '--state', state, '--format', 'jsonl', ...flags], options)
}

/** The same in a process that is shared, for the lines alone: as rows, or beside the failure of some. */
async function lines(
  calls: string,
  state: string,
  ...flags: readonly string[]
): Promise<readonly Parsed[]> {
  const { data, meta } = await bench.answer(['batch', calls, '--state', state, ...flags])
  return data ?? meta.data
}

const outputs = ({ lines }: SuretyEnd): readonly string[] =>
  lines.map(({ data }) => (data as { stdout: string }).stdout.trim())

/** Does its work, and at first does not end. */
const hanging = (state: string) =>
  `echo ran >> '${state}.log'; if [ -e '${state}.begun' ]; then echo again; else : > '${state}.begun'; sleep 60; fi`

const runs = (state: string): number => readFileSync(`${state}.log`, 'utf8').split('\n').length - 1

describe('what identifies a call', () => {
  test('another value of a variable that it names is another call', async () => {
    const state = at('variable.state')
    const calls = await file(sh('echo $ENVX', { id: 'a' }), sh('echo $ENVX $OTHER'))
    const first = await batch(calls, state, [], { env: { ENVX: 'staging', OTHER: '1' } })
    expect(outputs(first)).toEqual(['staging', 'staging 1'])
    const second = await batch(calls, state, [], { env: { ENVX: 'production', OTHER: '1' } })
    expect(outputs(second)).toEqual(['production', 'production 1'])
    const third = await batch(calls, state, [], { env: { ENVX: 'staging', OTHER: '2' } })
    expect(outputs(third)).toEqual(['staging', 'staging 2'])
    expect(third.lines.map(({ resumed }) => resumed as boolean)).toEqual([true, false])
  })

  test('another env member, folder or dialect is another call', async () => {
    const state = at('members.state')
    const call = { id: 'a', argv: ['sh', '-c', 'printenv A; pwd'] }
    const variants = [
      { ...call, env: { A: '1' } },
      { ...call, env: { A: '2' } },
      { ...call, env: { A: '2' }, cwd: '/' },
      { ...call, env: { A: '2' }, cwd: '/', dialect: 'plain' },
    ]
    for (const variant of variants) {
      expect(await lines(await file(variant), state)).toMatchObject([{ ok: true, resumed: false }])
    }
    const calls = await file(variants[0]!)
    expect(await lines(calls, state)).toMatchObject([{ resumed: true }])
    const elsewhere = await batch(calls, state, [], { cwd: '/' })
    expect(outputs(elsewhere)).toEqual(['1\n/'])
  })

  test('another limit is the same call', async () => {
    const state = at('limit.state')
    const calls = await file(sh('echo a', { id: 'a' }))
    await lines(calls, state)
    const flags = ['--timeout', '9s', '--retries', '0', '--idempotent', '--concurrency', '1']
    expect(await lines(calls, state, ...flags)).toMatchObject([{ resumed: true }])
  })

  test('the same id twice is refused before anything runs', async () => {
    const log = at('twice.log')
    const call = (id: string) => sh(`echo ${id} >> '${log}'`, { id })
    const calls = await file(call('a'), '', call('b'), call('a'))
    const { envelope, code } = await bench.surety(['batch', calls])
    expect(code).toBe(3)
    expect(envelope.error).toMatchObject({ code: 'ID_REPEATED' })
    expect(envelope.error.message).toBe("Line 4 cannot be run: its id 'a' is that of line 1.")
    expect(existsSync(log)).toBe(false)
    // A pipe is read as calls end, so only the line itself can be refused.
    const input = await readFile(calls, 'utf8')
    const piped = await bench.surety(['batch', '-', '--format', 'jsonl'], { input })
    expect(piped.lines.map(({ ok }) => ok as boolean)).toEqual([true, true, false])
    expect(readFileSync(log, 'utf8').split('\n').toSorted()).toEqual(['', 'a', 'b'])
  })
})

describe('one call of a batch', () => {
  test('with an absurd limit fails alone', async () => {
    const calls = await file(
      sh('sleep 0.3; echo fine'),
      sh('echo never', { timeout_ms: 1e300 }),
      sh('echo long', { timeout_ms: 2 ** 40 }),
      sh('sleep 0.3; echo fine too'),
    )
    const rows = await lines(calls, at('absurd.state'))
    expect(rows).toMatchObject([
      { ok: true },
      { ok: false, error: { code: 'INVOCATION_INVALID' } },
      { ok: true, data: { stdout: 'long\n' } },
      { ok: true },
    ])
    expect(rows[1].error.message).toContain('Line 2')
  })
})

describe('the lock of a state file', () => {
  test('follows the file, not its path', async () => {
    const state = at('followed.state')
    const calls = await file(sh('sleep 20'))
    let refused: readonly SuretyEnd[] = []
    await batch(calls, state, [], {
      onStart: (child) => {
        const timer = setInterval(() => {
          if (!existsSync(state) || !readFileSync(state, 'utf8').includes('"call"')) return
          clearInterval(timer)
          symlinkSync(state, at('symbolic.state'))
          const paths = ['./followed.state', at('symbolic.state')]
          void Promise.all(paths.map((path) => batch(calls, path, [], { cwd: bench.folder })))
            .then((ends) => (refused = ends))
            .finally(() => child.kill('SIGTERM'))
        }, 20)
      },
    })
    expect(refused).toHaveLength(2)
    for (const { code, stdout } of refused) {
      expect(code).toBe(12)
      expect(stdout).toContain('STATE_LOCKED')
    }
  })
})

describe('a disk that is full', () => {
  test('ends in an envelope, and nothing that was answered runs again', async () => {
    const state = at('full.state')
    const log = at('full.log')
    const calls = await file(
      ...Array.from({ length: 30 }, (_, n) =>
        sh(`echo ${n} >> '${log}'; printf '%0600d' ${n}`, { id: `call-${n}` }),
      ),
    )
    const words = `batch '${calls}' --state '${state}' --no-journal --no-memory --format jsonl`
    const { stdout, stderr, code } = await runShell(
      `ulimit -f 12; exec '${process.execPath}' '${suretyFile}' ${words}`,
      { SURETY_STATE_DIR: bench.state },
    )
    expect(code).toBe(4)
    expect(JSON.parse(stderr)).toMatchObject({ ok: false, error: { code: 'STATE_UNWRITABLE' } })
    const answered = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id)
    expect(answered.length).toBeGreaterThan(2)
    expect(answered.length).toBeLessThan(30)
    const flags = ['--idempotent', '--no-journal', '--no-memory']
    const { lines, code: end } = await batch(calls, state, flags)
    expect(end).toBe(0)
    expect(lines).toHaveLength(30)
    const resumed = lines.filter((line) => line.resumed).map(({ id }) => id as string)
    expect(resumed).toEqual(expect.arrayContaining(answered))
    const numbers = readFileSync(log, 'utf8').trim().split('\n')
    for (const id of resumed)
      expect(numbers.filter((number) => `call-${number}` === id)).toHaveLength(1)
  })
})

describe('a call in doubt', () => {
  /** Each test has a call of its own; they are begun by one batch, which is killed. */
  const CALLS = {
    failed: (state: string) => sh(hanging(state)),
    safe: (state: string) => sh(hanging(state), { id: 'safe' }),
    idempotent: (state: string) => sh(hanging(state), { id: 'idempotent' }),
    settled: (state: string) => sh(hanging(state), { id: 'settled' }),
    rerun: (state: string) =>
      sh(`${hanging(state)}; echo $A; pwd`, { id: 'rerun', cwd: '/', env: { A: 'mine' } }),
    changed: (state: string) => sh(`${hanging(state)}; echo $ENVX`, { id: 'changed' }),
  }
  const stateOf = (name: string): string => at(`${name}.state`)
  beforeAll(async () => {
    const names = Object.keys(CALLS)
    const calls = await file(...Object.entries(CALLS).map(([name, call]) => call(stateOf(name))))
    const all = at('interrupted.state')
    await batch(calls, all, ['--concurrency', String(names.length)], {
      onStart: (child) => {
        const timer = setInterval(() => {
          if (!names.every((name) => existsSync(`${stateOf(name)}.begun`))) return
          clearInterval(timer)
          child.kill('SIGKILL')
        }, 20)
      },
    })
    await bench.killAll()
    for (const name of names) copyFileSync(all, stateOf(name))
  })
  /** The state that the kill left, for one test, and a file with its call alone. */
  const interrupted = async (name: keyof typeof CALLS) => {
    const state = stateOf(name)
    return { state, calls: await file(CALLS[name](state)) }
  }

  test('is repeated once the batch is declared safe or idempotent', async () => {
    for (const name of ['safe', 'idempotent'] as const) {
      const { state, calls } = await interrupted(name)
      const doubtful = await lines(calls, state)
      expect(doubtful).toMatchObject([{ error: { code: 'CALL_IN_DOUBT' } }])
      const again = await lines(calls, state, `--${name}`)
      expect(again).toMatchObject([{ ok: true, data: { stdout: 'again\n' } }])
      expect(runs(state)).toBe(2)
    }
  })

  test('is listed, settled as done, and then answered from the file', async () => {
    const { state, calls } = await interrupted('settled')
    const doubts = async () => (await bench.answer(['batch', 'doubts', state])).data as Parsed[]
    const list = await doubts()
    const ids = ['#0', ...Object.keys(CALLS).slice(1)]
    expect(list.map(({ id }) => id as string).toSorted()).toEqual(ids.toSorted())
    const own = { id: 'settled', index: 3, argv: ['sh', '-c', hanging(state)] }
    expect(list).toContainEqual(expect.objectContaining(own))
    const settle = ['batch', 'settle', state, 'settled', '--as', 'done', '--data', '{"n":1}']
    const settled = await bench.answer(settle)
    expect(settled).toMatchObject({ ok: true, data: { ok: true, settled: true } })
    expect(await doubts()).toEqual(list.filter(({ id }) => id !== 'settled'))
    expect(await lines(calls, state)).toMatchObject([
      { ok: true, data: { n: 1 }, resumed: true, settled: true },
    ])
    expect(runs(state)).toBe(1)
    const again = await bench.surety(settle)
    expect([again.code, again.envelope.error.code]).toEqual([5, 'CALL_NOT_IN_DOUBT'])
  })

  test('can be settled as failed, by its place', async () => {
    const { state, calls } = await interrupted('failed')
    await bench.answer(['batch', 'settle', state, '#0', '--as', 'failed'])
    const settled = { error: { code: 'SETTLED_AS_FAILED' }, resumed: true }
    expect(await lines(calls, state)).toMatchObject([settled])
    expect(runs(state)).toBe(1)
  })

  test('is run again on request, in its own folder and with its own variables', async () => {
    const { state, calls } = await interrupted('rerun')
    const rerun = await bench.answer(['batch', 'rerun', state, 'rerun'])
    expect(rerun.data).toMatchObject({ ok: true, data: { stdout: 'again\nmine\n/\n' } })
    expect(await lines(calls, state)).toMatchObject([{ ok: true, resumed: true }])
    expect(runs(state)).toBe(2)
  })

  test('is not run again with another value of a variable that it names', async () => {
    const { state } = await interrupted('changed')
    const rerun = ['batch', 'rerun', state, 'changed']
    const { envelope, code } = await bench.surety(rerun, { env: { ENVX: 'production' } })
    expect([code, envelope.error.code]).toEqual([4, 'CALL_CHANGED'])
    expect(runs(state)).toBe(1)
  })
})

test('a call that failed can be run again by its name', async () => {
  const state = at('again.state')
  const calls = await file(sh(`cat '${state}.ok'`, { id: 'a' }), sh('echo fine', { id: 'b' }))
  await lines(calls, state)
  const failing = await bench.surety(['batch', 'rerun', state, 'a'])
  expect([failing.code, failing.envelope.error.code]).toEqual([2, 'CALLS_FAILED'])
  await writeFile(`${state}.ok`, '')
  expect((await bench.answer(['batch', 'rerun', state, 'a'])).ok).toBe(true)
  expect(await lines(calls, state)).toMatchObject([{ ok: true }, { ok: true }])
  const done = await bench.answer(['batch', 'rerun', state, 'b'])
  expect(done.error.code).toBe('CALL_NOT_IN_DOUBT')
  const missing = await bench.answer(['batch', 'doubts', at('missing.state')])
  expect(missing.error.code).toBe('FILE_NOT_FOUND')
  expect(existsSync(at('missing.state'))).toBe(false)
})
