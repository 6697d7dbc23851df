import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadDialect, validateDocument } from 'surety/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { answerLine } from '../../tests/tools/transcript/answer-line.ts'
import { interruptAtWork } from '../../tests/tools/transcript/interrupt.ts'
import { runExample, type Left } from '../../tests/tools/transcript/run-example.ts'
import { hasTerminal, readScreen, runLine } from '../../tests/tools/transcript/shell.ts'

/*
 * One test for each statement of the decision record behind td, titled with its place in the record.
 * Lines that are more than a call, and all that people see, run the built executable.
 */

interface Success {
  readonly ok: true
  readonly type: string
  readonly data: unknown
}
interface Failure {
  readonly ok: false
  readonly error: {
    readonly code: string
    readonly message: string
    readonly suggestion: string
    readonly details?: Readonly<Record<string, unknown>>
  }
}
interface Call extends Left {
  readonly line: string
  readonly document: Success | Failure
}

/** Calls that succeed, in an order that makes them do so; between them they print every type. */
const SUCCESSES = [
  'td next',
  'td add Drink tea --due today -l home',
  'td add Buy tea',
  'td ls --all',
  'td ls --all --ids',
  'td today',
  'td next',
  'td show 1',
  'td edit 1 --priority 2',
  'td search tea',
  'td project-add Work',
  'td project Work',
  'td projects',
  'td label-add errand',
  'td labels',
  'td move t1 --id -p Work',
  'td done t1 --id',
  'td log',
  'td undo 1',
  'td add Delete me',
  'td delete Delete me --dry-run',
  'td delete Delete me --yes',
  'td watch --for 0s',
  'td ls --all --token-count',
  'td ls --all --fields id',
  'td ls --all --token-limit 5',
  'td manifest',
  'td manifest --etag "$(td manifest | node -pe \'JSON.parse(fs.readFileSync(0)).data.etag\')"',
  'td schema',
  'td version --json',
  'td completion bash --json',
  'td --llms --json',
  'td agent-guide',
  'td skills generate --json',
  'td skills install skills',
  'td skills check skills',
  'td skills section AGENTS.md',
  'td ls --help --json',
  'td ls --schema',
]

/** Calls that fail: what a user can mistype, what is missing, and what a service can refuse. */
const FAILURES = [
  'td show nothing',
  'td show tea',
  'td done tea',
  'td undo nothing',
  'td project Home',
  'td ls -p Home',
  'td ls --sort bogus',
  'td ls --bogus',
  'td ls --cursor xx',
  'td ls --token-limit x',
  'td ls --sort',
  'td ls too many',
  'td ls --sort a --priority 3',
  'td show',
  'td move t1',
  'td add --due whenever x',
  'td add x --priority 9',
  'td add',
  "td edit t1 --id --content ''",
  'td delete t1 --id',
  'td nonsense',
  'td lss',
  'td completion cmd',
  'td ls --format bogus',
  'td ls --envelope bogus',
  'TD_DEFAULT_CMD=bogus td',
  'TD_SIMULATE=rate_limit td ls',
  'TD_SIMULATE=unauthorized td ls',
  'TD_SIMULATE=no_token td ls',
  'TD_SIMULATE=server_error td ls',
  'TD_DATA_DIR=damaged td ls',
  'TD_DATA_DIR=damaged td add x',
  'TD_DATA_DIR=damaged/tasks.json td ls',
  'TD_DATA_DIR=damaged/tasks.json td add x',
]

let home = ''
const successes: Call[] = []
const failures: Call[] = []

async function call(line: string): Promise<Call> {
  const left = await answerLine(line, { cwd: home })
  return { ...left, line, document: parse(left) }
}

/** The one parser that the record promises: it looks at no exit code and knows no command. */
function parse({ stdout, stderr }: Left): Success | Failure {
  return JSON.parse(stdout === '' ? stderr : stdout) as Success | Failure
}

