import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { runProgram, type Loose } from '../processes/run-program.ts'

const program = fileURLToPath(new URL('../../bin/many-calls.mjs', import.meta.url))

/** Runs `exec` with one line for each value; a string is a line as it is. */
async function exec(lines: readonly unknown[], argv: readonly string[] = [], env = {}) {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  const ended = await runProgram('many-calls.mjs', ['exec', ...argv], {
    input: `${input.join('\n')}\n`,
    env,
  })
  const answers = ended.stdout.split('\n').slice(0, -1)
  return { ...ended, answers: answers.map((line) => JSON.parse(line) as Loose) }
}

describe('exec', () => {
  it('answers every call with an envelope, whatever the calls before it did', async () => {
    const calls: [request: unknown, answer: object][] = [
      [
        {
          _cmd: 'echo',
          _id: 'a',
          word: '--loud',
          rest: ['x,y', '[1]'],
          count: 2,
          deep_name: true,
          tags: ['a,b'],
          point: { x: 1.5 },
          tenant: null,
        },
        {
          ok: true,
          data: {
            word: '--loud',
            rest: ['x,y', '[1]'],
            count: 2,
            deepName: true,
            tags: ['a,b'],
            point: { x: 1.5 },
            tenant: 'main',
          },
          meta: { _cmd: 'echo', _line: 1, _id: 'a' },
        },
      ],
      [
        { _cmd: 'echo', count: 'many' },
        { ok: false, error: { code: 'ARG_ERROR' } },
      ],
      [{ _cmd: 'disturb' }, { ok: true, warnings: [/stdout/] }],
      [{ _cmd: 'surroundings' }, { data: { left: null, cwd: process.cwd() } }],
      [{ _cmd: 'throw-later' }, { error: { code: 'INTERNAL_ERROR', detail: 'thrown in a timer' } }],
      [{ _cmd: 'reject' }, { error: { code: 'INTERNAL_ERROR', detail: 'nobody listens' } }],
      [{ _cmd: 'exit' }, { error: { code: 'INTERNAL_ERROR', detail: /process\.exit\(3\)/ } }],
      [{ _cmd: 'slow' }, { error: { code: 'TIMEOUT' } }],
      [{ _cmd: 'leave-bomb' }, { ok: true }],
      [{ _cmd: 'wait' }, { ok: true, data: { waited: true } }],
      [
        { _cmd: 'read-stdin', _stdin: 'text' },
        { ok: true, data: { declared: 'text', direct: '' } },
      ],
      [
        { _cmd: 'read-process', _stdin: 'text' },
        { ok: true, data: { value: 'text' } },
      ],
      [{ _cmd: 'rows' }, { ok: true, data: [{ row: 1 }, { row: 2 }] }],
      [{ _cmd: 'nothing' }, { error: { code: 'UNKNOWN_COMMAND' }, meta: { _cmd: 'nothing' } }],
      [{ _cmd: 'version' }, { ok: true, data: { name: 'many' } }],
      [{ _cmd: 'exec' }, { error: { code: 'DISPATCH_PARSE_ERROR' } }],
      ['{"_cmd":', { error: { code: 'DISPATCH_PARSE_ERROR', phase: 'validation' } }],
      [
        { word: 'x', _id: 7 },
        { error: { code: 'DISPATCH_PARSE_ERROR' }, meta: { _id: 7 } },
      ],
      [{ _cmd: 'Echo', word: 'x' }, { error: { code: 'DISPATCH_PARSE_ERROR' } }],
      [{ _cmd: 'echo', _opts: { format: 'yaml' } }, { error: { code: 'DISPATCH_PARSE_ERROR' } }],
      // An empty name would end the options, and the preview after it would be a word.
      [
        { _cmd: 'volume.remove', name: 'v', _opts: { '': true, 'dry-run': true } },
        { error: { code: 'DISPATCH_PARSE_ERROR', message: /_opts/ } },
      ],
      [{ _cmd: 'volume.remove', name: 'v' }, { error: { code: 'CONFIRMATION_REQUIRED' } }],
      [
        { _cmd: 'volume.remove', name: 'v', confirmDestructive: true },
        { error: { code: 'DISPATCH_PARSE_ERROR', message: /_opts/ } },
      ],
      [
        { _cmd: 'volume.remove', name: 'v', _opts: { dry_run: true } },
        { data: { would_affect: ['v'] } },
      ],
      [
        { _cmd: 'volume.remove', name: 'v', _opts: { 'confirm-destructive': true } },
        { ok: true, data: { effect: 'deleted' } },
      ],
      [
        { _cmd: 'echo', deepName: true, deep_name: false },
        { error: { code: 'DISPATCH_PARSE_ERROR', message: /mean the same/ } },
      ],
      [{ _cmd: 'sign-in', apiKey: 'hunter2hunter2' }, { error: { code: 'INTERNAL_ERROR' } }],
      [
        { _cmd: 'tell-secret', apiKey: 'hunter2hunter2' },
        { ok: true, warnings: [/stdout/] },
      ],
      [{ _cmd: 'wait' }, { ok: true, warnings: { length: 0 } }],
      // Its late errors come when all calls have been made.
      [
        { _cmd: 'tell-secret', apiKey: 'hunter2hunter2' },
        { ok: true, warnings: [/stdout/] },
      ],
    ]
    const ended = await exec(
      calls.map(([request]) => request),
      ['--ignore-errors'],
    )
    expect(ended.answers).toHaveLength(calls.length)
    for (const [at, [, answer]] of calls.entries()) {
      expect(Object.keys(ended.answers[at]!)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
      expect(ended.answers[at]!['meta']).toMatchObject({ _line: at + 1 })
      expectLike(ended.answers[at], answer)
    }
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('left behind')
    for (const when of ['early', 'late'])
      for (const way of ['log', 'error', 'stdout', 'stderr'])
        expect(ended.stderr).toContain(`${when} ${way} [REDACTED]`)
    expect(ended.stderr).toContain('after the call ended: thrown late [REDACTED]')
    expect(ended.stdout + ended.stderr).not.toContain('hunter2')
    expect(ended.stderr).toContain('"code":"CALLS_FAILED"')
  })

  it('stops at the first failure, and has an exit of its own if no line is a call', async () => {
    const failed = await exec([{ _cmd: 'echo', word: 'a' }, { _cmd: 'exit' }, { _cmd: 'version' }])
    expect(failed).toMatchObject({ code: 1, answers: [{ ok: true }, { ok: false }] })
    const useless = await exec(['nonsense', '[]'], ['--ignore-errors'])
    expect(useless).toMatchObject({ code: 3, answers: [{ ok: false }, { ok: false }] })
    expect(await exec(['', ' '])).toMatchObject({ code: 0, stdout: '' })
  })

  it('previews every change under --dry-run, whatever a line says', async () => {
    const flags = { 'confirm-destructive': true, dry_run: false }
    const lines = [{ _cmd: 'volume.remove', name: 'v', _opts: flags }, { _cmd: 'version' }]
    const { answers, code } = await exec(lines, ['--dry-run'])
    expect(code).toBe(0)
    expect(answers).toMatchObject([
      { data: { would_affect: ['v'] }, meta: { dry_run: true } },
      { ok: true },
    ])
  })

  it('survives any bytes on standard input, one answer for each line', async () => {
    const lines = fc.sample(
      fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        fc
          .dictionary(fc.constantFrom('_cmd', '_opts', '_id', '_stdin', 'word'), fc.jsonValue())
          .map((value) => JSON.stringify(value)),
      ),
      { numRuns: 80, seed: 18 },
    )
    const single = lines.map((line) => line.replaceAll('\n', ' ')).filter((line) => line.trim())
    const { answers, code } = await exec(single, ['--ignore-errors'])
    expect(answers).toHaveLength(single.length)
    expect(answers.every(({ ok }) => ok === false)).toBe(true)
    expect(code).toBe(3)
  })

  it('answers each line as it comes, also a question, and cancels the call at work on a signal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'exec-'))
    const mark = join(folder, 'mark')
    const child = spawn(process.execPath, [program, 'exec', '--ignore-errors'], {
      env: { PATH: process.env['PATH'], MARK: mark },
      timeout: 150_000,
    })
    try {
      let stdout = ''
      let stderr = ''
      child.stdout.on('data', (chunk) => (stdout += String(chunk)))
      child.stderr.on('data', (chunk) => (stderr += String(chunk)))
      child.stdin.write('{"_cmd":"echo","word":"first"}\n{"_cmd":')
      while (!stdout.includes('first')) await once(child.stdout, 'data')
      // Its input stays open, and still there is nobody who could answer.
      child.stdin.write('"ask"}\n{"_cmd":"read-then-work"}\n')
      while (!stdout.includes('worked')) await once(child.stdout, 'data')
      child.stdin.write('{"_cmd":"hang"}\n{"_cmd":"version"}\n')
      while (!stderr.includes('hanging')) await once(child.stderr, 'data')
      child.kill('SIGTERM')
      const [code] = (await once(child, 'close')) as [number]
      const answers = stdout.split('\n').slice(0, -1)
      expect(code).toBe(143)
      expect(answers.map((answer) => JSON.parse(answer) as unknown)).toMatchObject([
        { ok: true },
        { error: { code: 'REPL_MODE_PROHIBITED' }, meta: { _cmd: 'ask', _line: 2 } },
        { ok: true, data: { worked: true } },
        { error: { code: 'CANCELLED' }, meta: { _cmd: 'hang', _line: 4 } },
      ])
      expect(readFileSync(mark, 'utf8')).toBe('cleaned up\n')
    } finally {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    }
  })

  it('waits for a reader that is slower than the calls, and ends with it', async () => {
    const child = spawn(process.execPath, [program, 'exec'], {
      env: { PATH: process.env['PATH'] },
      timeout: 150_000,
    })
    const line = `${JSON.stringify({ _cmd: 'echo', word: 'x'.repeat(50_000) })}\n`
    let given = 0
    const feed = (): void => {
      while (given < 2000) {
        given += 1
        if (!child.stdin.write(line)) return
      }
    }
    child.stdin.on('drain', feed).on('error', () => {})
    feed()
    // Nobody reads, so only what fits into the pipes is taken.
    const seen = [-1]
    while (seen.at(-1) !== given) {
      seen.push(given)
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
    expect(given).toBeLessThan(100)
    child.stdout.destroy()
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(0)
  })
})

/** Compares an answer with a pattern whose regular expressions match texts. */
function expectLike(actual: unknown, pattern: unknown): void {
  if (pattern instanceof RegExp) expect(actual).toMatch(pattern)
  else if (typeof pattern === 'object' && pattern !== null)
    for (const [key, value] of Object.entries(pattern)) expectLike((actual as Loose)?.[key], value)
  else expect(actual).toEqual(pattern)
}
