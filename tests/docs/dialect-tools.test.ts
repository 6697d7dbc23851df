import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadDialect, validateDocument } from 'surety/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { callTogether } from '../e2e/processes/run-program.ts'
import { createSandbox } from './sandbox.ts'

/*
 * Each tool in dialect-tools/ declares its dialect and nothing else. These tests hold it to the
 * statements of the document behind the dialect, whatever the call is. A call of each kind has a process of its own, the
 * others share one.
 */

type Json = Readonly<Record<string, unknown>>
interface Left {
  readonly call: string
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | undefined
}

/** What callers do: right, mistyped, about things that are missing or damaged. */
const SUCCESSES = ['add cocoa', 'ls', 'show tea', 'version', 'manifest', 'schema']
const OF_COMMAND_LINE = [
  'shw',
  'show',
  'show tea milk',
  'ls --bogus',
  'show --fields',
  'ls --token-limit x',
]
const OF_FRAMEWORK = [
  ...OF_COMMAND_LINE,
  'show damaged',
  'show folder',
  'ls --envelope bogus',
  'completion cmd',
]
const OF_TOOL = ['show coffee', 'add milk tea']

/** One that succeeds, one that each of command line, framework and tool refuses, and what is read before a tool is. */
const IN_PROCESSES = new Set([
  'ls',
  'shw',
  'show damaged',
  'show coffee',
  '',
  '--mcp-bogus',
  '--mcp-http=x',
])

const folder = new URL('dialect-tools/', import.meta.url)
const families = readdirSync(folder).map((name) => name.replace('.mjs', ''))
const sandbox = await createSandbox()
afterAll(() => sandbox.remove())
const bin = fileURLToPath(new URL('../bin', import.meta.url))
const together = new Map<string, ReturnType<typeof callTogether>>()
for (const family of families) {
  const text = readFileSync(new URL(`${family}.mjs`, folder), 'utf8')
  await sandbox.write(family, 'notes.mjs', text)
  const exporting = text.replace('await serve(', 'export const [tool] = Array.of(')
  await sandbox.write(family, 'exporting.mjs', exporting)
  const path = relative(bin, sandbox.pathOf(family, 'exporting.mjs'))
  together.set(family, callTogether(path, { cwd: sandbox.pathOf(family, '.') }))
}

test('there is a tool for each family', () => {
  expect(families).toEqual(['animus', 'claw', 'incur', 'spec', 'td'])
})

/** Runs the tool of a family, and gives its streams apart. */
async function run(family: string, words: string, flags: string): Promise<Left> {
  const call = `${words} ${flags}`
  if (!IN_PROCESSES.has(words)) {
    const { stdout, stderr, code } = await together.get(family)!(call.trim().split(' '))
    return { call, stdout, stderr, exit: code ?? undefined }
  }
  const line = `node notes.mjs ${call} 2>stderr.txt`
  const { stdout, exitCode } = await sandbox.run(family, 'sh', ['-c', line])
  const stderr = readFileSync(sandbox.pathOf(family, 'stderr.txt'), 'utf8')
  return { call, stdout, stderr, exit: exitCode }
}

/** Runs calls one after the other, in a new store with a note, one that is no JSON and one that is a folder. */
async function runAll(family: string, calls: readonly string[], flags = ''): Promise<Left[]> {
  const at = (name: string) => sandbox.pathOf(family, name)
  rmSync(at('notes'), { recursive: true, force: true })
  mkdirSync(at('notes/folder.json'), { recursive: true })
  writeFileSync(at('notes/damaged.json'), '{')
  writeFileSync(at('notes/tea.json'), '{"text":"Drink"}')
  const ended: Left[] = []
  for (const call of calls) ended.push(await run(family, call, flags))
  return ended
}

const parse = (text: string) => JSON.parse(text) as Json

async function problemsOf(dialect: string, document: Json, exit?: number) {
  const problems = validateDocument(await loadDialect(dialect), document as never, exit)
  return problems.map(({ message }) => message)
}

