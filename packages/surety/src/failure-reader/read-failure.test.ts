import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'

import { HOSTILE } from './hostile.table.ts'
import { readFailure } from './index.ts'

const said = (stdout: string, stderr = '') => readFailure({ stdout, stderr })
const field = new URL('../../../../bench/field/', import.meta.url)
const rowsOf = (name: string) =>
  readFileSync(new URL(name, field), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Capture)

interface Capture {
  readonly id: string
  readonly argv: readonly string[]
  readonly stdout: string
  readonly stderr: string
  readonly exit_code: number
  readonly truth: {
    readonly ok: boolean
    readonly code: string | null
    readonly code_is_class: boolean
    readonly lines: readonly string[]
  }
}

test.each(Object.entries(HOSTILE))(
  'is not fooled by %s',
  (_name, { stdout = '', stderr = '', code, message }) => {
    const read = said(stdout, stderr)
    expect(read.code).toBe(code)
    if (message !== undefined) expect(read.message).toBe(message)
    expect(read.message ?? '').not.toMatch(/^[[{]/)
  },
)

test('reads the code of each envelope of the field', () => {
  const codes = JSON.parse(readFileSync(new URL('codes.json', field), 'utf8')) as Record<
    string,
    string
  >
  for (const row of rowsOf('envelopes.ndjson')) {
    const code = codes[row.id]
    if (code !== undefined)
      expect([row.id, readFailure(row).code]).toEqual([row.id, code.split('/').at(-1)])
  }
})

test('reads the calls of the field: their codes, and the lines that decide', () => {
  const failed = rowsOf('shown.ndjson').filter(
    ({ truth, exit_code }) => !truth.ok && exit_code !== 0,
  )
  const own = failed.filter(({ truth }) => truth.code !== null && !truth.code_is_class)
  expect(own.filter((row) => readFailure(row).code !== row.truth.code).map(({ id }) => id)).toEqual(
    [],
  )
  const withLines = failed.filter(({ truth }) => truth.lines.length > 0)
  const missed = withLines.filter((row) => {
    const { message = '' } = readFailure(row)
    return !row.truth.lines.some((line) => message.includes(line))
  })
  // Its document lists files and says nothing of an error.
  expect(missed.map(({ id }) => id)).toEqual(['knip-1'])
})

test('reads calls of other programs, whose truth was noted before they were read', () => {
  const rows = rowsOf('others.ndjson')
  const read = rows.map(({ truth, ...row }) => ({ ...row, truth, said: readFailure(row) }))
  const lost = read.filter(
    ({ truth, said: { code } }) => truth.code !== null && code !== truth.code,
  )
  expect(lost.map(({ id }) => id)).toEqual([])
  const missed = read.filter(
    ({ truth, said: { message = '' } }) => !truth.lines.some((line) => message.includes(line)),
  )
  // It prints the difference and no sentence.
  expect(missed.map(({ argv }) => argv.join(' '))).toEqual(['rustfmt --check bad.rs'])
  const vague = read.filter(({ said: { code, phrase } }) => code === undefined && !phrase)
  expect(vague.length).toBeLessThan(rows.length * 0.25)
})

test.each([
  ['one document', '{"error":{"code":"A_B","message":"my word"}}', 'A_B', 'my word'],
  [
    'a document over many lines',
    JSON.stringify({ error: { code: 'A_B', message: 'my word' } }, null, 2),
    'A_B',
    'my word',
  ],
  [
    'a document after text',
    'Loading\n{\n "ok": false, "code": "A_B", "message": "my word"\n}\n',
    'A_B',
    'my word',
  ],
  [
    'the last of several lines',
    '{"step":1}\n{"ok":false,"errorCode":"A_B","error":"my word"}\n',
    'A_B',
    'my word',
  ],
  [
    'earlier lines of the same form',
    '{"level":"error","code":"A_B","msg":"my word"}\n{"level":"error","code":null,"msg":"2 errors"}\n',
    'A_B',
    'my word',
  ],
  [
    'a problem of HTTP',
    '{"type":"https://x.example/problems/no-stock","title":"my word","status":409}',
    'no-stock',
    'my word',
  ],
  [
    'a refusal of OAuth',
    '{"error":"invalid_grant","error_description":"my word"}',
    'invalid_grant',
    undefined,
  ],
  [
    'a list of diagnostics',
    '[{"filePath":"a.js","messages":[{"ruleId":"no-undef","severity":2,"message":"my word"}]}]',
    'no-undef',
    'a.js: my word (no-undef)',
  ],
  [
    'what compilers say of places, before the bare end of a build',
    '{"reason":"compiler-message","message":{"level":"error","code":{"code":"E0308"},"message":"my word","spans":[{"file_name":"a.rs"}]}}\n{"reason":"build-finished","success":false}\n',
    'E0308',
    'my word (E0308)',
  ],
  [
    'a bare code of a failure',
    '{"code":"QUOTA_EXCEEDED","message":"my word"}',
    'QUOTA_EXCEEDED',
    'my word',
  ],
])('reads %s', (_name, stdout, code, message) => {
  const read = said(stdout)
  expect(read.code).toBe(code)
  if (message !== undefined) expect(read.message).toBe(message)
  expect(readFailure({ stdout: '', stderr: stdout })).toEqual(read)
})

test.each([
  ['error[E0425]: cannot find value `x`\n --> a.rs:1:2\n', 'E0425'],
  ["a.ts(1,7): error TS2322: Type 'string' is not assignable\n", 'TS2322'],
  ['npm error code ELSPROBLEMS\nnpm error missing: a@1\n', 'ELSPROBLEMS'],
  ['➤ YN0027: │ a@npm:^9 is not found\n', 'YN0027'],
  [
    'Error [ERR_MODULE_NOT_FOUND]: Cannot find module x\n    at f (a.js:1:2)\n',
    'ERR_MODULE_NOT_FOUND',
  ],
  [' ERR_PNPM_NO_PKG_MANIFEST  No package.json found\n', 'ERR_PNPM_NO_PKG_MANIFEST'],
  ["svn: E155007: '/w' is not a working copy\n", 'E155007'],
  ['An error occurred (AccessDenied) when calling the X operation\n', 'AccessDenied'],
  ['Error: the EXPECTED value is missing\n', undefined],
  ['Error: HTTP 404 Not Found\n', undefined],
])('finds codes by their form: %j', (stderr, code) => {
  expect(said('', stderr).code).toBe(code)
})

test.each([
  ['error: unknown option --nope\n', 'WORDS_REFUSED'],
  ['curl: (7) Failed to connect to 127.0.0.1: Connection refused\n', 'NO_CONNECTION'],
  ['You are not logged in.\n', 'NOT_LOGGED_IN'],
  ["useradd: user 'ada' already exists\n", 'ALREADY_EXISTS'],
  ['cp: error writing b: No space left on device\n', 'NO_SPACE'],
  ['Traceback (most recent call last):\n  File "a.py"\nKeyError: 7\n', 'EXCEPTION'],
  ['cat: a.txt: No such file or directory\n', 'NO_SUCH_FILE'],
  ['no luck\n', undefined],
  // Words that are near, and tell of something else.
  ["a.js:2:7: Expected '===' and instead saw '=='\n", undefined],
  ['go: cannot find main module\n', 'NOTHING_FOUND'],
  ['NameError: .mixin is undefined\n', 'EXCEPTION'],
])('names what many programs say in the same words: %j', (stderr, phrase) => {
  expect(said('', stderr)).toMatchObject(phrase === undefined ? {} : { phrase })
})

test('carries what is said of retries and remedies, and nothing that is large', () => {
  const error = {
    code: 'BUSY_NOW',
    message: 'my word',
    retryable: true,
    retry_after_ms: 7,
    hint: 'x'.repeat(5000),
  }
  expect(said(JSON.stringify({ error, next: ['a'] })).toolSays).toEqual({
    retryable: true,
    retry_after_ms: 7,
    next: ['a'],
  })
})

test('says what speaks against a failure', () => {
  expect(said('{"ok":true}').problems).toHaveLength(1)
  expect(said('{"error":{"code":"A_B"}}', '{"error":{"code":"C_D"}}').problems).toHaveLength(1)
})

const word = fc.constantFrom(
  'ok',
  'error',
  'errors',
  'code',
  'message',
  'status',
  'level',
  '__proto__',
  'data',
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(true, false, null, 'error', 'A_B', 'failed', 2, 404, ''),
    fc.string({ unit: 'binary' }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(word, tie('any'), { maxKeys: 4 }),
  ),
})).any
const stream = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(value, { maxLength: 4 })
    .map((all) => all.map((each) => JSON.stringify(each)).join('\n')),
  fc
    .array(
      fc.constantFrom(
        'error: ',
        '{',
        '}',
        '[',
        '"',
        '\n',
        '\u001B[',
        'E0425',
        ' code ',
        'level=error msg="',
        '\\',
        ': ',
        'Traceback (most recent call last)',
      ),
    )
    .map((all) => all.join('')),
)

