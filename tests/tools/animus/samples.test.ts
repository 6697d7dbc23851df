import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { runCli } from 'surety/testing'

import { runExample, type Left } from '../transcript/run-example.ts'
import { runInMemory } from '../transcript/run-in-memory.ts'
import { animus } from './src/cli.ts'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'animus-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Left> =>
  runInMemory('animus', argv, { cwd: folder, env })
const create = (title: string, ...more: string[]) =>
  run(['subject', 'create', '--title', title, ...more, '--json'])
const write = async (name: string, text: string) => {
  await mkdir(join(folder, '.animus'), { recursive: true })
  await writeFile(join(folder, '.animus', name), text)
}

const success = (data: unknown) => ({ schema: 'animus.cli.v1', ok: true, data })
const failure = (error: unknown) => ({ schema: 'animus.cli.v1', ok: false, error })

describe('the samples of the document', () => {
  test('a simple acknowledgment', async () => {
    await create('Fix login bug', '--priority', '3')
    const { stdout } = await run(
      'subject status --id TASK-001 --status in-progress --task-shape --json'.split(' '),
    )
    expect(stdout).toBe(
      '{"schema":"animus.cli.v1","ok":true,"data":{"message":"task TASK-001 status updated to in-progress"}}\n',
    )
  })

  test('a query result', async () => {
    await create('Fix login bug', '--priority', '3', '--status', 'in-progress')
    const { stdout } = await run(
      'subject get --kind task --id task:TASK-001 --task-shape --json'.split(' '),
    )
    expect(JSON.parse(stdout)).toEqual(
      success({ id: 'TASK-001', title: 'Fix login bug', status: 'in-progress', priority: 'high' }),
    )
  })

  test('an error with details', async () => {
    const { stdout, stderr, exit } = await run(['subject', 'list', '--json'], {
      ANIMUS_SIMULATE: 'startup-failure',
    })
    expect(JSON.parse(stderr)).toEqual(
      failure({
        code: 'internal',
        message: 'daemon failed to start',
        exit_code: 1,
        details: { startup_log_tail: 'error: panic in scheduler loop' },
      }),
    )
    expect({ stdout, exit }).toEqual({ stdout: '', exit: 1 })
  })

  test('capturing data: the status is in data, or in the wrapper with --wrapped', async () => {
    await create('Fix login bug')
    const get = 'subject get --kind task --id task:TASK-001 --json'.split(' ')
    expect(JSON.parse((await run(get)).stdout)).toMatchObject({ data: { status: 'ready' } })
    expect(JSON.parse((await run([...get, '--wrapped'])).stdout)).toMatchObject({
      data: { method: 'task/get', plugin_count: 1, result: { status: 'ready' } },
    })
  })

  test('capturing an error: it is on stderr, without details where there are none', async () => {
    const { stdout, stderr, exit } = await run(
      'subject get --kind task --id task:NONEXISTENT --json'.split(' '),
    )
    expect(JSON.parse(stderr)).toEqual(
      failure({ code: 'not_found', message: 'subject task:NONEXISTENT not found', exit_code: 3 }),
    )
    expect({ stdout, exit }).toEqual({ stdout: '', exit: 3 })
  })
})

describe('each code has its exit', () => {
  test.each<[string, number, readonly string[], Record<string, string>]>([
    ['internal', 1, ['subject', 'list'], { ANIMUS_SIMULATE: 'startup-failure' }],
    ['invalid_input', 2, ['subject', 'get'], {}],
    ['not_found', 3, ['subject', 'get', '--id', 'x'], {}],
    ['conflict', 4, ['subject', 'create', '--title', 'taken'], {}],
    ['unavailable', 5, ['subject', 'list'], { ANIMUS_SIMULATE: 'unavailable' }],
  ])('%s %i', async (code, exit, argv, env) => {
    await create('taken')
    const left = await run([...argv, '--json'], env)
    expect(left).toMatchObject({ stdout: '', exit })
    expect(JSON.parse(left.stderr)).toMatchObject({ ok: false, error: { code, exit_code: exit } })
    expect(left.stderr.match(/\n/g)).toHaveLength(1)
  })
})

describe('what the parser refuses', () => {
  test('says so in details, wherever --json stands', async () => {
    for (const argv of [
      ['--json', 'subject', 'list', '--limit', 'x'],
      ['subject', 'list', '--limit', 'x', '--json'],
    ]) {
      const { stderr, exit } = await run(argv)
      expect(exit).toBe(2)
      expect(JSON.parse(stderr)).toMatchObject({
        error: {
          code: 'invalid_input',
          details: {
            stage: 'parse',
            errors: [{ param: '--limit', code: 'INVALID_VALUE', value: 'x' }],
          },
        },
      })
    }
  })

  test.each(['a/b', 'a:b', 'a b', '', '../x', 'a\u0007b'])('kind %j', async (kind) => {
    const { stderr, exit } = await run(['subject', 'list', '--kind', kind, '--json'])
    expect(exit).toBe(2)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'invalid_input' } })
  })

  test.each(['../../etc/passwd', '__proto__', 'task:', ':', '%2e%2e%2f', '$(id)', 'é漢'])(
    'id %j leads nowhere',
    async (id) => {
      const { stderr, exit } = await run(['subject', 'get', '--id', id, '--json'])
      expect([2, 3]).toContain(exit)
      expect(JSON.parse(stderr)).toMatchObject({ ok: false })
    },
  )
})

