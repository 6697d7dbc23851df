import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { translateStream } from 'surety/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

const HALF_DONE = fileURLToPath(new URL('../../bin/half-done.mjs', import.meta.url))

// A reader must not mislead: what it says about an answer is what the answer and its exit say.

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const spec = (more: object) => ({
  ok: true,
  data: { a: 1 },
  error: null,
  warnings: [],
  meta: { duration_ms: 1 },
  ...more,
})
const refusal = { code: 'DISK_FULL', message: 'No room', retryable: false }
/** What `surety translate` writes, from the same stream of the build without a process. */
async function translated(documents: readonly object[], from: string, to: string) {
  const target = new PassThrough()
  const source = [Buffer.from(documents.map((each) => `${JSON.stringify(each)}\n`).join(''))]
  await translateStream(Readable.from(source), target, { from, to })
  const lines = (await text(target.end())).trim().split('\n')
  return { lines: lines.map((line): Parsed => JSON.parse(line)) }
}
const print = (document: object, stream = 1) => [
  '--',
  'sh',
  '-c',
  `printf '%s' "$0" >&${stream}`,
  JSON.stringify(document),
]

describe('an answer that nobody declared', () => {
  test('is guessed to be of the oldest generation that fits, and the hint names none of several', async () => {
    const missing = spec({ ok: false, data: null, error: { code: 'NOT_FOUND', message: 'm' } })
    const [success, failure, typed, later] = await bench.runs([
      print(spec({})),
      ['--', 'sh', '-c', `printf '%s' "$0"; exit 5`, JSON.stringify(missing)],
      print({ ok: true, type: 'task', data: {} }),
      print(spec({ meta: { duration_ms: 1, exit_code: 0 } })),
    ])
    expect(success.meta.guess).toMatchObject({
      dialect: 'spec-1.0',
      candidates: ['spec-1.0', 'spec-1.6'],
    })
    expect(failure.meta).toMatchObject({ dialect: 'spec-1.0', tool_exit: 'NOT_FOUND' })
    expect(success.meta.guess.hint).toContain("'surety memory learn'")
    expect(success.meta.guess.hint).not.toContain('spec-')
    // Where one dialect fits, the hint names it.
    expect(typed.meta.guess.hint).toContain('--dialect td')
    expect(later.meta.guess.hint).toContain('--dialect spec-1.16')
  })

  test.each([
    ['spec-1.0', 2],
    ['spec-1.6', 3],
    ['spec-1.16', 3],
  ])('is read in %s once the hint is followed and the tool says so', async (dialect, exit) => {
    const tool = join(bench.folder, `half-done-${dialect}`)
    const start = `HALF_DONE_DIALECT=${dialect} exec '${process.execPath}' '${HALF_DONE}' "$@"`
    await writeFile(tool, `#!/bin/sh\n${start}\n`, { mode: 0o755 })
    expect((await bench.answer(['memory', 'learn', '--', tool])).ok).toBe(true)
    const envelope = await bench.answer(['run', '--', tool, 'work'])
    expect(envelope.error.code).toBe('HALF_DONE')
    expect(envelope.meta).toMatchObject({
      dialect,
      tool_exit_code: exit,
      verdict: { reason: 'IN_DOUBT' },
    })
  })

  test('shows its warnings and that it is truncated, and nothing follows from them', async () => {
    const meta = { duration_ms: 1, truncated: true, cursor: 'c2' }
    const warnings = ['--old is deprecated']
    const call = ['run', '--pages', 'all', ...print(spec({ warnings, meta }))]
    const envelope = await bench.answer(call)
    expect(envelope).toMatchObject({
      ok: true,
      data: { stdout: { data: { a: 1 } } },
      warnings,
      meta: { truncated: true, verdict: { kind: 'accept', reason: 'DONE' } },
    })
    const whole = await bench.answer(['run', ...print(spec({}))])
    expect(whole.warnings).toEqual([])
    expect(whole.meta).not.toHaveProperty('truncated')
    expect(JSON.stringify(await bench.answer(['memory', 'list']))).not.toContain('deprecated')
  })
})