const succeeded = (line: string): Success => {
  const found = successes.find((each) => each.line.startsWith(line))?.document
  if (found?.ok !== true) throw new Error(`${line} did not succeed`)
  return found
}
const failed = (line: string): Failure['error'] => {
  const found = failures.find((each) => each.line === line)?.document
  if (found?.ok !== false) throw new Error(`${line} did not fail`)
  return found.error
}
/** What differs between calls, for messages of failed expectations. */
const wrong = (calls: readonly Call[], fits: (each: Call) => boolean): readonly string[] =>
  calls
    .filter((each) => !fits(each))
    .map(({ line, stdout, stderr }) => `${line}: ${stdout}${stderr}`)

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'td-document-')))
  await mkdir(join(home, 'damaged'))
  await writeFile(join(home, 'damaged', 'tasks.json'), '{')
  for (const line of SUCCESSES) successes.push(await call(line))
  // Failures change nothing, so they can share the machine.
  for (let at = 0; at < FAILURES.length; at += 4) {
    failures.push(...(await Promise.all(FAILURES.slice(at, at + 4).map(call))))
  }
})
afterAll(() => rm(home, { recursive: true, force: true }))

describe('Context', () => {
  test.runIf(hasTerminal)('¶1, rich: people at a terminal read a table', async () => {
    const { stdout } = await readScreen('td ls --all', { cwd: home })
    expect(stdout).toMatch(/#\s+Priority\s+Content/)
    expect(stdout).toContain('Buy tea')
    expect(stdout).not.toContain('"ok"')
  })

  test('¶1, plain: flat text that grep and cut can use', async () => {
    const { stdout } = await runLine('td ls --all --plain | grep Buy | cut -f 3', { cwd: home })
    expect(stdout).toBe('Buy tea\n')
  })

  test('¶1, JSON: a program that reads a pipe gets a document', async () => {
    const { stdout } = await runLine('td ls --all | cat', { cwd: home })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, type: 'task_list' })
  })

  test('¶1: success, failure and type are members, so that no text has to be matched', () => {
    expect(
      wrong([...successes, ...failures], ({ document }) =>
        document.ok ? typeof document.type === 'string' : typeof document.error.code === 'string',
      ),
    ).toEqual([])
  })

  test('¶2, option 1: no command prints its bare result', () => {
    expect(wrong([...successes, ...failures], ({ document }) => 'ok' in document)).toEqual([])
  })

  test('¶2, option 2: every answer has the same outer structure', async () => {
    const td = await loadDialect('td')
    for (const { line, document } of [...successes, ...failures]) {
      expect(validateDocument(td, document as never), line).toEqual([])
    }
  })

  test('¶3: an agent can branch on ok, which comes first and is a boolean', () => {
    expect(
      wrong([...successes, ...failures], ({ document }) => {
        const [first] = Object.keys(document)
        return first === 'ok' && typeof document.ok === 'boolean'
      }),
    ).toEqual([])
  })

  test('¶3: an agent can pick a parser by type', () => {
    expect(Array.isArray(succeeded('td ls --all').data)).toBe(true)
    expect(succeeded('td ls --all --token-count')).toEqual({
      ok: true,
      type: 'token_count',
      data: { token_count: expect.any(Number) as number },
    })
    expect(succeeded('td manifest --etag')).toEqual({ ok: true, type: 'not_modified', data: null })
  })
})

