import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { answerLine } from '../transcript/answer-line.ts'
import type { Left } from '../transcript/run-example.ts'
import { runShell, type ShellSurroundings } from '../transcript/run-shell.ts'
import { CALLS, FAILING_LINES as FAILING, LINES } from './calls.ts'

/** Every statement of the founding document about the envelope, in its order. */

type Document = Readonly<Record<string, unknown>>

interface Answer {
  readonly document: Document
  readonly error: Document
  readonly stderr: string
  readonly exit: number | null
}

let folder = ''
const known = new Map<string, Promise<Answer>>()

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'claw-document-')))
  const store = join(folder, 'prepared')
  await mkdir(join(store, 'folder.jsonl'), { recursive: true })
  await writeFile(join(store, 'damaged.jsonl'), 'not json\n')
  const meta = { type: 'session_meta', version: 1, workspace_root: '/somewhere/else' }
  await writeFile(join(store, 'foreign.jsonl'), `${JSON.stringify(meta)}\n`)
  await writeFile(join(folder, 'blocked'), '')
  await shell('claw flush-transcript "hello world" --session-id kept')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const shell = (line: string, more: Partial<ShellSurroundings> = {}) =>
  runShell(line, { cwd: folder, ...more })

/** Answers a line with the JSON switch, once for all tests. */
function ask(line: string, flags = ''): Promise<Answer> {
  const whole = `claw ${line} --output-format json ${flags}`
  const asked = known.get(whole) ?? answerLine(whole, { cwd: folder }).then(read)
  known.set(whole, asked)
  return asked
}
const askLegacy = (line: string): Promise<Answer> => ask(line, '--legacy-envelope')

/** Runs the executable, through a pipe. */
const run = async (line: string, more: Partial<ShellSurroundings> = {}): Promise<Answer> =>
  read(await shell(`{ ${line}; echo $? >&3; } 3>exit.$$ | cat; exit $(cat exit.$$)`, more))

function read({ stdout, stderr, exit }: Left): Answer {
  const document = JSON.parse(stdout) as Document
  return { document, error: (document['error'] ?? {}) as Document, stderr, exit }
}

const COMMON = ['timestamp', 'command', 'exit_code', 'output_format', 'schema_version']
const FAILURE_KINDS =
  'filesystem auth session parse runtime mcp delivery usage policy unknown'.split(' ')
const MISSING_KINDS = ['command_not_found', 'tool_not_found', 'session_not_found']
describe('warning at the top', () => {
  test('1: the flat generation lacks the common fields', async () => {
    const { document } = await askLegacy('list-sessions')
    expect(COMMON.filter((name) => name in document)).toEqual([])
  })

  test('2: the JSON switch shows what this build prints, and nothing but JSON', async () => {
    const { stdout, exit } = await shell('claw --output-format json')
    expect(JSON.parse(stdout)).toHaveProperty('exit_code', exit)
  })

  test.each(Object.keys(CALLS))('3: %s takes the switch and has the target shape', async (name) => {
    const { document, exit } = await ask(LINES[name] ?? '')
    expect(Object.keys(document).slice(0, 5)).toEqual(COMMON)
    expect([document['command'], document['exit_code'], exit]).toEqual([name, 0, 0])
  })
})

