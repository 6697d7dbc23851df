import { mkdtemp, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hasTerminals, runAtTerminal } from '../processes/run-shell.ts'
import { connect } from '../mcp/connect.ts'
import { testWith } from '../processes/programs-here.ts'
import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

const main = fileURLToPath(
  new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url),
)

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

const run = (...words: readonly string[]) => bench.surety(['run', ...words])
const answer = (...words: readonly string[]): Promise<Parsed> => bench.answer(['run', ...words])

describe('a failure is said once', () => {
  test.each([
    ['its last line', 'echo one >&2; echo two >&2; exit 3', 'two', 'one\n'],
    ['the line that says error', 'echo "error: no such thing"; exit 1', 'error: no such thing'],
    [
      'the line before the usage',
      'echo "x: bad -q" >&2; echo "usage: x [-a]" >&2; exit 2',
      'x: bad -q',
      'usage: x [-a]\n',
    ],
    [
      'the compiler’s line',
      'echo "a.ts(1,7): error TS2322: Type."; echo Done.; exit 2',
      'a.ts(1,7): error TS2322: Type.',
      'Done.\n',
    ],
    [
      'the end of a traceback',
      'printf "Traceback (most recent call last):\\n  error\\nKeyError: 1\\n" >&2; exit 1',
      'KeyError: 1',
      'Traceback (most recent call last):\n  error\n',
    ],
    ['nothing but the exit', 'exit 4', 'The program ended with exit code 4.'],
    ['a progress bar', 'printf "10%%\\r90%%\\rfailed at 91%%\\n" >&2; exit 1', 'failed at 91%'],
  ])('%s is the message', async (_name, script, message, rest?) => {
    const { error, meta } = await answer('--', 'sh', '-c', script)
    expect(error.message).toBe(message)
    expect(Object.values(meta.data ?? {})).toEqual(rest === undefined ? [] : [rest])
  })
})

async function expectPrecise(words: readonly string[], expected: object): Promise<void> {
  const { error, meta } = await answer('--', ...words)
  const exit = (await answer('--full', '--', ...words)).meta.tool_exit
  const { reason, changed } = meta.verdict
  expect({ code: error.code, reason, exit }).toEqual(expected)
  const isSafe = reason === 'READ_FAILED' || exit === 'ARG_ERROR'
  expect(changed).toBe(isSafe ? 'no' : 'unknown')
  // The same call may succeed later: it only reads, and the trouble passes.
  expect([error.retryable, meta.attempts]).toEqual([exit === 'UNAVAILABLE', undefined])
}

describe('what is known of a program', () => {
  test.each([
    [
      'a failing read',
      ['ls', '/nope'],
      { code: 'FILE_NOT_FOUND', reason: 'READ_FAILED', exit: 'NOT_FOUND' },
    ],
    [
      'a read past global options',
      ['git', '-C', '/', 'log'],
      { code: 'NOT_A_REPOSITORY', reason: 'READ_FAILED', exit: 'PRECONDITION' },
    ],
    [
      'a flag that is not known',
      ['ls', '--sort-by-magic', '/nope'],
      { code: 'ARG_ERROR', reason: expect.not.stringMatching('READ'), exit: 'ARG_ERROR' },
    ],
    [
      'words of code that had begun',
      ['node', '-e', 'JSON.parse("{")'],
      { code: 'SYNTAX_ERROR', reason: 'IN_DOUBT', exit: 'GENERAL_ERROR' },
    ],
    [
      'a program of an installed package',
      ['node_modules/.bin/tsc', '--showConfig', '-p', 'nope'],
      { code: 'TS5058', reason: 'READ_FAILED', exit: 'NOT_FOUND' },
    ],
    [
      'a change',
      ['sh', '-c', 'exit 2'],
      { code: 'EXIT_STATUS', reason: 'IN_DOUBT', exit: 'GENERAL_ERROR' },
    ],
  ])('makes the answer precise: %s', (_name, words, expected) => expectPrecise(words, expected))

  testWith('curl')('makes the answer precise: a read of the network', () =>
    expectPrecise(['curl', '-sS', 'http://127.0.0.1:1/'], {
      code: 'CONNECTION_FAILED',
      reason: 'READ_FAILED',
      exit: 'UNAVAILABLE',
    }),
  )

  test('makes the exit precise, and is not said on stderr again', async () => {
    const { code, stderr } = await run('--', 'ls', '/nope')
    expect([code, stderr]).toEqual([5, ''])
  })

  test.each([
    ['no match', ['grep', 'zzz', '/etc/passwd']],
    ['a difference', ['cmp', '/etc/passwd', '/etc/group']],
    ['no', ['test', '-e', '/nope']],
  ])('%s is an answer', async (_name, words) => {
    expect(await answer('--', ...words)).toMatchObject({
      ok: true,
      data: { exit_code: 1 },
      meta: { verdict: { kind: 'accept' }, tool_meta: { meaning: expect.any(String) } },
    })
  })

  test('no match as text has the exit of the program', async () => {
    expect((await run('--text', '--', 'grep', 'zzz', '/etc/passwd')).code).toBe(1)
  })
})

