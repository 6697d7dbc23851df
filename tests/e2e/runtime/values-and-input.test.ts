import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { callTogether, runProgram, type Ended, type Loose } from '../processes/run-program.ts'

const call = callTogether('values-and-input.mjs')
const run = (argv: readonly string[], options = {}) =>
  runProgram('values-and-input.mjs', argv, options)
const answerOf = ({ documents, code }: Ended): Loose => ({ ...documents.at(-1), code })
const every = async (...given: Parameters<typeof call>) => answerOf(await call(...given))
/** The same in a process of its own, for what is about processes. */
const alone = async (...given: Parameters<typeof run>) => answerOf(await run(...given))

it('a call in a process of its own ends as one beside others', async () => {
  const rows = [
    ['number', '9007199254740993'],
    ['big-default', '--help'],
    ['switches', '--', '--', '-x'],
    ['logn', '--kee', 'hunter2hunter2'],
  ]
  const timeless = ({ stdout, stderr, code }: Ended) => ({
    stdout: stdout.replace(/"duration_ms":\d+/, '"duration_ms":0'),
    stderr,
    code,
  })
  for (const argv of rows) expect(timeless(await call(argv))).toEqual(timeless(await run(argv)))
})

describe('lines of a writer that never pauses', () => {
  const yes = 'y\n'.repeat(32_768)
  it.each([
    ['the time limit', 'lines', 10, 'TIMEOUT'],
    ['SIGTERM', 'lines-for-long', 143, 'CANCELLED'],
  ])('end at %s', async (_name, command, exit, code) => {
    const ended = await alone([command], {
      input: null,
      write: yes,
      whenReady: (child: ChildProcessWithoutNullStreams) => {
        const write = (ended?: Error | null) => ended ?? void child.stdin.write(yes, write)
        write()
        if (exit === 143) child.kill('SIGTERM')
      },
    })
    expect(ended).toMatchObject({ ok: false, error: { code }, code: exit })
  })
})

describe('a loop over the input that was left', () => {
  const fed = (command: string, text: string) => alone([command], { input: text })

  it('goes on with the next line, and ends once', async () => {
    const { data } = await fed('header', 'name\nada\ngrace\n')
    expect(data).toEqual({ header: 'name', rows: ['ada', 'grace'] })
  })

  it('goes on with the next row', async () => {
    const rows = '{"a":1}\n{"a":2}\n{"_summary":true,"ok":true}\n'
    const { data } = await fed('rows', rows)
    expect(data).toEqual({ found: [{ a: 1 }, { a: 2 }] })
  })
})

describe('a number that a double cannot hold', () => {
  const LONG = '9007199254740993'

  it('is refused instead of rounded', async () => {
    expect(await every(['number', LONG])).toMatchObject({
      ok: false,
      error: { code: 'INVALID_VALUE', message: expect.stringMatching(/-?9007199254740991.*text/) },
    })
    expect(await every(['number', '9007199254740991'])).toMatchObject({
      data: { id: 9007199254740991 },
    })
  })

  it.each([
    ['float', `${LONG}e0`],
    ['float', `${LONG}.0`],
    ['number', '4.0000000000000000001'],
    ['any', LONG],
    ['any', `{"id":${LONG}}`],
    ['any', '{"id":1,"id":2}'],
  ])('%s %s is refused, however it is written', async (command, text) => {
    expect(await every([command, text])).toMatchObject({ error: { code: 'INVALID_VALUE' } })
  })

  it.each([
    ['float', '1e22', 1e22],
    ['float', '0.1', 0.1],
    ['float', '15000000000000000000000', 1.5e22],
    ['any', '[0.1, 1e3]', [0.1, 1000]],
  ])('%s %s is no such number', async (command, text, value) => {
    expect(await every([command, text])).toMatchObject({ data: { value } })
  })

  it('is kept by s.bigint(), from the call to the answer', async () => {
    expect(await every(['big', LONG])).toMatchObject({
      ok: true,
      data: { id: LONG, next: '9007199254740994' },
    })
    expect(await every(['big', '41'])).toMatchObject({ ok: true, data: { id: 41, next: 42 } })
    expect(await every(['big', '4.5'])).toMatchObject({ ok: false })
    const { data } = await every(['big', '--schema'])
    expect(JSON.stringify(data)).toContain('[0-9]+')
  })
})

