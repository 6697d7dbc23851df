import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runAtTerminal } from '../processes/run-shell.ts'
import { suretyFile } from '../processes/run-surety.ts'
import { createBench, type Bench, type Parsed, type SuretyEnd } from '../processes/workspace.ts'

let bench: Bench
let count = 0
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

async function file(lines: readonly (object | string)[]): Promise<string> {
  count += 1
  const path = join(bench.folder, `calls-${count}.ndjson`)
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, `${text.join('\n')}\n`)
  return path
}

/** The rows of a batch that runs in a process that is shared: all, or those beside the failure of some. */
async function rows(...argv: readonly string[]): Promise<readonly Parsed[]> {
  const { data, meta } = await bench.answer(['batch', ...argv])
  return data ?? meta.data
}

/** A call that writes its number down, after a while. */
const marking = (log: string, number: number, seconds = 0) => ({
  id: `call-${number}`,
  argv: ['sh', '-c', `sleep ${seconds}; echo ${number} >> '${log}'; echo ${number}`],
})

test('runs every line, in order, and answers a line for each', async () => {
  const calls = await file([
    { id: 'slow', argv: ['sh', '-c', 'sleep 0.4; echo slow'] },
    ['echo', 'fast'],
  ])
  const { lines, code, stderr } = await bench.surety(['batch', calls, '--format', 'jsonl'])
  expect(code).toBe(0)
  expect(lines).toMatchObject([
    { index: 0, id: 'slow', ok: true, data: { stdout: 'slow\n' }, attempts: 1, resumed: false },
    { index: 1, id: null, ok: true, data: { stdout: 'fast\n' } },
  ])
  expect(JSON.parse(stderr)).toMatchObject({ total: 2, succeeded: 2, failed: 0 })
})

test('answers as calls end when order does not matter', async () => {
  const answered = join(bench.folder, 'answered')
  const calls = await file([
    { argv: ['sh', '-c', `until [ -e '${answered}' ]; do sleep 0.05; done; echo slow`] },
    { argv: ['echo', 'fast'] },
  ])
  const argv = ['batch', calls, '--unordered', '--format', 'jsonl']
  const { lines } = await bench.surety(argv, {
    onStart: (child) => child.stdout.once('data', () => writeFileSync(answered, '')),
  })
  expect(lines.map(({ index }) => index)).toEqual([1, 0])
})

test('answers one envelope where no lines are asked for', async () => {
  const calls = await file([{ argv: ['echo', 'one'] }])
  const envelope = await bench.answer(['batch', calls])
  expect(envelope).toMatchObject({ ok: true, data: [{ index: 0, ok: true }] })
})

test('goes on after lines and calls that fail, and says so in the end', async () => {
  const calls = await file([
    'no json',
    { argv: 'echo' },
    { argv: ['false'] },
    { argv: ['surety-no-such-program'] },
    { argv: ['ls', '/surety-no-such-folder'] },
    { argv: ['sh', '-c', 'echo half; echo whole >&2; exit 1'] },
    { argv: ['gti', 'status'] },
    { argv: ['echo', 'x'], dialect: 'spec-1.0' },
    { argv: ['echo', 'fine'] },
  ])
  await appendFile(calls, Buffer.from('\n["echo","\xFF"]', 'latin1'))
  const { lines, code, stderr } = await bench.surety(['batch', calls, '--format', 'jsonl'])
  expect(code).toBe(2)
  expect(lines.map(({ ok, error }) => (ok ? 'ok' : error.code))).toEqual([
    'INVOCATION_INVALID',
    'INVOCATION_INVALID',
    'EXIT_STATUS',
    'PROGRAM_NOT_FOUND',
    'FILE_NOT_FOUND',
    'EXIT_STATUS',
    'PROGRAM_NOT_FOUND',
    'GENERAL_ERROR',
    'ok',
    'INVOCATION_INVALID',
  ])
  // What the error says, the output of a row does not say again; hints are those of `run`.
  expect(lines[4]).toMatchObject({
    data: null,
    error: { message: expect.stringMatching(/^ls: .*no-such-folder/) },
  })
  expect(lines[5]).toMatchObject({ data: { stdout: 'half\n' }, error: { message: 'whole' } })
  expect(lines[6].error.suggestion).toBe("Did you mean 'git'?")
  expect(JSON.parse(stderr)).toMatchObject({
    ok: false,
    error: { code: 'CALLS_FAILED' },
    meta: { report: { total: 10, succeeded: 1, failed: 9 } },
  })
})

test('reads standard input, and no faster than calls end', async () => {
  const log = join(bench.folder, 'stdin.log')
  const input = Array.from({ length: 12 }, (_, at) => JSON.stringify(marking(log, at))).join('\n')
  const argv = ['batch', '-', '--concurrency', '2', '--format', 'jsonl']
  const { lines, code } = await bench.surety(argv, { input })
  expect(code).toBe(0)
  expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, at) => `call-${at}`))
  const { error } = await bench.answer(['batch', './no-such-file'])
  expect(error).toMatchObject({ code: 'FILE_NOT_FOUND' })
})