describe.concurrent('an answer that calls itself a failure, with an exit that says success', () => {
  const seen = (error: string) =>
    `calls itself a failure (${error}), but the exit code 0 says success.`

  test('keeps the code and the message of the tool, and says what was seen', async () => {
    const failed = spec({ ok: false, data: null, error: refusal })
    const task = { code: 'not_found', message: 'No task', suggestion: 'td ls' }
    const [without, withData, td, claw, undeclared] = await bench.runs([
      ['--dialect', 'spec-1.0', ...print(failed)],
      ['--dialect', 'spec-1.6', ...print({ ...failed, data: { a: 1 } })],
      ['--dialect', 'td', ...print({ ok: false, error: task }, 2)],
      ['--dialect', 'claw-1.0', ...print({ type: 'error', kind: 'unknown', error: 'Lost' })],
      print(failed),
    ])
    expect(without).toMatchObject({ ok: false, error: refusal })
    expect(without.warnings).toEqual([`The answer ${seen('DISK_FULL: No room')}`])
    expect(without.meta.verdict.reason).toBe('EXIT_ZERO')
    // The contract counts it as a success, because `ok` may be stale.
    expect(withData).toMatchObject({ ok: true, data: { a: 1 } })
    expect(withData.warnings).toEqual(without.warnings)
    expect(td).toMatchObject({ ok: false, error: { code: 'not_found', message: 'No task' } })
    expect(td.warnings).toEqual([`The answer ${seen('not_found: No task')}`])
    expect(claw.warnings).toEqual([`The answer ${seen('unknown: Lost')}`])
    expect(undeclared).toMatchObject({ ok: true, meta: { guess: { code: 'DISK_FULL' } } })
    expect(undeclared.warnings[0]).toContain(seen('DISK_FULL: No room'))
  })

  test.each([
    [{ ok: false, error: { code: 'X', message: 'm' } }, '(X: m)'],
    [{ ok: false, error: { code: 'x', message: 'm', suggestion: 's' } }, '(x: m)'],
    [{ success: false, message: 'm' }, '(m)'],
    [{ error: 'no such wallet' }, '(no such wallet)'],
    [{ errors: [{ message: 'm' }] }, '(m)'],
    [{ status: 'error' }, '({"status":"error"})'],
    [{ code: 404, message: 'm' }, '(m)'],
    [{ message: 'm', documentation_url: 'u', status: '404' }, '(m)'],
    [{ Success: false }, '({"Success":false})'],
    [{ type: 'result', is_error: true, message: 'm' }, '(m)'],
  ])('is warned of in whatever shape: %j', async (document, which) => {
    const [undeclared] = await bench.runs([print(document)])
    expect(undeclared).toMatchObject({ ok: true, meta: { verdict: { kind: 'accept' } } })
    expect(undeclared.warnings).toEqual([
      `The output calls itself a failure ${which}, but the exit code 0 says success.`,
    ])
    expect(undeclared.meta.guess ?? {}).not.toHaveProperty('hint')
  })

  test.each([
    ['{"ok":false}', ' ({"ok":false})'],
    ['\u001B[31m{"ok":false,\n "error":""}\u001B[0m\n', ' ({"ok":false, "error":""})'],
    ["error: unknown command 'nope'\n", " (error: unknown command 'nope')"],
    ['ERR unknown command\n\n', ' (ERR unknown command)'],
    ['fatal: no\nSee --help\n', ' (fatal: no)'],
  ])('is quoted if it is all that was printed: %j', async (text, which) => {
    const [undeclared] = await bench.runs([['--', 'printf', '%s', text]])
    expect(undeclared).toMatchObject({ ok: true, meta: { verdict: { kind: 'accept' } } })
    expect(undeclared.warnings.join()).toContain(
      `The output calls itself a failure${which}, but the exit code 0 says success.`,
    )
  })

  test.each([
    'errors: 0\n',
    'error: one\ntwo\nthree\n',
    'found an error\n',
    '{"status":"failed","id":3,"rows":[]}',
    '{"success":false}\n{"success":true}\n',
    '[{"id":1,"error":"x"}]',
  ])('is none if it may be the data: %j', async (text) => {
    const [undeclared] = await bench.runs([['--', 'printf', '%s', text]])
    expect(undeclared.warnings.join()).not.toContain('calls itself a failure')
  })

  test.each(['["a","b', '[["a"], ["b"'])('is told if a list is cut: %j', async (text) => {
    const [undeclared] = await bench.runs([['--', 'printf', '%s', text]])
    expect(undeclared.warnings.join()).toContain('The output ends inside a JSON document')
  })

  test.each([
    ['incur-compact', { ok: false, error: { code: 'X', message: 'm' } }, '(X: m)'],
    ['incur-compact', { error: 'no such wallet' }, '(no such wallet)'],
    [
      'claw-1.0',
      { type: 'success', kind: 'x', success: false },
      '({"type":"success","kind":"x","success":false})',
    ],
    ['claw-2.0', { timestamp: '2026-01-01T00:00:00Z', command: 'x', exit_code: 1 }, ''],
    ['spec-1.16', spec({ meta: { duration_ms: 1, exit_code: '5' } }), ''],
    [
      'spec-1.16',
      spec({ ok: false, meta: { exit_code: 0 }, error: refusal }),
      '(DISK_FULL: No room)',
    ],
  ])('is warned of if the dialect is %s: %j', async (dialect, document, which) => {
    const [{ warnings }] = await bench.runs([['--dialect', dialect, ...print(document)]])
    expect(warnings).toEqual([
      `The answer calls itself a failure${which && ` ${which}`}, but the exit code 0 says success.`,
    ])
  })

  test.each([
    { type: 'done', ok: true, error: { code: 'X', message: 'm' } },
    { type: 'error', ok: true, error: { code: 'X', message: 'm' } },
    { type: 'error', ok: false, error: { code: 'X', message: 'm' } },
  ])('is also the last record of a stream: %j', async (last) => {
    const text = `{"type":"chunk","data":1}\n${JSON.stringify(last)}\n`
    for (const answer of await bench.runs([
      ['--dialect', 'incur-compact', '--', 'printf', '%s', text],
      ['--dialect', 'incur-full', '--', 'printf', '%s', text],
    ])) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'X' } })
      expect(answer.warnings).toEqual([`The answer ${seen('X: m')}`])
    }
  })

  test('is no result with counts, no record of a log, and no prose', async () => {
    const answers = await bench.runs([
      print({ errors: 3, files: [] }),
      print({ error: null, errors: [], status: 'ok' }),
      print({ success: true, errors: ['a small one'] }),
      ['--', 'printf', '{"level":"info"}\n{"level":"error","error":"refused"}\n'],
      ['--', 'echo', 'A failure is {"ok":false} on one line.'],
      print({ a: 1, plugins: { ok: false } }),
      print({ plugins: { a: { ok: false } } }),
      ['--', 'printf', '%s', '{ a: 1, b: { ok: false }, }'],
      ['--', 'printf', '%s', '{\n  // "ok": false,\n  "a": "ok: false",\n}\n'],
      ['--', 'printf', '%s', '{ error: cause }\nconst a = 1\n'],
      ['--', 'printf', '%s', '# ok: false\ntext: it is not ok: false\n'],
      ['--', 'printf', '%s', '[INFO] starting {"ok"\n[12, 13] of 20\n'],
    ])
    expect(answers.map(({ warnings }) => warnings)).toEqual(answers.map(() => []))
  })

  test.each(['false', 0, null])('is an ok that is not true: %j', async (ok) => {
    const [declared, td, undeclared] = await bench.runs([
      ['--dialect', 'spec-1.0', ...print(spec({ ok }))],
      ['--dialect', 'td', ...print({ ok, type: 'task', data: {} })],
      print(spec({ ok })),
    ])
    const warning = expect.stringContaining('ok is neither true nor false')
    expect(declared).toMatchObject({ ok: false, warnings: [warning] })
    expect(td).toMatchObject({ ok: false, warnings: [warning] })
    expect(undeclared).toMatchObject({ ok: true, warnings: [warning] })
  })

  test.each(['spec-1.0', 'spec-1.6', 'spec-1.16'])(
    'is translated as one from %s, whatever ok is but true',
    async (from) => {
      const { lines } = await translated(
        ['false', 0, null].map((ok) => spec({ ok })),
        from,
        'td',
      )
      expect(lines.map(({ ok }) => ok)).toEqual([false, false, false])
    },
  )

  test('is told from the reverse, and from an answer without data and error', async () => {
    const [reverse, silent] = await bench.runs([
      [
        '--dialect',
        'spec-1.0',
        '--',
        'sh',
        '-c',
        `printf '%s' "$0"; exit 5`,
        JSON.stringify(spec({})),
      ],
      ['--dialect', 'spec-1.0', ...print(spec({ data: null }))],
    ])
    expect(reverse).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(reverse.warnings).toEqual([
      'The answer calls itself a success, but the exit code 5 says failure.',
    ])
    expect(silent).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_ACT_ON' }, warnings: [] })
  })
})

