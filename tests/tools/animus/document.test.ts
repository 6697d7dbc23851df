import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadDialect, validateDocument } from 'surety/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { answerLine } from '../transcript/answer-line.ts'
import { interruptAtWork } from '../transcript/interrupt.ts'
import type { Left } from '../transcript/run-example.ts'
import { hasTerminal, readScreen, runLine } from '../transcript/shell.ts'

/*
 * One test for each statement of the contract behind animus, titled with its place in the contract.
 * Lines that are more than a call, and all that people see, run the built executable.
 */

interface Success {
  readonly schema: string
  readonly ok: true
  readonly data: unknown
}
interface Failure {
  readonly schema: string
  readonly ok: false
  readonly error: {
    readonly code: string
    readonly message: string
    readonly exit_code: number
    readonly details?: Readonly<Record<string, unknown>>
  }
}
interface Call extends Left {
  readonly line: string
  readonly document: Success | Failure
}

/** Calls that succeed, in an order that makes them do so. */
const SUCCESSES = [
  "animus subject create --title 'Fix login bug' --priority 3 --json",
  'animus subject status --id TASK-001 --status in-progress --task-shape --json',
  'animus subject get --kind task --id task:TASK-001 --json',
  'animus subject get --id TASK-001 --task-shape --json',
  'animus subject get --id TASK-001 --wrapped --json',
  "animus subject create --title $'two\\nlines' --body 'é \"quoted\"' --json",
  'animus subject update --id TASK-002 --labels a,b --json',
  'animus subject list --json',
  'animus subject list --task-shape --json',
  'animus subject next --json',
  'animus subject status --id TASK-002 --status done --json',
  'animus subject next --json # nothing is ready',
  'animus subject delete --id TASK-002 --json',
  'animus subject delete --id TASK-002 --yes --json',
  'animus subject batch-create --file items.json --json',
  'animus subject list --token-count --json',
  'animus plugin install bug --json',
  'animus version --json',
  'animus status --json',
  'animus doctor --json',
  'animus schema --json',
  'animus manifest --json',
  'animus completion bash --json',
  'animus subject --json 2>/dev/null',
  'animus --help --json 2>/dev/null',
]

/** Calls that fail, with the row of the table that each belongs to. */
const FAILURES: readonly (readonly [line: string, code: string, exit: number])[] = [
  ['ANIMUS_SIMULATE=startup-failure animus subject list --json', 'internal', 1],
  ['animus subject list --project-root damaged --json', 'internal', 1],
  ['animus subject create --title x --project-root damaged --json', 'internal', 1],
  ['animus subject batch-create --file mixed.json --json', 'internal', 1],
  ['animus subject get --json', 'invalid_input', 2],
  ['animus subject list --limit x --json', 'invalid_input', 2],
  ['animus --json subject list --limit x', 'invalid_input', 2],
  ['animus subject list --kind a/b --json', 'invalid_input', 2],
  ["animus subject create --title x --kind '' --json", 'invalid_input', 2],
  ["animus subject create --title '  ' --json", 'invalid_input', 2],
  ["animus subject get --id ' ' --json", 'invalid_input', 2],
  ["animus subject create --title '' --json", 'invalid_input', 2],
  ['animus subject update --id TASK-001 --json', 'invalid_input', 2],
  ['animus subject nxt --json', 'invalid_input', 2],
  ['animus nonsense --json', 'invalid_input', 2],
  ['animus subject list --bogus --json', 'invalid_input', 2],
  ['animus subject list --cursor xx --json', 'invalid_input', 2],
  ['animus subject batch-create --file nothing.json --json', 'invalid_input', 2],
  ['animus subject create --title x --project-root items.json --json', 'invalid_input', 2],
  ['animus task get --id TASK-001 --json', 'invalid_input', 2],
  ['animus subject get --kind task --id task:NONEXISTENT --json', 'not_found', 3],
  ['animus subject delete --id x --yes --json', 'not_found', 3],
  ['animus subject list --project-root nowhere --json', 'not_found', 3],
  ["animus subject create --title 'Fix login bug' --json", 'conflict', 4],
  ['ANIMUS_SIMULATE=unavailable animus subject list --json', 'unavailable', 5],
  ['ANIMUS_SIMULATE=daemon-down animus subject list --json', 'unavailable', 5],
  ['animus subject list --kind epic --json', 'unavailable', 5],
  ['animus doctor --project-root damaged --json', 'unavailable', 5],
]