test('runs so many calls at once and no more', async () => {
  const log = join(bench.folder, 'at-once.log')
  const areThree = `[ $(grep -c + '${log}') -ge 3 ]`
  const script = `echo + >> '${log}'; until ${areThree}; do sleep 0.02; done; sleep 0.1; echo - >> '${log}'`
  const calls = await file(Array.from({ length: 9 }, () => ({ argv: ['sh', '-c', script] })))
  await rows(calls, '--concurrency', '3')
  let running = 0
  let most = 0
  for (const sign of (await readFile(log, 'utf8')).trim().split('\n')) {
    running += sign === '+' ? 1 : -1
    most = Math.max(most, running)
  }
  expect(most).toBe(3)
})

test('killed with -9, goes on without repeating anything that is finished', async () => {
  const log = join(bench.folder, 'resume.log')
  const state = join(bench.folder, 'resume.state')
  // The last four do not end before the kill.
  const held = `[ -e '${log}.killed' ] || sleep 60; `
  const calls = await file(
    Array.from({ length: 8 }, (_, at) => {
      const {
        id,
        argv: [, , script],
      } = marking(log, at)
      return { id, argv: ['sh', '-c', at < 4 ? script : held + script], safety: 'idempotent' }
    }),
  )
  const argv = ['batch', calls, '--concurrency', '2', '--state', state, '--format', 'jsonl']
  const killed = await bench.surety(argv, {
    onStart: (child) => {
      let seen = 0
      child.stdout.on('data', (text: string) => {
        seen += text.split('\n').length - 1
        if (seen >= 3) child.kill('SIGKILL')
      })
    },
  })
  expect(killed.signal).toBe('SIGKILL')
  await bench.killAll()
  writeFileSync(`${log}.killed`, '')
  const finished = killed.lines.filter((line) => line?.ok === true).map(({ id }) => id as string)
  expect(finished.length).toBeGreaterThanOrEqual(3)
  expect(finished.length).toBeLessThan(8)
  const { lines, code } = await bench.surety(argv)
  expect(code).toBe(0)
  expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 8 }, (_, at) => `call-${at}`))
  const resumed = lines.filter((line) => line.resumed).map(({ id }) => id as string)
  expect(resumed).toEqual(expect.arrayContaining(finished))
  const runs = (await readFile(log, 'utf8')).trim().split('\n')
  for (const id of resumed) {
    expect(
      runs.filter((number) => `call-${number}` === id),
      id,
    ).toHaveLength(1)
  }
  const again = await rows(calls, '--state', state)
  expect(again).toHaveLength(8)
  expect(again.every((line) => line.resumed)).toBe(true)
})

test('a call that was cut off and may have changed something is reported, not repeated', async () => {
  const log = join(bench.folder, 'doubt.log')
  const state = join(bench.folder, 'doubt.state')
  const calls = await file([marking(log, 1, 30)])
  const argv = ['batch', calls, '--state', state, '--format', 'jsonl']
  await bench.surety(argv, {
    onStart: (child) => {
      const timer = setInterval(() => {
        if (!existsSync(state) || !readFileSync(state, 'utf8').includes('"key":"call-1@')) return
        clearInterval(timer)
        child.kill('SIGKILL')
      }, 20)
    },
  })
  await bench.killAll()
  // It is no failure: it is counted for itself, and the command that settles it is named and works.
  const again = await bench.surety(argv)
  const settle = `surety batch settle ${state} call-1 --as done`
  const suggestion = `Look whether it happened. If so: ${settle}; else: surety batch rerun ${state} call-1`
  expect(again.lines).toMatchObject([
    { ok: false, error: { code: 'CALL_IN_DOUBT', suggestion }, attempts: 0 },
  ])
  expect([again.code, JSON.parse(again.stderr)]).toMatchObject([
    2,
    {
      error: { code: 'CALLS_IN_DOUBT', message: '1 of 1 calls is in doubt.', suggestion },
      meta: { report: { total: 1, succeeded: 0, failed: 0, in_doubt: 1, failures: {} } },
    },
  ])
  const command = `'${process.execPath}' '${suretyFile}' batch '${calls}' --state '${state}'`
  const { stdout } = await runAtTerminal(command, [], { SURETY_STATE_DIR: bench.state })
  expect(stdout).toMatch(/▲.* 0 of 1 succeeded in [\d.]+m?s; 1 is in doubt\./)
  await bench.answer(settle.split(' ').slice(1))
  expect(await rows(calls, '--state', state)).toMatchObject([{ ok: true, settled: true }])
})

test('a signal ends the calls and leaves the batch resumable', async () => {
  const log = join(bench.folder, 'signal.log')
  const state = join(bench.folder, 'signal.state')
  const calls = await file([
    marking(log, 1),
    { ...marking(log, 2, 60), safety: 'idempotent', timeout_ms: 90_000 },
  ])
  const { code, lines, stderr } = await bench.surety(
    ['batch', calls, '--state', state, '--format', 'jsonl'],
    {
      onStart: (child) => child.stdout.once('data', () => child.kill('SIGTERM')),
    },
  )
  expect(code).toBe(143)
  expect(lines[0]).toMatchObject({ id: 'call-1', ok: true })
  expect(stderr).toContain('CANCELLED')
  expect(await bench.left()).toEqual([])
  expect(await readFile(state, 'utf8')).toContain('"key":"call-2@')
})