describe.concurrent('a guess', () => {
  const hintOf = async (...words: string[]) => (await bench.runs([words]))[0].meta.guess

  test('is what the declared dialect would say, and has no hint that turns the verdict', async () => {
    const failed = spec({ ok: false, data: null, error: refusal })
    const { error: _error, ...incomplete } = spec({})
    const task = { code: 'not_found', message: 'No task', suggestion: 'td ls' }
    const tagged = { schema: 'animus.cli.v1', ok: false, error: { ...task, exit_code: 3 } }
    const fails = `printf '%s' "$0" >&2; exit 1`
    const [fitting, ...guesses] = await Promise.all([
      hintOf('--', 'sh', '-c', fails, JSON.stringify({ ok: false, error: task })),
      hintOf(...print(failed)),
      hintOf(...print(incomplete)),
      hintOf(...print({ ok: false, error: task }, 2)),
      hintOf(...print(tagged, 2)),
    ])
    for (const guess of guesses) {
      expect(guess).toMatchObject({ ok: false, conflicts: true })
      expect(guess).not.toHaveProperty('hint')
    }
    expect(guesses.map(({ code }) => code)).toEqual([
      'DISK_FULL',
      'MALFORMED',
      'not_found',
      'not_found',
    ])
    expect(fitting).toMatchObject({ ok: false, code: 'not_found' })
    expect(fitting.hint).toContain('--dialect td')
  })
})