describe('a tool of td', () => {
  const fails = (left: Left) => (parse(left.stderr)['error'] ?? {}) as Record<string, string>
  let ok: Left[] = []
  let failed: Left[] = []
  let listing: { types: string[]; errors: { code: string }[] }

  beforeAll(async () => {
    ok = await runAll('td', SUCCESSES, '--json')
    failed = await runAll('td', [...OF_FRAMEWORK, ...OF_TOOL, '--mcp-bogus', '--mcp-http=x'])
    listing = parse(ok.at(-1)!.stdout)['data'] as typeof listing
  })

  test('prints envelopes as lines of JSON too', async () => {
    const [listed, lost] = await runAll('td', ['ls', 'show coffee'], '--format jsonl')
    expect(Object.keys(parse(listed!.stdout))).toEqual(['ok', 'type', 'data'])
    expect(parse(lost!.stderr)).toMatchObject({ ok: false, error: { code: expect.any(String) } })
  })

  test('prints every result to stdout with a type that schema lists, and exits with 0', async () => {
    for (const { stdout, stderr, exit, call } of ok) {
      const document = parse(stdout)
      expect([call, stderr, exit, Object.keys(document)]).toEqual([
        call,
        '',
        0,
        ['ok', 'type', 'data'],
      ])
      expect(listing.types, call).toContain(document['type'])
      expect(await problemsOf('td', document, 0)).toEqual([])
    }
  })

  test('prints every error to stderr with a listed lower-case code and a suggestion, and exits with 1', async () => {
    const codes = listing.errors.map(({ code }) => code)
    expect(codes.filter((code) => !/^[a-z_]+$/.test(code))).toEqual([])
    for (const left of failed) {
      const { code, suggestion } = fails(left)
      expect([left.call, left.stdout, left.exit]).toEqual([left.call, '', 1])
      expect(codes, left.call).toContain(code)
      expect(suggestion, left.call).not.toBe('')
      expect(await problemsOf('td', parse(left.stderr), 1)).toEqual([])
    }
  })

  test('says what the framework knows and the author gave', () => {
    const codeOf = (call: string) =>
      fails(failed.find((left) => left.call.trim() === call)!)['code']
    expect(OF_COMMAND_LINE.map(codeOf)).toEqual(OF_COMMAND_LINE.map(() => 'validation_error'))
    expect(codeOf('show damaged')).toBe('api_error')
    expect(codeOf('show coffee')).toBe('not_found')
    expect(codeOf('--mcp-bogus')).toBe('validation_error')
    const partial = fails(failed.find(({ call }) => call.startsWith('add milk'))!)['details']
    expect(partial).toEqual({ data: { added: ['milk'] } })
  })
})

describe('a tool of animus', () => {
  const EXITS: Json = { internal: 1, invalid_input: 2, not_found: 3, conflict: 4, unavailable: 5 }

  test('prints one line, results to stdout, errors to stderr with the code of their exit', async () => {
    for (const { stdout, stderr, exit } of await runAll('animus', SUCCESSES, '--json')) {
      expect([stderr, exit, stdout.indexOf('\n')]).toEqual(['', 0, stdout.length - 1])
      expect(await problemsOf('animus-1', parse(stdout), 0)).toEqual([])
    }
    for (const { call, stdout, stderr, exit } of await runAll('animus', [
      ...OF_FRAMEWORK,
      ...OF_TOOL,
    ])) {
      expect([call, stdout, stderr.indexOf('\n')]).toEqual([call, '', stderr.length - 1])
      const { code, exit_code: number } = parse(stderr)['error'] as Record<string, string>
      expect([call, number, EXITS[code!]]).toEqual([call, exit, exit])
      expect(await problemsOf('animus-1', parse(stderr), exit)).toEqual([])
    }
  })

  test('keeps what the author gave with an error', async () => {
    const [missing, taken] = await runAll('animus', OF_TOOL)
    expect(parse(missing!.stderr)).toMatchObject({
      error: { details: { remediation: { next_step: 'Call notes ls.' } } },
    })
    expect(parse(taken!.stderr)).toMatchObject({
      error: { details: { data: { added: ['milk'] } } },
    })
  })
})

describe('a tool of claw 2.0', () => {
  const KINDS = [
    'filesystem',
    'auth',
    'session',
    'parse',
    'runtime',
    'mcp',
    'delivery',
    'usage',
    'policy',
    'unknown',
  ]

  test('prints one document with the common members to stdout, whatever happened', async () => {
    const all = [...SUCCESSES, ...OF_FRAMEWORK, ...OF_TOOL, '']
    for (const { call, stdout, stderr, exit } of await runAll(
      'claw',
      all,
      '--output-format json',
    )) {
      const document = parse(stdout)
      expect([call, stderr, document['exit_code']]).toEqual([call, '', exit])
      expect(Object.keys(document).slice(0, 5)).toEqual([
        'timestamp',
        'command',
        'exit_code',
        'output_format',
        'schema_version',
      ])
      expect(await problemsOf('claw-2.0', document, exit), call).toEqual([])
      const error = document['error'] as Record<string, string> | undefined
      expect([call, error === undefined]).toEqual([call, exit === 0])
      if (!error) continue
      expect(error['hint'], call).toMatch(/./)
      if (error['kind'] === 'tool_not_found') continue
      expect(KINDS, call).toContain(error['kind'])
      expect([error['operation'], error['target']], call).toEqual([
        expect.stringMatching(/./),
        expect.any(String),
      ])
      expect(document).not.toHaveProperty('errors')
    }
  })

  test('names what is missing, and keeps what the author gave with an error', async () => {
    const [missing, taken] = await runAll('claw', OF_TOOL, '--output-format json')
    expect(parse(missing!.stdout)).toMatchObject({ name: 'coffee', found: false })
    expect(parse(taken!.stdout)).toMatchObject({ added: ['milk'], error: { kind: 'runtime' } })
  })

  test('prints text by default, and refuses a command line with 2 there and with 1 in JSON', async () => {
    const [text, nothing, json] = await runAll('claw', ['ls', 'shw', 'shw --output-format json'])
    expect(text!.stdout).toMatch(/^Notes /)
    expect([nothing!.exit, json!.exit]).toEqual([2, 1])
    expect(parse((await run('claw', '', '--output-format json')).stdout)['command']).toBe(
      '<missing>',
    )
  })
})