let home = ''
const successes: Call[] = []
const failures: Call[] = []

async function call(line: string): Promise<Call> {
  const left = await answerLine(line, { cwd: home })
  const text = left.stdout === '' ? left.stderr : left.stdout
  return { ...left, line, document: JSON.parse(text) as Success | Failure }
}
const all = (): readonly Call[] => [...successes, ...failures]
const succeeded = (line: string): Success => {
  const found = successes.find((each) => each.line === line)?.document
  if (found?.ok !== true) throw new Error(`${line} did not succeed`)
  return found
}
const failed = (line: string): Failure['error'] => {
  const found = failures.find((each) => each.line === line)?.document
  if (found?.ok !== false) throw new Error(`${line} did not fail`)
  return found.error
}
/** The calls that do not fit, with what they printed. */
const wrong = (calls: readonly Call[], fits: (each: Call) => boolean): readonly string[] =>
  calls
    .filter((each) => !fits(each))
    .map(({ line, stdout, stderr }) => `${line}: ${stdout}${stderr}`)

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'animus-document-')))
  await mkdir(join(home, '.animus'))
  await writeFile(join(home, '.animus', 'config.json'), '{"kinds_without_backend":["bug","epic"]}')
  await mkdir(join(home, 'damaged', '.animus'), { recursive: true })
  await writeFile(join(home, 'damaged', '.animus', 'subjects.json'), '{')
  await writeFile(join(home, 'items.json'), '[{"title":"a"},{"title":"b"}]')
  await writeFile(join(home, 'mixed.json'), '[{"title":"c"},{"title":"c"}]')
  for (const line of SUCCESSES) successes.push(await call(line))
  for (let at = 0; at < FAILURES.length; at += 4) {
    failures.push(...(await Promise.all(FAILURES.slice(at, at + 4).map(([line]) => call(line)))))
  }
})
afterAll(() => rm(home, { recursive: true, force: true }))

describe('JSON Envelope Contract', () => {
  test('¶1: every command wraps its output in the envelope with --json', async () => {
    const animus = await loadDialect('animus-1')
    for (const { line, document } of all()) {
      expect(validateDocument(animus, document as never), line).toEqual([])
    }
  })

  test('¶1: the envelope is the same in a script, in a pipe and in a file', async () => {
    const line = 'animus subject get --id TASK-001 --json'
    const script = `a=$(${line}); b=$(${line} | cat); ${line} > out; [ "$a" = "$b" ] && [ "$a" = "$(cat out)" ]`
    expect(await runLine(script, { cwd: home })).toMatchObject({ exit: 0, stderr: '' })
  })

  test.runIf(hasTerminal)('¶1: it is the same at a terminal', async () => {
    const { stdout, exit } = await readScreen('animus subject get --id nope --json', { cwd: home })
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_found', exit_code: 3 } })
    expect(exit).toBe(3)
  })

  test.runIf(hasTerminal)('¶1: without --json, people at a terminal read text', async () => {
    const { stdout } = await readScreen('animus subject get --id TASK-001', { cwd: home })
    expect(stdout).toMatch(/Title\s+Fix login bug/)
    expect(stdout).not.toContain('animus.cli.v1')
  })
})