describe.concurrent('plain output', () => {
  test('says that it was no UTF-8', async () => {
    const [out, err] = await bench.runs([
      ['--', 'printf', '{"a":"\\377"}'],
      ['--', 'sh', '-c', `printf 'a\\377' >&2`],
    ])
    expect(out).toMatchObject({ data: { stdout: { a: '\uFFFD' } } })
    expect(out.warnings).toEqual([expect.stringContaining('stdout is not UTF-8')])
    expect(err.warnings).toEqual([expect.stringContaining('stderr is not UTF-8')])
  })

  test('keeps a warning that is no list', async () => {
    const [declared, undeclared] = await bench.runs([
      ['--dialect', 'spec-1.0', ...print(spec({ warnings: 'old flag' }))],
      print(spec({ warnings: 'old flag' })),
    ])
    expect(declared).toMatchObject({ ok: true, warnings: ['old flag'] })
    expect(undeclared).toMatchObject({ ok: true, warnings: ['old flag'] })
  })
})

describe('--cache', () => {
  test('does not give an answer with another tag than the tool names', async () => {
    const tool = await bench.flaky([
      { exit: 0, data: { n: 1 }, meta: { etag: 'a' } },
      { exit: 0, data: null, meta: { not_modified: true, etag: 'b' } },
      { exit: 0, data: null, meta: { not_modified: true, etag: 'a' } },
    ])
    const call = () => bench.answer(['run', '--cache', '--dialect', 'spec-1.0', '--', ...tool.argv])
    expect((await call()).data).toEqual({ n: 1 })
    const other = await call()
    expect(other).toMatchObject({ meta: { verdict: { reason: 'CACHE_MISSING' } } })
    expect(other.data).toBeNull()
    expect((await call()).data).toEqual({ n: 1 })
  })

  test('keeps an answer without an etag, and uses it when the tool says that nothing changed', async () => {
    const tool = await bench.flaky([
      { exit: 0, data: { n: 1 } },
      { exit: 0, data: null, meta: { not_modified: true } },
      { exit: 0, data: { n: 2 } },
      { exit: 0, data: null, meta: { not_modified: true } },
    ])
    const call = ['run', '--cache', '--dialect', 'spec-1.0', '--', ...tool.argv, 'ls']
    const data = []
    for (let calls = 0; calls < 4; calls += 1) data.push((await bench.answer(call)).data)
    expect(data).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }, { n: 2 }])
    for (const { argv } of await tool.calls()) expect(argv).not.toContain('--etag')
  })
})

