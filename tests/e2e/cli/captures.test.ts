import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { surety } from '../processes/run-surety.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(async () => {
  bench = await createBench()
  folder = bench.folder
  writeFileSync(at('task'), '{"ok":true,"type":"task","data":{"id":1}}')
  writeFileSync(
    at('failure'),
    '{"schema":"animus.cli.v1","ok":false,"error":{"code":"not_found","message":"No.","exit_code":3}}',
  )
  writeFileSync(at('empty'), '')
  writeFileSync(at('binary'), Buffer.from([0xff, 0xfe, 0x00, 0x7b]))
})
afterAll(() => bench.remove())

/** What the built command answers in a process that is shared: no exit code, no streams. */
const answer = (...argv: readonly string[]) => bench.answer(argv)
let files = 0
/** A file with a text in it. */
const file = (text: string): string => {
  files += 1
  writeFileSync(at(`file-${files}`), text)
  return at(`file-${files}`)
}

const one = (stdout: string, stderr: string, code: number): string[] => [
  '--stdout',
  at(stdout),
  '--stderr',
  at(stderr),
  '--exit-code',
  String(code),
]
const captures = [
  { id: 'a', stdout: '{"ok":true,"type":"task","data":{"id":1}}', stderr: '', exit_code: 0 },
  {
    id: 7,
    dialect: 'td',
    stdout: '',
    stderr: '{"ok":false,"error":{"code":"x","message":"y"}}',
    exit_code: 1,
  },
  { stdout: 'garbage', stderr: '', exit_code: 1 },
  {
    id: null,
    stdout_base64: Buffer.from('{"ok":true,"type":"t","data":[]}').toString('base64'),
    exit_code: 0,
  },
]
const ndjson = (values: readonly unknown[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')

describe('what a person pipes in', () => {
  const printed =
    '{"schema":"animus.cli.v1","ok":false,"error":{"code":"not_found","message":"No.","exit_code":3}}\n'

  it('is read as the captured standard output, with the exit that it implies', async () => {
    const { envelope, code } = await surety(['decode'], printed)
    expect(code).toBe(0)
    expect(envelope().data).toMatchObject({
      dialect: 'animus-1',
      outcome: { ok: false, error: { code: 'not_found' }, diagnostics: { problems: [] } },
    })
  })

  it('is checked in its dialect', async () => {
    const task = '{\n  "ok": true,\n  "type": "task",\n  "data": {"id": 1}\n}\n'
    const { envelope, code } = await surety(['decode', '--check'], task)
    expect([code, envelope().data.dialect]).toEqual([0, 'td'])
    const broken = await surety(['decode', '--check'], '{"ok":true,"type":"task","data":{},"x":1}')
    expect(broken.code).toBe(79)
    expect(broken.envelope().meta.problems[0]).toMatchObject({ pointer: '' })
  })

  it('may be UTF-16, which PowerShell writes, and may be named without an option', async () => {
    writeFileSync(at('powershell'), Buffer.from(`\uFEFF${printed}`, 'utf16le'))
    const data = { dialect: 'animus-1', outcome: { ok: false, error: { code: 'not_found' } } }
    for (const words of [['decode'], ['decode', '--stdout'], ['decode', '--exit-code', '3']])
      expect((await answer(...words, at('powershell'))).data).toMatchObject(data)
    const twice = await answer('decode', at('task'), '--stdout', at('task'))
    expect(twice.error).toMatchObject({
      code: 'UNEXPECTED_ARGUMENT',
      message: 'A file and --stdout cannot be combined.',
    })
  })

  it('is told of a number that was rounded', async () => {
    const { envelope } = await surety(
      ['decode'],
      '{"ok":true,"type":"t","data":[12345678901234567890]}',
    )
    expect(envelope().warnings.join()).toContain('12345678901234567890 has more digits')
  })
})

describe('decode', () => {
  it('answers {id, dialect, outcome} for each capture, in order', async () => {
    const argv = ['decode', '--captures', '-', '--format', 'jsonl']
    const { lines, code, stderr } = await surety(argv, ndjson(captures))
    expect(code).toBe(0)
    expect(stderr).toBe(
      'Warning: No dialect matched for 1 capture, so the exit code decided there.\n',
    )
    for (const line of lines()) expect(Object.keys(line)).toEqual(['id', 'dialect', 'outcome'])
    expect(
      lines().map(({ id, dialect, outcome }) => [id, dialect, outcome.ok, outcome.exit]),
    ).toEqual([
      ['a', 'td', true, 'SUCCESS'],
      [7, 'td', false, 'GENERAL_ERROR'],
      [null, null, false, 'GENERAL_ERROR'],
      [null, 'td', true, 'SUCCESS'],
    ])
    expect(lines()[1].outcome).toMatchObject({
      error: { code: 'x', category: 'GENERAL_ERROR', message: 'y', retryable: null },
      process: { exit_code: 1, stream: 'stderr' },
      diagnostics: { malformed: false, problems: [], other_documents: [] },
    })
  })

  it('gives one error line for one bad line, and PARTIAL_FAILURE', async () => {
    const input = ndjson([captures[0], 'nonsense', { id: 3, stdout: 5, exit_code: 0 }, captures[1]])
    const { lines, code, stderr } = await surety(
      ['decode', '--captures', '-', '--format', 'jsonl'],
      input,
    )
    expect(code).toBe(2)
    expect(lines().map((line) => [line.id, line.line, line.error?.code])).toEqual([
      ['a', undefined, undefined],
      [undefined, 2, 'INVALID_JSON'],
      [3, 3, 'INVALID_CAPTURE'],
      [7, undefined, undefined],
    ])
    expect(JSON.parse(stderr).error.code).toBe('LINES_FAILED')
  })

  it('is one envelope in every other format', async () => {
    const envelope = await answer('decode', '--captures', file(ndjson(captures)))
    expect(envelope.data).toHaveLength(4)
    expect(envelope.warnings).toHaveLength(1)
  })

  it('reads one process from files, its dialect found by shape or given', async () => {
    const found = await answer('decode', ...one('empty', 'failure', 3))
    expect(found.data).toMatchObject({
      id: null,
      dialect: 'animus-1',
      outcome: { ok: false, exit: 'NOT_FOUND', process: { exit_code: 3, stream: 'stderr' } },
    })
    const given = await answer('decode', '--dialect', 'spec-1.0', ...one('task', 'empty', 0))
    expect(given.data).toMatchObject({ dialect: 'spec-1.0', outcome: { ok: false } })
    const line = await surety(['decode', ...one('task', 'empty', 0), '--format', 'jsonl'])
    expect(Object.keys(line.lines()[0])).toEqual(['id', 'dialect', 'outcome'])
  })

  it('reads bytes that are no text by the exit, and says that no dialect fits', async () => {
    const envelope = await answer('decode', ...one('binary', 'empty', 1))
    expect(envelope.ok).toBe(true)
    expect(envelope.data).toMatchObject({
      dialect: null,
      outcome: { ok: false, error: { code: 'EXIT_STATUS' } },
    })
    expect(envelope.warnings[0]).toBe(
      'No dialect matched, so the exit code decided. Name the dialect with --dialect.',
    )
  })

  it.each([
    ['{"ok":false}', 0],
    ['{"ok":false}', 3],
    ['{"success":false,"error":"no"}', 0],
    ['ok: false\n', 0],
    ['{"ok": false, "id": 1,}', 0],
    ["{'success': False, 'error': None}", 0],
    ['ok: no\n', 0],
    ['errors:\n  - gone\n', 0],
    ['{"code":"E1","message":"m"}', 0],
    ['{"message":"No room","code":"disk_full","retryable":false}', 0],
    ['code: E1\nmessage: m\n', 0],
    ['| Key     | Value |\n|---------|-------|\n| code    | E1    |\n| message | m     |\n', 0],
    ['{"a":[1,', 0],
    ['error: no room\n', 1],
    ['', 0],
    ['', 4],
  ])('says of %j with exit %d what surety run says of it', async (printed, exit) => {
    const script = 'process.stdout.write(process.argv[1]); process.exitCode = +process.argv[2]'
    const [ran] = await bench.runs([['--', 'node', '-e', script, printed, String(exit)]])
    const read = await answer('decode', '--stdout', file(printed), '--exit-code', String(exit))
    const { outcome } = read.data
    expect(read.data.dialect).toBe(null)
    expect([outcome.ok, outcome.warnings]).toEqual([ran.ok, ran.warnings])
    expect(outcome.error?.code).toBe(ran.error?.code)
    // Of a failure, run leaves out what its error says.
    if (exit === 0) expect(outcome.data).toEqual(ran.data)
    const line = ndjson([{ stdout: printed, stderr: '', exit_code: exit }])
    const [logged] = (await answer('decode', '--captures', file(line))).data
    expect(logged.outcome).toEqual(outcome)
  })

  it('warns of a code and a message as run does, whether it reads one run or many', async () => {
    const translation = '{"code":"en-GB","message":"English"}'
    const said = (text: string) => [
      `The output calls itself a failure (${text}), but the exit code 0 says success.`,
    ]
    const texts: readonly (readonly [string, readonly string[]])[] = [
      [translation, []],
      ['\u001B[31m{"code":"ENOENT","message":"m"}\u001B[0m', said('ENOENT: m')],
    ]
    for (const [text, warnings] of texts) {
      const one = await answer('decode', '--stdout', file(text), '--exit-code', '0')
      expect(one.data.outcome).toMatchObject({ ok: true, warnings })
      const line = ndjson([{ stdout: text, stderr: '', exit_code: 0 }])
      const many = await surety(['decode', '--captures', '-', '--format', 'jsonl'], line)
      expect(JSON.parse(many.stdout).outcome).toMatchObject({ ok: true, warnings })
    }
    const unknown = await surety(['decode'], `{'ok': False}`)
    expect(unknown.envelope().data).toMatchObject({
      outcome: { ok: false, error: { code: 'EXIT_UNKNOWN' } },
    })
  })

  it('says that the exit is unknown where it was not given', async () => {
    const { envelope } = await surety(['decode'], '{"ok":false}')
    expect(envelope().data).toMatchObject({
      dialect: null,
      outcome: { ok: false, error: { code: 'EXIT_UNKNOWN' }, data: { exit_code: null } },
    })
    expect(envelope().warnings).toEqual([
      'No dialect matched and the exit code is unknown, so this counts as a failure. Name them with --dialect and --exit-code.',
    ])
    const bare = await surety(['decode'], '{"id":1}')
    expect(bare.envelope().data.outcome.error.code).toBe('EXIT_UNKNOWN')
  })

  it('hands text on with its terminal codes', async () => {
    const coloured = { stdout: '{"ok":true,"type":"t","data":"\\u001b[31mred"}', exit_code: 0 }
    const runs = ['json', 'jsonl'].map((output) =>
      surety(['decode', '--captures', '-', '--format', output], ndjson([coloured])),
    )
    for (const { stdout } of await Promise.all(runs)) expect(stdout).toContain('\\u001b[31mred')
  })

  it.each([
    [['decode', '--captures', '-', '--exit-code', '1'], 'UNEXPECTED_ARGUMENT'],
    [['decode', '--captures', '-', '--dialect', 'spec'], 'INVALID_CHOICE'],
    [['decode', '--captures', 'no-such-file'], 'FILE_NOT_FOUND'],
    [['decode', '--stdout', 'no-such-file', '--exit-code', '0'], 'FILE_NOT_FOUND'],
  ])('refuses %j with %s', async (argv, code) => {
    expect((await answer(...argv)).error.code).toBe(code)
  })

  it('refuses with the exit of what is wrong', async () => {
    const both = ['decode', '--stdout', '-', '--stderr', '-']
    const runs = [surety(both), surety(['decode', '--captures', 'no-such-file'])]
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([3, 5])
  })
})

describe('decode --check', () => {
  it('ends with 79 and pointers where a document breaks its dialect', async () => {
    const good = await answer('decode', '--check', '--dialect', 'td', at('task'))
    expect(good.data).toMatchObject({ dialect: 'td', outcome: { ok: true } })
    const bad = '{"ok":true,"type":5,"data":1}\n'
    const { envelope, code } = await surety(['decode', '--check', '--dialect', 'td'], bad)
    expect([code, envelope().error.code]).toEqual([79, 'INVALID_DOCUMENT'])
    expect(envelope().meta.problems).toContainEqual(expect.objectContaining({ pointer: '/type' }))
  })

  it('looks at streams and exit numbers of whole runs, one or a log of them', async () => {
    const animus = ['decode', '--check', '--dialect', 'animus-1']
    const good = await answer(...animus, ...one('empty', 'failure', 3))
    const bad = await answer(...animus, ...one('failure', 'empty', 0))
    expect([good.ok, bad.error.code]).toEqual([true, 'INVALID_DOCUMENT'])
    const log = file(ndjson([...captures, 'nonsense']))
    const checked = await answer('decode', '--check', '--dialect', 'td', '--captures', log)
    expect(checked.error.code).toBe('INVALID_DOCUMENT')
    expect(checked.meta.problems).toMatchObject([
      { line: 2, id: 7, pointer: '/error' },
      { line: 3, pointer: '' },
      { line: 5, pointer: '' },
    ])
    const whole = await answer('decode', '--check', '--captures', file(ndjson([captures[1]])))
    expect(whole.meta.problems).toMatchObject([{ line: 1, id: 7, pointer: '/error' }])
  })

  it('refuses what is no JSON, and nothing at all', async () => {
    for (const text of ['{"ok":', ''])
      expect((await answer('decode', '--check', '--dialect', 'td', file(text))).error.code).toBe(
        'INVALID_DOCUMENT',
      )
  })
})

describe('decode --dialects', () => {
  it('lists nine, and the dialect that was meant is suggested', async () => {
    const { data } = await answer('decode', '--dialects')
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      'spec-1.0',
      'spec-1.6',
      'spec-1.16',
      'td',
      'claw-1.0',
      'claw-2.0',
      'animus-1',
      'incur-compact',
      'incur-full',
    ])
    const { error } = await answer('decode', '--dialect', 'animus', at('task'))
    expect(error).toMatchObject({ code: 'INVALID_CHOICE', suggestion: 'Did you mean animus-1?' })
  })
})

describe('a command that is gone', () => {
  it.each(['detect', 'validate', 'encode', 'dialects'])(
    '%s is refused as any other',
    async (name) => {
      const { error } = await answer(name)
      expect(error.code).toBe('UNKNOWN_COMMAND')
    },
  )
})

describe('surety', () => {
  it('names its version, and every command in its manifest', async () => {
    const { stdout } = await surety(['--version'])
    expect(stdout).toMatch(/^surety \d+\.\d+\.\d+/)
    const { data } = await answer('manifest')
    expect(Object.keys(data.commands)).toEqual(expect.arrayContaining(['decode', 'translate']))
    expect(data.commands.decode.flags).toHaveProperty('dialect')
  })
})