test('the same tool speaks claw 1.0 with its flag, and every answer fits that generation', async () => {
  const all = [...SUCCESSES, ...OF_COMMAND_LINE, ...OF_TOOL]
  const flags = '--output-format json --envelope claw-1.0'
  for (const { call, stdout, exit } of await runAll('claw', all, flags)) {
    const document = parse(stdout)
    expect(await problemsOf('claw-1.0', document, exit), call).toEqual([])
    expect([call, document['type'] === 'error']).toEqual([call, exit !== 0])
    if (exit !== 0)
      expect([document['error'], document['hint']], call).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/./),
      ])
  }
})

describe('a tool of incur', () => {
  test('prints errors of the framework bare, as incur does', async () => {
    for (const { call, stdout, stderr, exit } of await runAll('incur', OF_FRAMEWORK, '--json')) {
      const { code, message, cta: _cta, fieldErrors: _fields, ...rest } = parse(stdout)
      expect([call, stderr, exit, rest, typeof message]).toEqual([call, '', 1, {}, 'string'])
      expect(['COMMAND_NOT_FOUND', 'VALIDATION_ERROR', 'UNKNOWN'], call).toContain(code)
    }
  })

  test('prints errors of the tool with retryable and context, TOON without a format', async () => {
    const [missing, taken, toon] = await runAll('incur', [
      'show coffee --json',
      'add milk tea --json',
      'show coffee',
    ])
    expect(parse(missing!.stdout)).toMatchObject({ code: 'no_note', retryable: false })
    expect(parse(taken!.stdout)).toMatchObject({ extra: { data: { added: ['milk'] } } })
    expect(toon!.stdout).toMatch(/^code: no_note\n/)
  })

  test('puts the envelope around both, and cuts an error inside of it', async () => {
    const [whole, cut] = await runAll(
      'incur',
      ['show coffee', 'show coffee --token-limit 5'],
      '--json --full-output',
    )
    expect(parse(whole!.stdout)).toMatchObject({
      ok: false,
      error: { code: 'no_note', retryable: false },
      meta: { command: 'show', duration: expect.stringMatching(/^\d+ms$/) as string },
    })
    expect(parse(cut!.stdout)).toMatchObject({
      error: expect.stringMatching(/\n\[tokens 0 to 5 of \d+\]$/) as string,
      meta: { command: 'show', nextOffset: 5 },
    })
    for (const { stdout } of [whole!, cut!])
      expect(await problemsOf('incur-full', parse(stdout), 1)).toEqual([])
  })
})

test('a tool of the spec has the five members always, and ok follows from the exit', async () => {
  const all = [...SUCCESSES.map((call) => `${call} --json`), ...OF_FRAMEWORK, ...OF_TOOL]
  for (const { call, stdout, stderr, exit } of await runAll('spec', all)) {
    const document = parse(stdout)
    expect([call, stderr, document['ok']]).toEqual([call, '', exit === 0])
    expect(Object.keys(document)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
    expect(await problemsOf('spec-1.0', document, exit), call).toEqual([])
  }
})

test.each(['1.6', '1.16'])('the tool of the spec runs as contract %s too', async (generation) => {
  const text = readFileSync(new URL('spec.mjs', folder), 'utf8')
  writeFileSync(
    sandbox.pathOf('spec', 'newer.mjs'),
    text.replace("dialect: 'spec-1.0'", `dialect: 'spec-${generation}'`),
  )
  for (const [call, exit] of [
    ['ls', 0],
    [`add honey${generation}`, 0],
    ['show nothing', 5],
  ] as const) {
    const ended = await sandbox.run('spec', 'node', ['newer.mjs', ...call.split(' ')])
    expect([call, ended.exitCode]).toEqual([call, exit])
    expect(await problemsOf(`spec-${generation}`, parse(ended.stdout), exit), call).toEqual([])
  }
})