describe('batches', () => {
  const items = async (value: unknown) =>
    writeFile(join(folder, 'items.json'), JSON.stringify(value))
  const batch = (verb: string, ...more: string[]) =>
    run(['subject', verb, '--file', 'items.json', ...more, '--json'])

  test('answer without the wrapper when all goes well', async () => {
    await items([{ title: 'a', priority: 2 }, { title: 'b' }])
    const { stdout, exit } = await batch('batch-create')
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject(
      success({ schema: 'animus.cli.batch.result.v1', summary: { succeeded: 2, completed: true } }),
    )
  })

  test('are an error as a whole when an item fails, with the report in details', async () => {
    await create('a')
    await items({ items: [{ title: 'b' }, { title: 'a' }, { title: 'c' }] })
    const { stdout, stderr, exit } = await batch('batch-create')
    expect({ stdout, exit }).toEqual({ stdout: '', exit: 1 })
    expect(JSON.parse(stderr)).toMatchObject(
      failure({
        code: 'internal',
        message: '1 of 3 items failed, 1 succeeded',
        details: {
          summary: { requested: 3, succeeded: 1, failed: 1, skipped: 1 },
          results: [{ status: 'success' }, { error: { code: 'conflict' } }, { status: 'skipped' }],
        },
      }),
    )
  })

  test('have the class of their failures when nothing succeeded', async () => {
    await items([
      { id: 'x', status: 'done' },
      { id: 'y', status: 'done' },
    ])
    const { stderr, exit } = await batch('batch-update', '--on-error', 'continue')
    expect(exit).toBe(3)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_found', exit_code: 3 } })
  })
})

describe('a project that is damaged', () => {
  test('in its store is internal, names the file and leaves it alone', async () => {
    await write('subjects.json', '{"counters":')
    const { stderr, exit } = await run(['subject', 'create', '--title', 'a', '--json'])
    expect(exit).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'internal',
        message: expect.stringContaining('subjects.json') as string,
        details: { remediation: { kind: 'damaged_store' } },
      },
    })
  })

  test.each(['{', 'null', '{"default_subject_kind":7}'])(
    'in its configuration: %s',
    async (text) => {
      await write('config.json', text)
      const { stderr, exit } = await run(['subject', 'list', '--json'])
      expect(exit).toBe(2)
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'invalid_input' } })
    },
  )

  test('fails the doctor, whose report is then in details', async () => {
    await write('subjects.json', 'x')
    const { stdout, stderr, exit } = await run(['doctor', '--json'])
    expect({ stdout, exit }).toEqual({ stdout: '', exit: 5 })
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'unavailable', details: { summary: { overall: 'failed' } } },
    })
  })

  test('may name a default kind, and kinds that nothing serves', async () => {
    await write('config.json', '{"default_subject_kind":"bug","kinds_without_backend":["epic"]}')
    expect(JSON.parse((await create('a')).stdout)).toMatchObject({
      data: { id: 'bug:BUG-001' },
    })
    const { stderr, exit } = await run(['subject', 'list', '--kind', 'epic', '--json'])
    expect(exit).toBe(5)
    expect(JSON.parse(stderr)).toMatchObject({
      error: { details: { remediation: { kind: 'missing_plugin' } } },
    })
  })
})

test('processes that create at the same time get ids of their own', async () => {
  const lefts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const argv = ['subject', 'create', '--title', `work ${index}`, '--json']
      return runExample('animus', argv, { cwd: folder })
    }),
  )
  const ids = lefts.map(({ stdout }) => (JSON.parse(stdout) as { data: { id: string } }).data.id)
  expect(new Set(ids).size).toBe(12)
  const { stdout } = await run(['subject', 'list', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ data: { total: 12 } })
})

test('at a terminal without --json a person reads no envelope', async () => {
  const argv = ['subject', 'get', '--id', 'x', '--project-root', folder]
  const { exit, stdout, stderr } = await runCli(animus, argv, { tty: true, unchecked: true })
  expect(exit).toBe(3)
  expect(stdout).toBe('')
  expect(stderr).toBe(
    'error: subject task:x not found (not_found)\nhint: See animus subject get --help.\n',
  )
  const file = join(folder, 'items.json')
  await writeFile(file, '[{"titel":"a"}]')
  const batch = ['subject', 'batch-create', '--file', file, '--project-root', folder]
  expect((await runCli(animus, batch, { tty: true, unchecked: true })).stderr).toContain(
    "  item 0: there is no member 'titel' here\n",
  )
  const nowhere = ['subject', 'list', '--project-root', join(folder, 'nope')]
  expect((await runCli(animus, nowhere, { tty: true, unchecked: true })).stderr).toContain(
    'hint: pass the folder of the project as --project-root\n',
  )
})