describe.concurrent('translate, which has no exit code', () => {
  const refused = { code: 'no_wallet', message: 'No keystore', retryable: false, extra: { n: 'X' } }
  const shapes = [
    { error: { code: 'no_wallet', message: 'No keystore' } },
    { ok: false, error: { code: 'no_wallet', message: 'No keystore' } },
    { errors: [{ message: 'No keystore' }] },
    { success: false, message: 'No keystore' },
    { code: 404, message: 'No keystore' },
    { code: 7, message: 'No keystore' },
    { error: 'No keystore' },
    { type: 'error', message: 'No keystore' },
  ]
  const targets = 'spec-1.0 spec-1.6 spec-1.16 td claw-1.0 claw-2.0 animus-1 incur-full'.split(' ')

  const inAnyShape = [refused, { code: 'UNKNOWN', message: 'Bad flag' }, { code: 'x', n: 1 }]

  test.each(targets)('makes no success of an error in %s', async (to) => {
    const { lines } = await translated(inAnyShape, 'incur-compact', to)
    expect(lines.map(isFailure)).toEqual([true, true, false])
  })

  test.each(['spec-1.0', 'td'])(
    'makes no success of an error in another shape in %s',
    async (to) => {
      const results = [{ code: 0, message: 'done' }, { code: 200, message: 'OK' }, { errors: 3 }]
      const { lines } = await translated([...shapes, ...results], 'incur-compact', to)
      expect(lines.map(isFailure)).toEqual([...shapes.map(() => true), false, false, false])
      for (const line of lines.slice(0, shapes.length)) {
        expect(JSON.stringify(line)).toContain('No keystore')
      }
    },
  )

  test('judges a dialect of ones own by content where only exits tell its failures', async () => {
    const from = join(bench.folder, 'bare.surety.yaml')
    await writeFile(
      from,
      'surety: 1\ndialect:\n  id: bare\n  data: ""\n  exits: { 1: SUCCESS, 3: NOT_FOUND }\n',
    )
    const documents = [{ ok: false, error: 'No room' }, { a: 1 }]
    const { lines } = await translated(documents, from, 'spec-1.0')
    expect(lines.map(isFailure)).toEqual([true, false])
  })
})

function isFailure({ ok, type, exit_code: exit }: Parsed): boolean {
  return ok === false || type === 'error' || exit === 1
}