describe('a big integer', () => {
  it('as a default is shown by help, --schema and the manifest', async () => {
    expect(await every(['big-default'])).toMatchObject({
      data: { id: '9007199254740993', pair: { id: 5 } },
    })
    const { stdout } = await call(['big-default', '--help'])
    expect(stdout).toContain('[default: 9007199254740993]')
    for (const argv of [['big-default', '--schema'], ['manifest']]) {
      const { ok, data } = await every(argv)
      expect(ok).toBe(true)
      expect(JSON.stringify(data)).toContain('"default":"9007199254740993"')
    }
  })

  it('as input goes with pages, cursors and meta', async () => {
    const { meta } = await every(['big-list', '--id', '5'])
    expect(meta).toMatchObject({ big: '1152921504606846976', cursor: expect.any(String) })
    const next = (id: string) => every(['big-list', '--id', id, '--cursor', meta.cursor])
    expect(await next('5')).toMatchObject({ ok: true })
    expect(await next('6')).toMatchObject({ error: { code: 'INVALID_CURSOR' } })
  })

  it('as input makes a call another one for its idempotency key', async () => {
    const env = { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'surety-big-')) }
    const put = (id: string) => every(['big-put', '--id', id, '--idempotency-key', 'a'], { env })
    expect(await put('9007199254740993')).toMatchObject({ data: { effect: 'created' } })
    expect(await put('9007199254740993')).toMatchObject({ data: { effect: 'noop' } })
    expect(await put('9007199254740992')).toMatchObject({
      error: { code: 'IDEMPOTENCY_KEY_USED' },
    })
  })
})

describe('a result that hides its content', () => {
  it('is converted where it has names and values', async () => {
    expect(await every(['returns', 'headers'])).toMatchObject({
      data: { it: { a: '1', b: '2' } },
    })
    expect(await every(['returns', 'query'])).toMatchObject({
      data: {
        it: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
    })
  })

  it('is refused where only a loop gives it', async () => {
    expect(await every(['returns', 'iterable'])).toMatchObject({
      ok: false,
      error: { code: 'RESULT_UNSERIALISABLE' },
    })
  })

  it('is refused where shared references would make it endless', async () => {
    expect(await every(['returns', 'doubled'])).toMatchObject({
      ok: false,
      error: { code: 'RESULT_UNSERIALISABLE', message: expect.stringContaining('too-large') },
    })
  })
})

it('run() keeps what a tool does from its host: exits, late errors, folder, variables, streams', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'surety-host-'))
  const { documents, code, stderr } = await runProgram('host.mjs', [], {
    cwd,
    input: 'of the host',
  })
  expect(code).toBe(0)
  expect(stderr).toContain('late: [REDACTED]')
  expect(stderr).not.toContain('hunter2')
  const inHost = { cwd }
  expect(documents).toMatchObject([
    { name: 'exits', ok: false, code: 'INTERNAL_ERROR' },
    { name: 'throws', ok: false },
    { name: 'rejects', ok: false },
    { name: 'lingers', ok: true },
    { name: 'moves', ok: true },
    { name: 'fine', ok: true },
    { name: 'host', cwd },
    { name: 'sets', data: { left: '1', given: 'a' } },
    { name: 'variables', left: null, home: true, exitCode: null },
    { name: 'prints', stderr: 'the key is [REDACTED]\n' },
    { name: 'reads', given: { text: 'given' }, none: { text: '' } },
    { name: 'host prints' },
    { name: 'alone', away: { cwd: '/' }, later: inHost },
    { name: 'together', stays: inHost, moves: expect.stringContaining('process.chdir()') },
    { name: 'end', input: 'of the host', cwd },
  ])
})