describe('common fields', () => {
  test('4: the time is UTC in whole seconds, in every answer alike', async () => {
    for (const line of ['list-sessions', 'bogus', 'load-session nope', '']) {
      const { document } = await ask(line)
      expect(document['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    }
  })

  test('5: the time is that of the end, not of the start', async () => {
    const started = Date.now()
    const { document } = await run(
      'claw turn-loop x --max-turns 1 --turn-delay-ms 1100 --output-format json',
    )
    expect(Date.parse(String(document['timestamp']))).toBeGreaterThan(started)
  })

  test('6: the command is the first word, also if there is none of that name', async () => {
    expect((await ask('list-sessions')).document['command']).toBe('list-sessions')
    expect((await ask('list-sesions')).document['command']).toBe('list-sesions')
    expect((await askLegacy('list-sesions')).document['command']).toBe('list-sesions')
  })

  test('7: exit 0 is a success', async () => {
    const { document, exit } = await ask('tool-pool')
    expect([document['exit_code'], exit]).toEqual([0, 0])
  })

  test.each(FAILING)('8: exit 1 is an error or a missing entity: $line', async ({ line }) => {
    const { document, exit } = await ask(line)
    expect([document['exit_code'], exit]).toEqual([1, 1])
  })

  test('9: exit 2 is a time limit', async () => {
    const { document, exit } = await ask('turn-loop x --timeout-seconds 0')
    expect([document['exit_code'], exit]).toEqual([2, 2])
  })

  test('10: the output format is json, on success and on failure', async () => {
    expect((await ask('tool-pool')).document['output_format']).toBe('json')
    expect((await ask('bogus')).document['output_format']).toBe('json')
  })

  test('11: there is a schema version, a text', async () => {
    expect((await ask('tool-pool')).document['schema_version']).toBe('2.0')
  })

  test.each(FAILING)('12: an error has all five as well: $line', async ({ line }) => {
    expect(Object.keys((await ask(line)).document)).toEqual(expect.arrayContaining(COMMON))
  })
})

describe('turn result', () => {
  const turnOf = async (line: string): Promise<Document> => {
    const { document } = await ask(line)
    return (document['turn'] ?? (document['turns'] as Document[]).at(-1)) as Document
  }

  test('13: a turn has the prompt', async () => {
    expect(await turnOf('bootstrap hello')).toHaveProperty('prompt', 'hello')
  })

  test('14: a turn has the output, a text', async () => {
    expect((await turnOf('bootstrap hello'))['output']).toEqual(expect.stringMatching(/hello/))
  })

  test.each([
    ['15', 'completed', 'turn-loop x --max-turns 1'],
    ['16', 'max_budget_reached', `turn-loop "$(yes word | head -1500)"`],
    ['17', 'max_turns_reached', 'turn-loop x --max-turns 9'],
  ])('%s: %s is a reason to stop', async (_number, reason, line) => {
    const { document } = await ask(line)
    expect(document['final_stop_reason']).toBe(reason)
    expect((document['turns'] as Document[]).at(-1)).toHaveProperty('stop_reason', reason)
  })

  test('18: timeout is a reason to stop', async () => {
    const { document } = await ask('turn-loop x --timeout-seconds 0')
    expect(document).toMatchObject({ final_stop_reason: 'timeout', final_cancel_observed: true })
    expect(document).not.toHaveProperty('error')
  })

  test.each(['2.0', '1.0'])(
    '19: cancelled is a reason to stop, by a signal (%s)',
    async (version) => {
      const argv = '--turn-delay-ms 9000 --output-format json --debug'
      const line = `exec claw turn-loop x ${argv} --envelope-version=${version}`
      const { stdout, exit } = await shell(line, {
        // The loop waits from here on.
        once: { says: 'takes turn 1', act: (signal) => signal('SIGINT') },
      })
      const document = JSON.parse(stdout) as Document
      expect(document).toMatchObject({
        turns: [{ prompt: 'x', stop_reason: 'cancelled', cancel_observed: true }],
        final_stop_reason: 'cancelled',
      })
      expect(exit).toBe(1)
      if (version === '2.0')
        expect(document).toMatchObject({ exit_code: 1, error: { kind: 'runtime' } })
      else expect(document).toMatchObject({ type: 'error', kind: 'unknown' })
    },
  )

  test('20: a turn says whether a cancellation was seen', async () => {
    expect(await turnOf('bootstrap hello')).toHaveProperty('cancel_observed', false)
  })
})

describe('error envelope', () => {
  test.each(FAILING)('21: $line carries an error with five members', async ({ line, kind }) => {
    const { error } = await ask(line)
    const isMissing = MISSING_KINDS.includes(kind)
    const needed = ['kind', 'retryable', 'message', ...(isMissing ? [] : ['operation', 'target'])]
    expect(Object.keys(error)).toEqual(expect.arrayContaining(needed))
  })

  test.each(FAILING)('22: $line has a kind of the list', async ({ line, kind }) => {
    const { error } = await ask(line)
    expect([...FAILURE_KINDS, ...MISSING_KINDS]).toContain(error['kind'])
    expect(error['kind']).toBe(kind)
  })

  test('23: the operation names what failed', async () => {
    const { error } = await ask("flush-transcript x --directory 'blocked/sessions'")
    expect(error['operation']).toBe('write')
    expect((await ask('delete-session ../x')).error['operation']).toBe('delete_session')
  })

  test('24: the target names the resource', async () => {
    const lines = ['load-session damaged --directory prepared', 'bogus', 'route hi --nope']
    const targets = await Promise.all(lines.map(async (line) => (await ask(line)).error['target']))
    expect(targets).toEqual(['prepared/damaged.jsonl', 'bogus', '--nope'])
  })

  test('25: retryable says whether the same call can succeed by itself', async () => {
    expect((await ask('load-session damaged --directory prepared')).error['retryable']).toBe(false)
    expect((await ask('bogus')).error['retryable']).toBe(false)
    // Its sample counts a folder that is not there as something that may pass.
    const gone = 'mkdir gone && cd gone && rmdir ../gone && claw list-sessions'
    const { error } = await run(`(${gone} --output-format json)`)
    expect(error).toMatchObject({ kind: 'filesystem', operation: 'getcwd', retryable: true })
    expect(error['message']).toBe('No such file or directory')
  })

  test('26: the message is the text of the platform', async () => {
    const { error } = await ask("flush-transcript x --directory 'blocked/sessions'")
    expect(error['message']).toBe('Not a directory')
  })

  test('27: the hint is an action on a path', async () => {
    const { error } = await ask("flush-transcript x --directory 'blocked/sessions'")
    expect(error['hint']).toContain('blocked/sessions')
    expect((await ask('load-session damaged --directory prepared')).error['hint']).toContain(
      'prepared/damaged.jsonl',
    )
  })

  test('28: a hint is text that says what to do; claw leaves none out', async () => {
    const hints = { 'turn-loop': 'Usage: claw turn-loop [options]', 'route a b': /^Leave out b,/ }
    for (const [line, hint] of Object.entries(hints))
      expect((await ask(line)).error['hint']).toMatch(hint)
  })
})

describe('not-found envelope', () => {
  const MISSING = ['show-command nothing', 'show-tool nothing', 'load-session nothing']

  test.each(MISSING)('29: %s ends with 1', async (line) => {
    expect((await ask(line)).exit).toBe(1)
  })

  test.each(MISSING)('30: %s repeats the name that was looked up', async (line) => {
    expect((await ask(line)).document['name']).toBe('nothing')
  })

  test.each(MISSING)('31: %s says that it was not found', async (line) => {
    expect((await ask(line)).document['found']).toBe(false)
  })

  test.each(MISSING)('32: %s has one of three kinds', async (line) => {
    const kind = `${line.split(/[- ]/)[1]}_not_found`
    expect(MISSING_KINDS).toContain(kind)
    expect((await ask(line)).error['kind']).toBe(kind)
  })

  test.each(MISSING)('33: %s explains it', async (line) => {
    expect((await ask(line)).error['message']).toMatch(/'nothing' not found/)
  })

  test.each(MISSING)('34: %s is not to be repeated', async (line) => {
    expect((await ask(line)).error['retryable']).toBe(false)
  })
})

describe('commands', () => {
  const first = (value: unknown): Document => (value as Document[])[0] ?? {}

  test('35: list-sessions of the binary: id, path, time and number of messages', async () => {
    const { document } = await askLegacy('list-sessions')
    const session = (document['sessions'] as Document[]).find(({ id }) => id === 'kept')
    expect(session).toMatchObject({ path: '.claw/sessions/kept.jsonl', message_count: 1 })
    expect(session?.['updated_at_ms']).toEqual(expect.any(Number))
  })

  test('36: list-sessions as planned: directory, count, and five facts of a session', async () => {
    const { document } = await ask('list-sessions')
    expect(document).toMatchObject({ directory: '.claw/sessions' })
    expect(document['sessions_count']).toBe((document['sessions'] as unknown[]).length)
    expect(Object.keys(first(document['sessions']))).toEqual(
      'session_id created_at last_modified prompt_count stopped'.split(' '),
    )
  })

  test('37: delete-session and flush-transcript need no credentials', async () => {
    expect((await askLegacy('delete-session not-there')).exit).toBe(0)
    expect((await askLegacy('flush-transcript x --session-id mine')).exit).toBe(0)
  })

  test('38: a verb is never taken for a prompt', async () => {
    const { document } = await askLegacy('delete-session ../x')
    expect(document).toMatchObject({ type: 'error', command: 'delete-session' })
  })

  test('39: delete-session as planned: id, whether it was deleted, directory', async () => {
    await shell('claw flush-transcript x --session-id short')
    const { document } = await ask('delete-session short')
    expect(document).toMatchObject({
      session_id: 'short',
      deleted: true,
      directory: '.claw/sessions',
    })
  })

  test('40: load-session of the binary: id, path and number of messages in one object', async () => {
    const { document } = await askLegacy('load-session kept')
    expect(document['session']).toMatchObject({ id: 'kept', messages: 1 })
  })

  test('41: load-session of the binary names a missing session, not credentials', async () => {
    const { document, exit } = await askLegacy('load-session nothing')
    expect(document).toMatchObject({ type: 'error', kind: 'session_not_found' })
    expect(document['error']).toContain('nothing')
    expect(document['hint']).toContain('list-sessions')
    expect(exit).toBe(1)
  })

  test('42: load-session as planned: id, loaded, directory, path', async () => {
    const { document } = await ask('load-session kept')
    expect(document).toMatchObject({
      session_id: 'kept',
      loaded: true,
      directory: '.claw/sessions',
      path: '.claw/sessions/kept.jsonl',
    })
  })

  test('43: flush-transcript as planned: id, path, flushed, messages and tokens', async () => {
    const { document } = await ask('flush-transcript "hello world" --session-id other')
    expect(document).toMatchObject({
      session_id: 'other',
      path: '.claw/sessions/other.jsonl',
      flushed: true,
      messages_count: 1,
      input_tokens: 2,
      output_tokens: 12,
    })
  })

  test('44: show-command has name, found, hint and responsibility', async () => {
    const { document } = await ask('show-command add-dir')
    expect(document).toMatchObject({ name: 'add-dir', found: true })
    expect(document['source_hint']).toMatch(/^commands\/add-dir\//)
    expect(document['responsibility']).toEqual(expect.any(String))
  })

  test('45: show-tool has name, found and hint', async () => {
    const { document } = await ask('show-tool BashTool')
    expect(document).toMatchObject({ name: 'BashTool', found: true })
    expect(document['source_hint']).toMatch(/^tools\/BashTool\//)
  })

  test('46: exec-command has name, prompt, handled, message and hint', async () => {
    const { document } = await ask('exec-command add-dir "create src"')
    expect(document).toMatchObject({ name: 'add-dir', prompt: 'create src', handled: true })
    expect([document['message'], document['source_hint']]).toEqual([
      expect.any(String),
      expect.any(String),
    ])
  })

  test('47: exec-tool has name, payload, handled, message and hint', async () => {
    const { document } = await ask('exec-tool BashTool "cargo build"')
    expect(document).toMatchObject({ name: 'BashTool', payload: 'cargo build', handled: true })
  })

  test('48: route has prompt, limit, count and matches with kind, name, score and hint', async () => {
    const { document } = await ask('route "add a test" --limit 10')
    expect(document).toMatchObject({ prompt: 'add a test', limit: 10 })
    expect(document['match_count']).toBe((document['matches'] as unknown[]).length)
    expect(Object.keys(first(document['matches']))).toEqual([
      'kind',
      'name',
      'score',
      'source_hint',
    ])
  })

  test('49: bootstrap has prompt, setup, matches, a turn and the path of its session', async () => {
    const { document } = await ask('bootstrap "init a test"')
    expect(Object.keys(document['setup'] as Document)).toEqual(
      'python_version implementation platform_name test_command'.split(' '),
    )
    expect(first(document['routed_matches'])).toHaveProperty('score')
    expect(document['turn']).toHaveProperty('stop_reason', 'completed')
    expect(document['persisted_session_path']).toMatch(/^\.claw\/sessions\/.*\.jsonl$/)
  })

  test('50: command-graph counts three origins that add up, and lists them', async () => {
    const { document } = await ask('command-graph')
    const counts = ['builtins', 'plugin_like', 'skill_like'].map((origin) => {
      expect(document[origin]).toHaveLength(Number(document[`${origin}_count`]))
      return Number(document[`${origin}_count`])
    })
    expect(counts.reduce((sum, count) => sum + count)).toBe(document['total_count'])
    expect(Object.keys(first(document['builtins']))).toEqual(['name', 'source_hint'])
  })

  test('51: tool-pool has its mode, a count and the tools', async () => {
    const { document } = await ask('tool-pool')
    expect(document).toMatchObject({ simple_mode: false, include_mcp: true })
    expect(document['tools']).toHaveLength(Number(document['tool_count']))
    expect(Object.keys(first(document['tools']))).toEqual(['name', 'source_hint'])
  })

  test('52: bootstrap-graph has stages and a note, both texts', async () => {
    const { document } = await ask('bootstrap-graph')
    expect(document['stages']).toEqual(expect.arrayContaining([expect.any(String)]))
    expect(document['note']).toEqual(expect.any(String))
  })
})

describe('versioning and regression tests', () => {
  test('53: a breaking change is a new version, and both can be asked for', async () => {
    expect((await ask('tool-pool', '--envelope-version=2.0')).document).toHaveProperty(
      'schema_version',
    )
    expect((await ask('tool-pool', '--envelope-version=1.0')).document).toHaveProperty('type')
  })

  test('54: more members are no new version', async () => {
    const { document } = await ask('load-session kept')
    expect(document).toMatchObject({ schema_version: '2.0', messages_count: 1 })
  })

  test('55: readers accept both numbers for the same shape', async () => {
    for (const version of ['1.0', '2.0']) {
      const line = `claw tool-pool --output-format json | sed 's/"2.0"/"${version}"/' > answer`
      const { exit } = await shell(`${line}; $SURETY decode --check answer --dialect claw-2.0 >&2`)
      expect(exit).toBe(0)
    }
  })

  test.each(['1.0', '2.0'])('56: every command has a golden file in %s', async (version) => {
    const golden = fileURLToPath(new URL(`fixtures/${version}`, import.meta.url))
    const names = (await readdir(golden)).map((name) => name.replace('.json', ''))
    expect(names.toSorted()).toEqual(Object.keys(CALLS).toSorted())
  })

  test('57: a golden file can be made by redirecting the answer', async () => {
    const { stdout } = await shell('claw tool-pool --output-format json > golden; cat golden')
    expect(JSON.parse(stdout)).toHaveProperty('command', 'tool-pool')
  })

  test.each(['2.0', '1.0'])('58: the validator accepts every answer of %s', async (version) => {
    const flags = version === '2.0' ? '' : '--legacy-envelope'
    const answers: string[] = []
    for (const line of [...Object.values(LINES), ...FAILING.map((failing) => failing.line)]) {
      const { document, exit } = await ask(line, flags)
      const capture = { stdout: JSON.stringify(document), stderr: '', exit_code: exit }
      answers.push(JSON.stringify(capture))
    }
    const line = `$SURETY decode --check --dialect claw-${version} --captures -`
    const { stdout } = await shell(line, { stdin: `${answers.join('\n')}\n` })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { checked: answers.length } })
  })
})

describe('design notes', () => {
  test('59: one handler works for the errors of all commands', async () => {
    for (const { line } of FAILING) {
      const { document, error } = await ask(line)
      const report = [
        document['timestamp'],
        document['command'],
        document['exit_code'],
        error['kind'],
      ]
      expect(report).not.toContain(undefined)
    }
  })

  test('60: found tells a missing entity from a failure', async () => {
    expect((await ask('show-tool nothing')).document).toHaveProperty('found', false)
    expect((await ask('delete-session ../x')).document).not.toHaveProperty('found')
  })

  test('61: failures can be counted by operation and handled by target', async () => {
    const places = await Promise.all(
      FAILING.filter(({ kind }) => !MISSING_KINDS.includes(kind)).map(async ({ line }) => {
        const { error } = await ask(line)
        return [error['operation'], error['target']]
      }),
    )
    expect(places.flat().every((text) => typeof text === 'string' && text !== '')).toBe(true)
  })

  test('62: show reports whether it is there, exec whether the work was done', async () => {
    expect((await ask('show-tool BashTool')).document).not.toHaveProperty('handled')
    expect((await ask('exec-tool BashTool x')).document).toHaveProperty('handled', true)
  })

  test('63: something can be found and not handled', async () => {
    const { document } = await ask('exec-tool BashTool x --deny-tool BashTool')
    expect(document).toMatchObject({ found: true, handled: false, error: { kind: 'policy' } })
  })
})

describe('appendix: the flat generation', () => {
  test.each(Object.keys(CALLS))(
    '64: %s succeeds with a type, its verb and no wrapper',
    async (name) => {
      const { document } = await askLegacy(LINES[name] ?? '')
      expect(document).toMatchObject({ type: 'success', kind: name })
      expect(COMMON.filter((member) => member in document)).toEqual([])
      expect(document).not.toHaveProperty('data')
    },
  )

  test('65: a listing has id, creation and turns', async () => {
    const { document } = await askLegacy('list-sessions')
    expect((document['sessions'] as Document[])[0]).toMatchObject({
      id: expect.any(String) as string,
      created: expect.stringMatching(/Z$/) as string,
      turns: expect.any(Number) as number,
    })
  })

  test.each(FAILING)('66: $line fails with text, class and hint at the top', async ({ line }) => {
    const { document } = await askLegacy(line)
    expect(document).toMatchObject({ type: 'error', error: expect.any(String) as string })
    expect(document['kind']).toEqual(expect.any(String))
    expect(document).toHaveProperty('hint')
  })

  test.each(FAILING)('67: $line has no members of the error object there', async ({ line }) => {
    const { document } = await askLegacy(line)
    const absent = [
      'operation',
      'target',
      'retryable',
      ...COMMON.filter((name) => name !== 'command'),
    ]
    expect(absent.filter((name) => name in document)).toEqual([])
  })

  test('68: a time limit is not a success there either', async () => {
    const { document, exit } = await askLegacy('turn-loop x --timeout-seconds 0')
    expect(document).toMatchObject({ type: 'error', kind: 'timeout', final_stop_reason: 'timeout' })
    expect(exit).toBe(2)
  })

  test('69: a reader branches on the type first', async () => {
    const types = await Promise.all(
      ['tool-pool', 'bogus'].map(async (line) => (await askLegacy(line)).document['type']),
    )
    expect(types).toEqual(['success', 'error'])
  })

  test('70: the consumer of the example works in the flat generation', async () => {
    const consumer = `const e = JSON.parse(require('fs').readFileSync(0, 'utf8'))
      if (e.type === 'error') console.log('Error: ' + e.kind + ' - ' + e.error)
      else for (const s of e.sessions ?? []) console.log('Session: ' + s.id)`
    await writeFile(join(folder, 'consumer.cjs'), consumer)
    const flags = '--output-format json --legacy-envelope'
    const good = await shell(`claw list-sessions ${flags} | node consumer.cjs`)
    expect(good.stdout).toContain('Session: kept\n')
    const bad = await shell(`claw load-session nothing ${flags} | node consumer.cjs`)
    expect(bad.stdout).toMatch(/^Error: session_not_found - .*nothing/)
  })

  test('71: the same consumer does not work in the target generation', async () => {
    const { document } = await ask('load-session nothing')
    expect(document).not.toHaveProperty('type')
    expect(document).toHaveProperty('schema_version')
  })
})

describe('appendix: migration', () => {
  test('72: the target shape can be asked for', async () => {
    const { document, stderr } = await ask('tool-pool', '--envelope-version=2.0')
    expect([document['schema_version'], stderr]).toEqual(['2.0', ''])
  })

  test('73: the target shape is the default, and a flag brings the flat one', async () => {
    expect((await ask('tool-pool')).document).toHaveProperty('schema_version', '2.0')
    expect((await askLegacy('tool-pool')).document).toHaveProperty('type', 'success')
  })

  test('74: the flat one warns, beside the document', async () => {
    expect((await askLegacy('tool-pool')).stderr).toMatch(/^Warning: .*1\.0 is deprecated/)
  })

  test('75: a version that does not exist is refused with those that do', async () => {
    const { error, exit } = await ask('tool-pool', '--envelope-version=3.0')
    expect(error).toMatchObject({ kind: 'parse' })
    expect(exit).toBe(1)
  })
})