describe('Decision', () => {
  test('¶1: JSON has the envelope for results, for mistakes in the call and for refusals alike', () => {
    expect(successes.every(({ document }) => document.ok)).toBe(true)
    expect(failures.every(({ document }) => !document.ok)).toBe(true)
  })

  test('¶2: a success has ok, type and data, in this order, and nothing else', () => {
    expect(
      wrong(successes, ({ document }) => Object.keys(document).join() === 'ok,type,data'),
    ).toEqual([])
  })

  test('¶3: an error has ok and error, which has code, message and suggestion', () => {
    expect(
      wrong(failures, ({ document }) => {
        if (document.ok || Object.keys(document).join() !== 'ok,error') return false
        return Object.keys(document.error).slice(0, 3).join() === 'code,message,suggestion'
      }),
    ).toEqual([])
  })

  test('¶3: an error has nothing else, unless there is something to say', () => {
    expect(
      wrong(failures, ({ document }) => {
        if (document.ok) return false
        const { code: _code, message: _message, suggestion: _suggestion, ...more } = document.error
        const { details } = document.error
        if (details === undefined) return Object.keys(more).length === 0
        return Object.keys(more).join() === 'details' && Object.keys(details).length > 0
      }),
    ).toEqual([])
    expect(failed('td add')).not.toHaveProperty('details')
  })

  test('¶4: errors are on stderr, with an exit code that is not 0', () => {
    expect(wrong(failures, ({ stdout, exit }) => stdout === '' && exit !== 0)).toEqual([])
  })

  test('¶4: results are on stdout, with exit code 0', () => {
    const cut = 'td ls --all --token-limit 5'
    expect(
      wrong(successes, ({ stderr, exit, line }) => exit === 0 && (stderr === '' || line === cut)),
    ).toEqual([])
  })

  test('¶5, type: lists, tasks and projects have the words of the record', () => {
    expect(succeeded('td ls --all').type).toBe('task_list')
    expect(succeeded('td show 1').type).toBe('task')
    expect(succeeded('td project Work').type).toBe('project')
  })

  test('¶5, type: the same call has the same type each time', async () => {
    const again = await call('td ls --all')
    expect(again.document).toMatchObject({ type: succeeded('td ls --all').type })
  })

  test('¶5, data: everything of one type has one shape', () => {
    const shapes = new Map<string, Set<string>>()
    for (const { document } of successes) {
      if (!document.ok || document.type === 'selection') continue
      const seen = shapes.get(document.type) ?? new Set()
      shapes.set(document.type, seen.add(shapeOf(document.data)))
    }
    for (const [type, seen] of shapes) expect([...seen], type).toHaveLength(1)
  })

  test('¶6, code: not_found, for a task and for a project', () => {
    expect(failed('td show nothing')).toMatchObject({
      code: 'not_found',
      details: { kind: 'task', query: 'nothing' },
    })
    expect(failed('td project Home')).toMatchObject({
      code: 'not_found',
      details: { kind: 'project' },
    })
  })

  test('¶6, code: ambiguous_match', () => {
    expect(failed('td done tea').code).toBe('ambiguous_match')
    expect(failed('td show tea')).toMatchObject({
      code: 'ambiguous_match',
      details: { candidates: [{ content: 'Drink tea' }, { content: 'Buy tea' }] },
    })
  })

  test('¶6, code: api_error, for the service and for the file', () => {
    expect(failed('TD_SIMULATE=server_error td ls').code).toBe('api_error')
    expect(failed('TD_DATA_DIR=damaged td ls').code).toBe('api_error')
  })

  test('¶6, code: all codes are words in the spelling of the record', () => {
    expect(
      failures.filter(({ document }) => !document.ok && !/^[a-z_]+$/.test(document.error.code)),
    ).toEqual([])
  })

  test('¶7, message: a sentence for people, without internals', () => {
    expect(
      wrong(failures, ({ document }) => {
        if (document.ok) return false
        const { message } = document.error
        return (
          /^\S.*\.$|\?$/s.test(message) && !/internal|undefined|\[object|\bat .*:\d/.test(message)
        )
      }),
    ).toEqual([])
  })

  test('¶8, suggestion: never empty, and never the message again', () => {
    expect(
      wrong(failures, ({ document }) => {
        if (document.ok) return false
        const { suggestion, message } = document.error
        return suggestion.trim() !== '' && suggestion !== message
      }),
    ).toEqual([])
  })

  test.each([
    ['td ls --sort bogus', 'priority, due, project or created'],
    ['td ls --bogus', '--bogus'],
    ['td ls --bogus', 'td ls --help'],
    ['td ls --cursor xx', 'Leave out --cursor'],
    ['td ls --sort', '--sort'],
    ['td ls too many', 'too'],
    ['td show', 'td show [options] <ref...>'],
    ['td move t1', '--project'],
    ['td add x --priority 9', 'a whole number of at most 4'],
    ['td add --due whenever x', 'tomorrow'],
    ['td show tea', 't1 (Drink tea) or t3 (Buy tea)'],
    ['td show nothing', 'td ls --all'],
    ['td project Home', 'td projects'],
    ['td delete t1 --id', 'td delete t1 --id --yes'],
    ['td lss', 'td ls'],
    ['TD_DEFAULT_CMD=bogus td', 'today'],
    ['TD_SIMULATE=no_token td ls', 'TD_API_TOKEN'],
    ['TD_DATA_DIR=damaged td ls', 'tasks.json'],
    ['TD_DATA_DIR=damaged/tasks.json td add x', 'TD_DATA_DIR'],
  ])('¶8, suggestion: %s names %s', (line, part) => {
    expect(failed(line).suggestion).toContain(part)
  })

  test('¶8, suggestion: a completed task is found where td says', async () => {
    expect(failed('td undo nothing').suggestion).toBe("Use 'td log' to see the tasks.")
    expect(succeeded('td log').data).toMatchObject([{ id: 't1' }])
  })

  test('¶8, suggestion: what it says to type works', async () => {
    const confirmed = failed('td delete t1 --id').suggestion.replace('Confirm with: ', '')
    const added = await call('td add Short-lived')
    const { id } = (added.document as Success).data as { id: string }
    expect(await call(confirmed.replace('t1', id))).toMatchObject({
      exit: 0,
      document: { type: 'task_deleted' },
    })
  })

  test('¶8, suggestion: plain text has it as well', async () => {
    const { stderr, exit } = await runLine('td ls --sort bogus --plain', { cwd: home })
    expect(stderr).toMatch(/^Error: .+\nSuggestion: Use priority.+\n$/)
    expect(exit).toBe(2)
  })

  test.runIf(hasTerminal)('¶8, suggestion: people at a terminal read it', async () => {
    const { stdout, exit } = await readScreen('td ls --sort bogus', { cwd: home })
    expect(stdout).toContain('Use priority, due, project or created for --sort.')
    expect(stdout).toContain('validation_error')
    expect(stdout).not.toMatch(/INVALID_CHOICE|1 item/)
    expect(exit).toBe(2)
  })

  test('¶9: no command writes to a stream itself', () => {
    const sources = sourcesBelow(fileURLToPath(new URL('src/', import.meta.url)))
    expect(sources.length).toBeGreaterThan(20)
    for (const { path, text } of sources) {
      expect(text, path).not.toMatch(/console\.|std(out|err)\.write|process\.exit/)
    }
  })
})

describe('Consequences', () => {
  test('Positive: one parser, which knows no command, reads every answer', () => {
    expect(
      wrong([...successes, ...failures], (each) => typeof parse(each).ok === 'boolean'),
    ).toEqual([])
  })

  test('Positive: ok says without the exit code what the exit code says', () => {
    expect(
      wrong([...successes, ...failures], ({ document, exit }) => document.ok === (exit === 0)),
    ).toEqual([])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('Positive: %s gives an envelope too', async (signal, exit) => {
    const file = join(home, '.local', 'share', 'td', 'tasks.json')
    const left = await interruptAtWork('td', ['add', 'Tea'], { cwd: home, file, signal })
    expect(left).toMatchObject({ stdout: '', exit })
    const { error } = JSON.parse(left.stderr) as Failure
    expect(error).toMatchObject({
      code: 'cancelled',
      message: expect.stringContaining(signal) as string,
    })
    expect(error.suggestion).not.toBe('')
  })

  test('Positive: the codes that are printed are those that td schema lists', () => {
    const { errors } = succeeded('td schema').data as { errors: { code: string }[] }
    const printed = failures.map(({ document }) => (document.ok ? '' : document.error.code))
    printed.push('cancelled') // by a signal, see above
    expect(errors.map(({ code }) => code)).toEqual([...new Set(printed)].toSorted())
  })

  test('Negative: there is one level of nesting, so data is what the command returns', () => {
    expect(succeeded('td project Work').data).toEqual({
      id: expect.any(String) as string,
      name: 'Work',
      is_favorite: false,
      is_inbox_project: false,
    })
  })

  test('Negative: field names and nesting are those of the record, in the samples of both', () => {
    expect(Object.keys(succeeded('td ls --all'))).toEqual(['ok', 'type', 'data'])
    expect(failed('td add')).toEqual({
      code: 'validation_error',
      message: 'The task has no text.',
      suggestion: "Give it: td add 'text'",
    })
  })

  test('Discipline: a result with another shape has another type', async () => {
    const types = successes.map(({ document }) => (document.ok ? document.type : ''))
    expect(types[SUCCESSES.indexOf('td next')]).toBe('nothing_to_do')
    expect(succeeded('td ls --all --ids').type).toBe('task_ids')
    expect(succeeded('td ls --all --fields id').type).toBe('selection')
    expect(succeeded('td ls --all --token-limit 5').type).toBe('selection')
    const whole = await runExample('td', ['ls', '--all', '--token-limit', '5000'], { cwd: home })
    expect(JSON.parse(whole.stdout)).toMatchObject({ type: 'task_list' })
  })

  test('Discipline: td schema lists every type that td prints, and no other', () => {
    const { types } = succeeded('td schema').data as { types: string[] }
    expect(JSON.stringify(succeeded('td schema'), null, 2).length).toBeLessThan(6000)
    const printed = successes.map(({ document }) => (document.ok ? document.type : ''))
    expect(types).toEqual([...new Set(printed)].toSorted())
  })
})

/** Writes down which members a value has, and of which types; an empty list fits every list. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.keys(value).toSorted().join()
}

function sourcesBelow(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