describe('a secret', () => {
  const SECRET = 'hunter2hunter2'

  it.each([
    ['in a member, thrown by the handler', ['login', '--with', `{"key":"${SECRET}","n":1}`]],
    ['in a member beside a wrong one', ['login', '--with', `{"key":"${SECRET}","n":"x"}`]],
    ['in JSON that is cut off', ['login', '--with', `{"key":"${SECRET}`]],
    ['behind a colon', ['login', `--key:${SECRET}`]],
    ['joined to a letter', ['login', `-k${SECRET}`]],
    ['behind a mistyped command', ['logn', '--key', SECRET]],
    ['behind a mistyped command and a mistyped option', ['logn', '--kee', SECRET]],
    ['before the command', ['--key', SECRET, 'login']],
    ['before the command, joined to a letter', [`-k${SECRET}`, 'login']],
    ['as JSON before the command', ['--with', `{"key":"${SECRET}"}`, 'login']],
    ['joined to the name', ['login', `--key${SECRET}`]],
    ['joined to a capital letter', ['login', `-K${SECRET}`]],
    ['behind a name in capitals', ['login', `--KEY:${SECRET}`]],
    ['in a cluster', ['login', `-xk${SECRET}`]],
    ['behind a name without dashes', ['login', `key=${SECRET}`]],
    ['behind a name and a colon', ['login', `key:${SECRET}`]],
    ['behind an en dash', ['login', `\u2013key=${SECRET}`]],
    ['behind an em dash', ['login', '\u2014key', SECRET]],
    ['that is negated, beside another problem', ['login', `--no-key=${SECRET}`, '--nope']],
    ['that begins with a dash', ['login', '--key', `-${SECRET}`]],
    ['given to another command', ['switches', '--key', SECRET]],
  ])('%s is not shown', async (_name, argv) => {
    const { stdout, stderr, documents } = await call(argv)
    expect(documents.at(-1)).toMatchObject({ ok: false })
    expect(stdout + stderr).not.toContain(SECRET)
  })
})

describe('a schema that throws', () => {
  it.each([
    ['a transformation', ['url', 'nowhere'], '<url>: Invalid URL'],
    ["a schema of one's own", ['throws', 'bad'], '<text>: not fine'],
  ])('%s refuses the argument', async (_name, argv, message) => {
    expect(await every(argv)).toMatchObject({
      code: 3,
      error: {
        code: 'INVALID_VALUE',
        message: expect.stringContaining(message),
        phase: 'validation',
      },
    })
  })

  it('does not break --schema and the manifest', async () => {
    expect(await every(['throws', '--schema'])).toMatchObject({ ok: true })
    expect(await every(['manifest'])).toMatchObject({ ok: true })
  })
})

describe('what people and agents write', () => {
  it.each([
    [['switches', '--loud', 'false', 'a'], { loud: false, words: ['a'] }],
    [['switches', '--loud', 'true'], { loud: true, words: [] }],
    [['switches', '--loud', '--', 'false'], { loud: true, words: ['false'] }],
    [['switches', '--limit', 'null'], { limit: null }],
    [['switches', '--loud', 'false', '--loud'], { loud: true, words: [] }],
    [['switches', '--loud=false', '--loud', 'true', '--no-loud'], { loud: false, words: [] }],
    [['--quietly', 'false', 'switches', 'a'], { quietly: false, words: ['a'] }],
    [['-q', 'true', 'switches'], { quietly: true, words: [] }],
    [['--json', 'false', 'switches', 'a'], { words: ['a'] }],
    [['switches', '--', 's', 'a'], { words: ['s', 'a'] }],
    [['switches', '--', '--', '-x'], { words: ['--', '-x'] }],
    [['--', 'switches', '--loud', 'a'], { loud: false, words: ['--loud', 'a'] }],
    [['switches', '--loud', 'false', '--envelope', 'spec-1.16'], { loud: false }],
  ])('%j is understood', async (argv, data) => {
    expect(await every(argv)).toMatchObject({ ok: true, data })
  })

  it('a switch before the command does not give it an argument', async () => {
    expect(await every(['--quietly', 'false', 'id'])).toMatchObject({
      error: { code: 'MISSING_ARGUMENT' },
    })
  })

  it('an id with characters that nobody sees is refused', async () => {
    expect(await every(['id', 'a\u200Bb'])).toMatchObject({
      error: { code: 'INVALID_AGENT_INPUT' },
    })
    expect(await every(['id', 'ab'])).toMatchObject({ ok: true })
  })
})

it('a handler that waits for its signal alone ends at the limit', async () => {
  expect(await alone(['waits'])).toMatchObject({ code: 10, error: { code: 'TIMEOUT' } })
})