test('batch, MCP and wrap say the same as run', async () => {
  const cwd = await mkdtemp(join(bench.folder, 'ways-'))
  spawnSync('git', ['init', '-q', cwd])
  const calls = [
    ['git', 'log', 'nope'],
    ['git', 'fetch', 'nope'],
    ['ls', 'nope'],
    ['grep', 'x', 'calls'],
    ['vi', 'calls'],
    ['cat'],
  ]
  await writeFile(join(cwd, 'calls'), calls.map((argv) => JSON.stringify({ argv })).join('\n'))
  const probes = ['-C', cwd, ...calls[0]!.slice(1)]
  const profile = {
    surety: 1,
    name: 'git',
    program: ['git'],
    check: { probes: [{ name: 'log', argv: probes, kind: 'read' }] },
  }
  await writeFile(join(cwd, 'git.surety.yaml'), JSON.stringify(profile))
  const said = ({ ok, error, warnings, meta, verdict = meta?.verdict }: Parsed) => ({
    code: error?.code ?? ok,
    suggestion: error?.suggestion,
    reason: verdict.reason,
    warnings,
  })
  const env = { HOME: bench.folder, SURETY_STATE_DIR: bench.state }
  const [runs, batch, mcp, wrap] = await Promise.all([
    Promise.all(calls.map((words) => answer('--cwd', cwd, '--', ...words))),
    bench.surety(['batch', 'calls', '--format', 'jsonl'], { cwd }),
    connect([process.execPath, main, 'mcp', '--profile', join(cwd, 'git.surety.yaml')], { env }),
    bench.surety(['wrap', ...calls[0]!], { cwd }),
  ])
  const expected = runs.map(said)
  expect(expected.map(({ code }) => code)).toEqual([
    'REVISION_UNKNOWN',
    'REMOTE_UNKNOWN',
    'FILE_NOT_FOUND',
    true,
    'TERMINAL_REQUIRED',
    true,
  ])
  expect(batch.lines.slice(0, calls.length).map(said)).toEqual(expected)
  const { envelope } = await mcp.call('call_read', { command: 'log' })
  await mcp.client.close()
  expect(envelope['error']).toMatchObject({
    code: expected[0]!.code,
    suggestion: expected[0]!.suggestion,
  })
  expect(wrap.envelope.error.code).toBe('REVISION_UNKNOWN')
})