test('lines take dialect files as well as ids, and say what is wrong with one', async () => {
  const house = join(bench.folder, 'house.json')
  await writeFile(
    house,
    JSON.stringify({
      surety: 1,
      dialect: {
        id: 'house',
        title: 'House',
        ok: { at: 'status', success: ['fine'], failure: ['broken'] },
        data: 'result',
        error: { at: 'problem', code: 'problem.id', message: 'problem.text' },
      },
    }),
  )
  const answer = (value: object) => ['echo', JSON.stringify(value)]
  const calls = await file([
    { argv: answer({ status: 'fine', result: [1] }), dialect: house },
    { argv: answer({ status: 'broken', problem: { id: 'E1', text: 'm' } }), dialect: house },
    { argv: ['echo', 'x'], dialect: join(bench.folder, 'missing.json') },
    { argv: ['echo', 'x'], dialect: 'unheard-of' },
    { argv: ['echo', 'x'], dialect: 'plain' },
  ])
  expect(await rows(calls)).toMatchObject([
    { ok: true, data: [1] },
    { ok: false, error: { code: 'E1' } },
    {
      ok: false,
      error: { code: 'INVOCATION_INVALID', message: expect.stringContaining('missing') },
    },
    { ok: false, error: { code: 'INVOCATION_INVALID' } },
    { ok: true, data: { stdout: 'x\n' } },
  ])
})

test('a second batch on the same state is told to wait, and one after a kill takes over', async () => {
  const state = join(bench.folder, 'locked.state')
  const mark = join(bench.folder, 'locked.mark')
  // Long at first, so that it still runs when the killed batch is looked after; the second call ends at once.
  const slow = await file([
    { argv: ['sh', '-c', `test -e ${mark} && exit; touch ${mark}; echo go >&2; sleep 40`] },
  ])
  let second: Promise<SuretyEnd> | undefined
  const words = ['batch', slow, '--state', state, '--format', 'jsonl']
  const first = await bench.surety(words, {
    onStart: (child) => {
      const started = setInterval(() => {
        if (!existsSync(`${state}.lock`) || !existsSync(mark)) return
        clearInterval(started)
        second = bench.surety(words)
        void second.then(() => child.kill('SIGKILL'))
      }, 20)
    },
  })
  expect(first.signal).toBe('SIGKILL')
  const refused = await second
  expect(refused?.code).toBe(12)
  expect(refused?.stdout).toContain('STATE_LOCKED')
  expect(refused?.stdout).toContain('"retryable":true')
  // What the killed one left behind is named, and ended before the call is run again.
  expect(await rows(slow, '--state', state)).toMatchObject([
    { ok: false, error: { code: 'CALL_IN_DOUBT', details: { pids: expect.any(Array) } } },
  ])
  const third = await rows(slow, '--state', state, '--rerun-in-doubt')
  expect(third).toMatchObject([{ ok: true, anomalies: [{ code: 'ORPHANS_ENDED' }] }])
  expect(existsSync(`${state}.lock`)).toBe(false)
})

test('a state that cannot be used is named, whatever is wrong with it', async () => {
  const calls = await file(['\uFEFF["echo","a"]'])
  for (const state of [bench.folder, join(calls, 'below')])
    expect((await bench.answer(['batch', calls, '--state', state])).error.code).toBe(
      'STATE_UNUSABLE',
    )
  expect(existsSync(`${bench.folder}.lock`)).toBe(false)
  expect(await rows(calls)).toMatchObject([{ ok: true }])
})

test('output that is nested without end fails its own call and no other', async () => {
  const deep = ['[', ']'].map((sign) => `head -c 200000 /dev/zero | tr '\\0' '${sign}'`).join('; ')
  const calls = await file([
    ['sh', '-c', deep],
    ['echo', 'b'],
  ])
  const state = join(bench.folder, 'deep.state')
  const ends = await rows(calls, '--state', state)
  expect(ends).toMatchObject([{ ok: true, data: { stdout: expect.any(String) } }, { ok: true }])
})

test('shows at a terminal what failed, and one line for all', async () => {
  const calls = await file([
    { id: 'good', argv: ['echo', 'a'] },
    { id: 'bad', argv: ['sh', '-c', 'exit 3'] },
  ])
  const command = `'${process.execPath}' '${suretyFile}' batch '${calls}'`
  const { stdout, code } = await runAtTerminal(command, [], { SURETY_STATE_DIR: bench.state })
  expect(code).toBe(2)
  // oxlint-disable-next-line no-control-regex -- colours and the progress bar
  const text = stdout.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, '')
  expect(text).not.toContain('echo a')
  expect(text).toMatch(/bad +sh -c 'exit 3' +EXIT_STATUS/)
  expect(text).toMatch(/✗ 1 of 2 succeeded in [\d.]+m?s\. Every answer: --format jsonl/)
})