test('gives words that can be shown, whatever was printed', () => {
  fc.assert(
    fc.property(stream, stream, (stdout, stderr) => {
      const { code = 'x', message = 'x', problems } = said(stdout, stderr)
      expect(code).toMatch(/^[\w.:/-]{1,64}$/)
      expect(message.length).toBeLessThanOrEqual(400)
      expect(message).toMatch(/^[^\n\p{Cc}\u202E]+$/u)
      expect(message).not.toMatch(/^\s*(?:\{"|\[\{)/)
      expect(problems.length).toBeLessThanOrEqual(2)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '{"a":[',
  '[',
  '{"error":',
  'a: b\n',
  '{\n',
  '[\n{',
  'level=error msg="',
  '\u001B]',
  'error: ',
  '  at a (',
  '"\\',
  ' - ',
  'not a ',
])('reads a megabyte of %j in bounded time', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
  const before = performance.now()
  said(text, text)
  expect(performance.now() - before).toBeLessThan(1500)
})

test('reads a megabyte of JSON in the time that parsing it takes', () => {
  const text = JSON.stringify({
    rows: Array.from({ length: 9000 }, (_, id) => ({
      id,
      name: `row ${id}`,
      tags: ['a', 'b'],
      size: id / 3,
      note: 'as it was written',
    })),
    error: { code: 'A_B', message: 'm' },
  })
  const time = (run: () => void) => {
    const times = Array.from({ length: 15 }, () => {
      const before = performance.now()
      run()
      return performance.now() - before
    })
    return Math.min(...times)
  }
  for (const each of [
    text,
    JSON.stringify(JSON.parse(text), null, 2),
    text.replaceAll('},{', '}\n{'),
  ])
    expect(time(() => said(each))).toBeLessThan(time(() => JSON.parse(text)) * 1.2)
})