describe('Schema Identifier', () => {
  test('the tag is the same text in every answer', () => {
    expect(wrong(all(), ({ document }) => document.schema === 'animus.cli.v1')).toEqual([])
  })

  test('the tag is written down once, outside of the commands', () => {
    const folder = fileURLToPath(new URL('src/', import.meta.url))
    const holders = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .filter((path) => /['"]animus\.cli\.v1['"]/.test(readFileSync(join(folder, path), 'utf8')))
    expect(holders).toEqual([])
  })
})

describe('Success Envelope', () => {
  test('it is on stdout, and nothing is on stderr', () => {
    expect(wrong(successes, ({ stdout, stderr }) => stdout !== '' && stderr === '')).toEqual([])
  })

  test('it has schema, ok and data, in this order', () => {
    expect(
      wrong(successes, ({ document }) => Object.keys(document).join() === 'schema,ok,data'),
    ).toEqual([])
  })

  test('table: ok is true, and the exit code is 0', () => {
    expect(wrong(successes, ({ document, exit }) => document.ok && exit === 0)).toEqual([])
  })

  test('table: data can be an object, an array or a simple value', () => {
    const kindOf = (line: string) => {
      const { data } = succeeded(line)
      return data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data
    }
    expect(kindOf('animus subject get --id TASK-001 --task-shape --json')).toBe('object')
    expect(kindOf('animus subject list --task-shape --json')).toBe('array')
    expect(kindOf('animus subject next --json # nothing is ready')).toBe('null')
  })

  test('¶2: data depends on the command', () => {
    expect(succeeded('animus version --json').data).toEqual({
      name: 'animus',
      binary: 'animus',
      version: expect.any(String) as string,
    })
    expect(succeeded('animus status --json').data).toMatchObject({ by_status: {} })
  })

  test('¶2: an acknowledgment is an object with a message', () => {
    for (const line of [
      'animus subject delete --id TASK-002 --yes --json',
      'animus plugin install bug --json',
    ]) {
      expect(succeeded(line).data).toEqual({ message: expect.any(String) as string })
    }
  })

  test('¶2: a query has the whole result', () => {
    const { data } = succeeded('animus subject list --json')
    expect(data).toMatchObject({
      subjects: [{ id: 'task:TASK-001' }, { id: 'task:TASK-002' }],
      next_cursor: null,
      total: 2,
    })
  })

  test('Examples: the acknowledgment, byte for byte in compact form', () => {
    const line = 'animus subject status --id TASK-001 --status in-progress --task-shape --json'
    expect(successes.find((each) => each.line === line)?.stdout).toBe(
      '{"schema":"animus.cli.v1","ok":true,"data":{"message":"task TASK-001 status updated to in-progress"}}\n',
    )
  })

  test('Examples: the query result', () => {
    expect(succeeded('animus subject get --id TASK-001 --task-shape --json')).toEqual({
      schema: 'animus.cli.v1',
      ok: true,
      data: { id: 'TASK-001', title: 'Fix login bug', status: 'in-progress', priority: 'high' },
    })
  })
})

describe('Error Envelope', () => {
  test('it is on stderr, and nothing is on stdout', () => {
    expect(wrong(failures, ({ stdout, stderr }) => stdout === '' && stderr !== '')).toEqual([])
  })

  test('it has schema, ok and error, which has code, message and exit_code', () => {
    expect(
      wrong(failures, ({ document }) => {
        if (document.ok || Object.keys(document).join() !== 'schema,ok,error') return false
        return Object.keys(document.error).slice(0, 3).join() === 'code,message,exit_code'
      }),
    ).toEqual([])
  })

  test('table: ok is false', () => {
    expect(wrong(failures, ({ document }) => document.ok === false)).toEqual([])
  })

  test('table, code: one of the five words', () => {
    const words = ['conflict', 'internal', 'invalid_input', 'not_found', 'unavailable']
    expect(
      [
        ...new Set(failures.map(({ document }) => (document.ok ? '' : document.error.code))),
      ].toSorted(),
    ).toEqual(words)
    const { errors } = succeeded('animus schema --json').data as { errors: { code: string }[] }
    expect(errors.map(({ code }) => code)).toEqual(words)
  })

  test('table, message: a text for people, without internals', () => {
    expect(
      wrong(
        failures,
        ({ document }) =>
          !document.ok &&
          document.error.message !== '' &&
          !/internal error|\\[sp]|E[A-Z]{4,}:|\[object|undefined/.test(document.error.message),
      ),
    ).toEqual([])
  })

  test('table, exit_code: the number that the process exits with, from 1 to 5', () => {
    expect(
      wrong(failures, ({ document, exit }) => {
        if (document.ok) return false
        const { exit_code } = document.error
        return exit_code === exit && Number.isInteger(exit_code) && exit_code >= 1 && exit_code <= 5
      }),
    ).toEqual([])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'table, exit_code: the number that the process exits with after %s',
    async (signal) => {
      const left = await interruptAtWork(
        'animus',
        ['subject', 'create', '--title', 'x', '--json'],
        {
          cwd: home,
          file: join(home, '.animus', 'subjects.json'),
          signal,
        },
      )
      const { error } = JSON.parse(left.stderr) as Failure
      expect(error).toMatchObject({ code: 'internal', exit_code: left.exit })
      expect(left.exit).toBe(signal === 'SIGINT' ? 130 : 143)
    },
  )

  test('table, details: an object with something in it, where it is present', () => {
    expect(
      wrong(failures, ({ document }) => {
        if (document.ok || !('details' in document.error)) return true
        const { details } = document.error
        return typeof details === 'object' && Object.keys(details).length > 0
      }),
    ).toEqual([])
  })

  test.each(FAILURES)('Error Codes: %s is %s, exit %i', (line, code, exit) => {
    expect(failures.find((each) => each.line === line)?.exit).toBe(exit)
    expect(failed(line)).toMatchObject({ code, exit_code: exit })
  })

  test('Error Codes: a code with the exit of another row is not valid', async () => {
    const surety = fileURLToPath(
      new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url),
    )
    const document = (exit_code: number) =>
      JSON.stringify({
        schema: 'animus.cli.v1',
        ok: false,
        error: { code: 'conflict', message: 'm', exit_code },
      })
    const validate = (stdin: string) =>
      runLine(`node '${surety}' decode --check --dialect animus-1 --json`, { cwd: home, stdin })
    expect((await validate(document(4))).exit).toBe(0)
    const { stdout, exit } = await validate(document(3))
    expect(exit).not.toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      meta: {
        problems: expect.arrayContaining([
          expect.objectContaining({ pointer: '/error/exit_code' }),
        ]),
      },
    })
  })

  test.runIf(hasTerminal)('Error Codes: people at a terminal read the same words', async () => {
    for (const [line, code] of [
      ['animus subject list --limit x', 'invalid_input'],
      ['animus nonsense', 'invalid_input'],
      ['animus task get --id x', 'invalid_input'],
      ['animus subject get --id x', 'not_found'],
    ] as const) {
      const { stdout } = await readScreen(line, { cwd: home })
      expect(stdout, line).toContain(code)
      expect(stdout, line).not.toMatch(/[A-Z]{4,}_[A-Z]+|1 item/)
    }
  })

  test('Error with Details: the sample', () => {
    expect(failed('ANIMUS_SIMULATE=startup-failure animus subject list --json')).toEqual({
      code: 'internal',
      message: 'daemon failed to start',
      exit_code: 1,
      details: { startup_log_tail: 'error: panic in scheduler loop' },
    })
  })

  test('Error with Details: a command that details name can be run, and helps', async () => {
    const { remediation } = failed('animus subject list --kind epic --json').details as {
      remediation: { install_command: string }
    }
    expect(await call(`${remediation.install_command} --json`)).toMatchObject({ exit: 0 })
    expect(await call('animus subject list --kind epic --json')).toMatchObject({ exit: 0 })
  })

  test('a blank is refused in words, not by a pattern', () => {
    for (const line of [
      "animus subject create --title '  ' --json",
      "animus subject get --id ' ' --json",
    ])
      expect(failed(line).message).toMatch(/expected text that is not blank, got/)
  })

  test('¶ last: details are left out where there is no context', () => {
    expect(failed('animus subject get --kind task --id task:NONEXISTENT --json')).toEqual({
      code: 'not_found',
      message: 'subject task:NONEXISTENT not found',
      exit_code: 3,
    })
  })

  test('¶ last: another tool that speaks this dialect leaves them out as well', async () => {
    for (const line of [
      'td ls --bogus --envelope animus-1',
      'td add x --due whenever --envelope animus-1',
      'td show nothing --envelope animus-1',
    ]) {
      const { document } = await call(line)
      expect(document.ok, line).toBe(false)
      const { details = { no: 'details' } } = (document as Failure).error
      expect(Object.keys(details), line).not.toEqual([])
      expect(details, line).not.toHaveProperty('x_envelope')
    }
  })

  test('an unusable folder is answered at once', async () => {
    for (const folder of ['/proc/nowhere', '/dev/null', 'items.json', 'no/such/folder']) {
      const line = `animus subject create --title x --project-root ${folder} --json`
      const { document } = await call(line)
      expect(document, folder).toMatchObject({ ok: false })
      const { message } = (document as Failure).error
      expect(message, folder).toContain(folder)
      expect(message, folder).not.toContain('time limit')
    }
  })
})

describe('Versioning', () => {
  test('¶1: a reader checks the tag and refuses another', async () => {
    const animus = await loadDialect('animus-1')
    const stdout = '{"schema":"animus.cli.v2","ok":true,"data":{}}'
    const outcome = animus.decode({ stdout, stderr: '', exit_code: 0 })
    expect(outcome.ok).toBe(false)
    expect(outcome.diagnostics.problems.join()).toContain('animus.cli.v2')
  })

  test('¶1: our answers pass that check', async () => {
    const animus = await loadDialect('animus-1')
    for (const { line, stdout, stderr, exit } of all()) {
      const { diagnostics, ok } = animus.decode({ stdout, stderr, exit_code: exit ?? -1 })
      expect(diagnostics.problems, line).toEqual([])
      expect(ok, line).toBe(exit === 0)
    }
  })

  test('list: ok and schema are always there', () => {
    expect(wrong(all(), ({ document }) => 'ok' in document && 'schema' in document)).toEqual([])
  })

  test('list: a success always has data, even if it is null', () => {
    expect(wrong(successes, ({ document }) => 'data' in document)).toEqual([])
    expect(succeeded('animus subject next --json # nothing is ready').data).toBeNull()
  })

  test('list: an error always has code, message and exit_code', () => {
    expect(
      wrong(failures, ({ document }) => {
        if (document.ok) return false
        const { code, message, exit_code } = document.error
        return typeof code === 'string' && typeof message === 'string' && exit_code > 0
      }),
    ).toEqual([])
  })
})

describe('Serialization', () => {
  test('an answer is one line without spaces between its parts', () => {
    expect(
      wrong(all(), ({ stdout, stderr, document }) => {
        const text = document.ok ? stdout : stderr
        return text === `${JSON.stringify(document)}\n`
      }),
    ).toEqual([])
  })

  test('a line break in a value does not break the line', async () => {
    const { stdout } = await runLine(
      '{ animus subject list --json; animus version --json; } | wc -l',
      { cwd: home },
    )
    expect(stdout.trim()).toBe('2')
    expect(
      succeeded("animus subject create --title $'two\\nlines' --body 'é \"quoted\"' --json").data,
    ).toMatchObject({ title: 'two\nlines' })
  })
})

/** The document uses jq. Where it is missing, a function reads the same paths. */
const JQ =
  spawnSync('bash', ['-c', 'type jq']).status === 0
    ? ''
    : `jq() { node -e 'const [p] = process.argv.slice(-1); let v = JSON.parse(fs.readFileSync(0)); for (const k of p.split(".").slice(1)) v = v[k]; console.log(process.argv.includes("-r") ? v : JSON.stringify(v))' -- "$@"; }; `

describe('Usage with --json', () => {
  test('the lines that capture data work as they stand', async () => {
    const script = `${JQ}data=$(animus subject get --kind task --id task:TASK-001 --json 2>/dev/null)
echo "$data" | jq '.data.status'`
    expect(await runLine(script, { cwd: home })).toEqual({
      stdout: '"in-progress"\n',
      stderr: '',
      exit: 0,
    })
  })

  test('the same in a pipe, as bare text', async () => {
    const line = 'animus subject get --kind task --id task:TASK-001 --json | jq -r .data.status'
    expect((await runLine(JQ + line, { cwd: home })).stdout).toBe('in-progress\n')
  })

  test('the lines that capture an error work as they stand', async () => {
    const script = `${JQ}animus subject get --kind task --id task:NONEXISTENT --json 2>err.json
cat err.json | jq '.error.code'`
    expect(await runLine(script, { cwd: home })).toEqual({
      stdout: '"not_found"\n',
      stderr: '',
      exit: 0,
    })
  })
})