describe.concurrent('decode --check', () => {
  let answers = 0
  const check = async (dialect: string, stdout: string, exit: number) => {
    const file = join(bench.folder, `answer-${(answers += 1)}`)
    await writeFile(file, stdout)
    const words = ['--dialect', dialect, '--stdout', file, '--exit-code', String(exit)]
    const envelope = await bench.answer(['decode', '--check', ...words])
    return (envelope.meta.problems ?? []).map(({ pointer }: Parsed) => pointer)
  }
  const TOON = 'ok: true\ndata:\n  names[1]: default\nmeta:\n  command: ls\n  duration: 1ms\n'
  const YAML = 'ok: true\ndata:\n  names: []\nmeta:\n  command: ls\n  duration: 1ms\n'
  const MARKDOWN =
    '## ok\n\ntrue\n\n## data\n\n[1]\n\n## meta\n\n| Key | Value |\n|---|---|\n| command | ls |\n| duration | 1ms |\n'

  test.each([TOON, YAML, MARKDOWN])('reads each format with its own reader: %j', async (text) => {
    expect(await check('incur-full', text, 0)).toEqual([])
    expect(await check('incur-full', text.replace('duration', 'lasted'), 0)).not.toEqual([])
    const [envelope] = await bench.runs([['--dialect', 'incur-full', '--', 'printf', '%s', text]])
    expect(envelope.meta).not.toHaveProperty('anomalies')
  })

  test.each([
    'items[3]{id,name}:\n  1,a\n  2,b\n',
    'tags[3]: a,b\n',
    '[3]: a,b\n',
    'ok: true\ndata:\n  names[2]: default\nmeta:\n  command: ls\n  duration: 1ms\n',
    'list[2]:\n  - a: 1\n  - b[2]: 1\n',
  ])('lets no other reader read broken TOON: %j', async (text) => {
    expect(await check('incur-compact', text, 0)).not.toEqual([])
    for (const envelope of await bench.runs([
      ['--dialect', 'incur-compact', '--', 'printf', text],
      ['--dialect', 'incur-full', '--', 'printf', text],
    ])) {
      expect(envelope).toMatchObject({ ok: false, meta: { verdict: { reason: 'MALFORMED' } } })
      expect(JSON.stringify(envelope.meta)).toMatch(/toon_broken: Line \d+: Expected \d/)
    }
  })

  test('leaves YAML alone that holds such a line as text', async () => {
    const text = 'text: |\n  items[3]: a\n'
    expect(await check('incur-compact', text, 0)).toEqual([])
    const words = ['run', '--dialect', 'incur-compact', '--', 'printf', text]
    expect((await bench.answer(words)).data).toEqual({ text: 'items[3]: a\n' })
  })

  test('checks the answer and not what is printed around it', async () => {
    const text = `see [1]\n${JSON.stringify(spec({}))}\nand [2]\n`
    expect(await check('spec-1.0', text, 0)).toEqual([])
  })

  /** Checks many failures with one call; gives the places of the problems of each. */
  const checkFailures = async (
    failures: readonly (readonly [
      dialect: string,
      code: string,
      exit: number,
      retryable: boolean,
    ])[],
  ) => {
    const captures = failures.map(([dialect, code, exit_code, retryable], id) => {
      const error = { code, message: 'm', retryable }
      const stdout = JSON.stringify(spec({ ok: false, data: null, error }))
      return JSON.stringify({ id, dialect, stdout, stderr: '', exit_code })
    })
    const file = join(bench.folder, `captures-${(answers += 1)}`)
    await writeFile(file, captures.join('\n'))
    const words = ['decode', '--check', '--dialect', 'spec-1.0', '--captures', file]
    const envelope = await bench.answer(words)
    if (envelope.ok) expect(envelope.data.checked).toBe(failures.length)
    const problems = (envelope.meta.problems ?? []) as Parsed[]
    return failures.map((_, id) =>
      problems.filter((each) => each.id === id).map(({ pointer }) => pointer),
    )
  }

  test('checks retryable against the exit table of the generation', async () => {
    const right = [
      ['spec-1.0', 'NOT_FOUND', 5, false],
      ['spec-1.0', 'ARG_ERROR', 3, true],
      ['spec-1.0', 'TOKEN_EXPIRED', 8, true],
      ['spec-1.0', 'UNAVAILABLE', 12, true],
      ['spec-1.6', 'ARG_ERROR', 2, false],
      ['spec-1.6', 'UNAVAILABLE', 12, true],
    ] as const
    const wrong = right.map(([dialect, code, exit, is]) => [dialect, code, exit, !is] as const)
    const found = await checkFailures([...right, ...wrong])
    expect(found).toEqual([...right.map(() => []), ...wrong.map(() => ['/error/retryable'])])
  })

  test('accepts both values where the table does not decide', async () => {
    const codes = [
      ['GENERAL_ERROR', 1],
      ['TIMEOUT', 10],
      ['TOKEN_MISSING', 8],
    ] as const
    const both = codes.flatMap(([code, exit]) =>
      [true, false].map((retryable) => ['spec-1.0', code, exit, retryable] as const),
    )
    expect(await checkFailures(both)).toEqual(both.map(() => []))
  })

  test('refuses the members of claw 2.0 in a document of 1.0', async () => {
    const result = { type: 'success', kind: 'list-sessions', sessions: [] }
    const later = { ...result, timestamp: '2026-04-22T10:10:00Z' }
    expect(await check('claw-1.0', JSON.stringify(result), 0)).toEqual([])
    expect(await check('claw-1.0', JSON.stringify(later), 0)).not.toEqual([])
  })
})