describe('--text', () => {
  /** Halves of characters, ends of lines, zeros, sequences of terminals. */
  const HARD = Uint8Array.from([
    0xff, 0x0d, 0x0a, 0, 0x1b, 0x5b, 0x33, 0xe2, 0x80, 0x0d, 0xc3, 0x0a,
  ])
  const shell = (script: string) => ['run', '--text', '--', 'sh', '-c', script]

  test('gives the bytes and the exit code of the program, and nothing of ours', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 600 }),
        fc.uint8Array({ maxLength: 600 }),
        fc.integer({ min: 0, max: 125 }),
        async (out, err, exit) => {
          const folder = await mkdtemp(join(bench.folder, 'bytes-'))
          await writeFile(join(folder, 'out'), out)
          await writeFile(join(folder, 'err'), err)
          const argv = shell(`cat out; cat err >&2; exit ${exit}`)
          const ran = spawnSync(process.execPath, [main, ...argv], {
            cwd: folder,
            env: { PATH: process.env['PATH'], SURETY_STATE_DIR: bench.state },
          })
          expect(ran.status).toBe(exit)
          expect([...ran.stdout]).toEqual([...out])
          expect([...ran.stderr]).toEqual([...err])
        },
      ),
      // Each takes a process, so the bytes that are hard on readers come first.
      { numRuns: 12, examples: [[HARD, HARD.toReversed(), 125]] },
    )
  })

  test('a reader that leaves ends the program in silence, and lost output is no success', async () => {
    const script = `
      run() { "$NODE" "$MAIN" run --text "$@" 2>>err; }
      run --max-output 0 -- yes | head -1; echo "\${PIPESTATUS[0]}"
      cat err
      run -- seq 3 > /dev/full; echo "$?"
      cat err`
    const folder = await mkdtemp(join(bench.folder, 'lost-'))
    const env = { PATH: process.env['PATH'], SURETY_STATE_DIR: bench.state }
    const { stdout } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      env: { ...env, NODE: process.execPath, MAIN: main },
      encoding: 'utf8',
    })
    const lost = 'surety: The output was lost: ENOSPC: no space left on device, write'
    expect(stdout.split('\n')).toEqual(['y', '141', '1', lost, ''])
  })

  test('cuts what is long, says where, and the line that it names reads the rest', async () => {
    const { stdout, code } = await bench.surety(shell('seq 1 20000; exit 3'))
    expect(code).toBe(3)
    expect(Buffer.byteLength(stdout)).toBeLessThan(30_000)
    const [, from, to, line] =
      /\[… lines (\d+) to (\d+) left out: surety (.+) …\]/.exec(stdout) ?? []
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('1')
    expect(lines.at(-2)).toBe('20000')
    // Nothing stands twice, and nothing is missing but what is named.
    const at = lines.findIndex((each) => each.startsWith('[…'))
    expect(lines[at + 1]).toBe(String(Number(to) + 1))
    expect(Number(lines[at - 1])).toBeLessThanOrEqual(Number(from))
    const rest = (await bench.surety(line!.split(' '))).stdout.split('\n')
    expect(rest[0]).toBe(from)
    expect(rest.at(-2)).toMatch(
      /^\[… lines \d+ to \d+: surety journal answer --text \S+ --lines \d+-\d+ …\]$/,
    )
    const call = line!.split(' ')[3]
    const found = await bench.answer(['journal', 'answer', call!, '--grep', '^1999[89]$'])
    expect(found.data.text).toBe('19998:19998\n19999:19999')
    expect(
      (await bench.surety(shell('seq 1 20000').toSpliced(2, 0, '--max-output', '0'))).stdout,
    ).toHaveLength(108_894)
  })

  test.each([
    ['a program that does not exist', ['nothing-like-it'], 127, /^surety: There is no program/],
    ['one that takes too long', ['sleep', '60'], 124, /^surety: 'sleep' did not end within/],
  ])('says in one line what became of %s', async (_name, words, exit, line) => {
    const { stdout, stderr, code } = await bench.surety([
      'run',
      '--text',
      '--timeout',
      '300ms',
      '--',
      ...words,
    ])
    expect([stdout, code]).toEqual(['', exit])
    expect(stderr).toMatch(line)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

test.each([['--text'], ['--json']])(
  'with %s an output of many errors and gaps is cut to what clients show',
  async (form) => {
    const script = 'for i in {1..9000}; do echo "error: $i"; echo "a detail"; done; exit 1'
    const { stdout } = await bench.surety(['run', form, '--', 'bash', '-c', script])
    expect(Buffer.byteLength(stdout)).toBeLessThan(30_000)
  },
)

test('long output is cut by lines; of a failure the errors and the end stay', async () => {
  const script = 'seq 1 3000; echo "error: the cause"; seq 1 30000; echo the end; exit 1'
  const envelope = await answer('--', 'sh', '-c', script)
  const { stdout } = envelope.meta.data
  expect(Buffer.byteLength(stdout)).toBeLessThan(25_000)
  expect(envelope.error.message).toBe('error: the cause')
  expect(stdout).toMatch(/left out …\]\nerror: the cause\n\[… lines/)
  expect(stdout).toMatch(/the end\n$/)
  const hint = envelope.meta.truncation_hint.split(' ').slice(1)
  expect((await bench.answer(hint)).data.stdout.split('\n').length).toBeGreaterThan(100)
  const bar = 'for i in $(seq 3000); do printf "%s%%\\r" $i; done; echo'
  const once = await answer('--', 'sh', '-c', bar)
  expect(once.data.stdout.trim()).toBe('3000%')
})

test.runIf(hasTerminals)(
  'a terminal shows the line of a failure once, and one of ours',
  async () => {
    const state = { XDG_STATE_HOME: join(bench.folder, 'state-terminal') }
    const call = `'${process.execPath}' '${main}' run -- ls /nope`
    const slow = `'${process.execPath}' '${main}' run --text -- sleep 1`
    const { stdout } = await runAtTerminal(
      `${call}; echo; ${call} 2>/dev/tty | cat; echo; ${slow}`,
      [],
      state,
    )
    const [seen = '', piped = '', slept] = stdout.split('\r\n\r\n')
    // Nothing is drawn where a program prints.
    expect(slept).toBe('')
    expect(seen.match(/No such file or directory/g)).toHaveLength(1)
    expect(seen).toMatch(/ended with exit code 2.+FILE_NOT_FOUND/)
    expect(piped).toContain('"message":"ls: cannot access')
  },
)

describe('words that are no program', () => {
  test.each([
    [['cd', '/tmp'], /--cwd/],
    [['git status'], /surety run -- git status$/],
    [['gti', 'status'], /Did you mean 'git'/],
    [['[[', '-f', 'a b', ']]'], /surety sh -- .*\[\[ -f .*a b.* \]\]/],
    [['if', 'true', ';', 'then', 'ls', ';', 'fi'], /surety sh -- 'if true ; then ls ; fi'/],
    [['export', 'A=1'], /NAME=value surety run/],
    [['A=1', 'env'], /^Set variables before the call: A=1 surety run -- env$/],
    [['ls | wc -l'], /surety sh -- 'ls \| wc -l'$/],
    [['ls', '|', 'wc', '-l'], /surety sh -- 'ls \| wc -l'$/],
  ])('%j get a hint', async (words, hint) => {
    const { error } = await answer('--', ...words)
    expect(error.suggestion).toMatch(hint)
  })
})

test('an empty standard input that was waited for is said', async () => {
  const words = ['--', 'cat']
  const [json, text, file] = await Promise.all([
    run(...words),
    run('--text', ...words),
    answer('--', 'cat', 'package.json'),
  ])
  expect(json.envelope.warnings).toEqual(['Its standard input was empty.'])
  expect([text.stdout, text.stderr]).toEqual(['', 'surety: Its standard input was empty.\n'])
  expect(file.warnings).toEqual([])
})

test('an editor that nobody sees fails instead of accepting', async () => {
  const cwd = await mkdtemp(join(bench.folder, 'repo-'))
  const known = ['git', '-c', 'user.name=a', '-c', 'user.email=a@b']
  const git = (...words: readonly string[]) => answer('--cwd', cwd, '--', ...known, ...words)
  await git('init', '-q', '.')
  await git('commit', '-q', '--allow-empty', '-m', 'one')
  const before = await git('rev-parse', 'HEAD')
  expect((await git('commit', '--allow-empty', '--amend')).ok).toBe(false)
  expect((await git('rev-parse', 'HEAD')).data).toEqual(before.data)
})
