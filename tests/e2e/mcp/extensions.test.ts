import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

import { nodeBinary, type Loose } from '../processes/run-program.ts'
import { connect, connectHttp, listen, root } from './connect.ts'

const argv = [nodeBinary(), join(root, 'tests/bin/mcp/tasks.mjs')]
let state: string
let env: Record<string, string>
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'mcp-tasks-'))
  env = { XDG_STATE_HOME: state, HOME: state, AGENT_CALL_BUDGET_MS: '100' }
})
afterAll(() => rm(state, { recursive: true, force: true, maxRetries: 5 }))

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

/** Speaks the protocol of 2026 over lines, as the client of the library has no tasks. */
function startServer() {
  const [command = '', ...words] = argv
  const child = spawn(command, [...words, '--mcp'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, (message: Loose) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line) as Loose
    waiting.get(message['id'] as number)?.(message)
  })
  let id = 0
  const ask = (method: string, params: object = {}, capabilities: object = TASKS) =>
    new Promise<Loose>((resolve) => {
      id += 1
      waiting.set(id, resolve)
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      }
      const message = { jsonrpc: '2.0', id, method, params: { ...params, _meta } }
      child.stdin.write(`${JSON.stringify(message)}\n`)
    })
  const call = (name: string, args: object, capabilities?: object) =>
    ask('tools/call', { name: 'call_write', arguments: { command: name, args } }, capabilities)
  /** Asks for a task until it has ended. */
  const ended = async (taskId: string): Promise<Loose> => {
    for (;;) {
      const { result } = await ask('tasks/get', { taskId })
      if ((result as Loose)['status'] !== 'working') return result as Loose
      await sleep(100)
    }
  }
  return { ask, call, ended, close: () => child.stdin.end(), kill: () => child.kill('SIGKILL') }
}

test.each(['stdio', 'HTTP'] as const)(
  'skills are listed, got and verified over %s',
  async (way) => {
    const listening = way === 'HTTP' ? await listen([...argv, '--mcp-http', '0'], env) : null
    const client = listening
      ? await connectHttp(listening)
      : (await connect([...argv, '--mcp'], { era: 'auto', env })).client
    try {
      const skills = new SkillsClient(client)
      const listed = await skills.list()
      expect(listed).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' })
      expect(listed.skills.map(({ uri }) => uri)).toEqual(['skill://tasks/SKILL.md'])
      const [entry] = listed.skills
      // The client of the library compares digest, size and front matter.
      const file = (await skills.read(entry!)) as unknown as { readonly text: string }
      expect(entry!.resources).toEqual([
        {
          uri: entry!.uri,
          digest: `sha256:${createHash('sha256').update(file.text).digest('hex')}`,
          size: Buffer.byteLength(file.text),
        },
      ])
      expect(parse(file.text.split('---')[1]!)).toEqual(entry!.frontmatter)
      expect((await skills.get(entry!.uri)).skill).toEqual(entry)
      await expect(skills.get('skill://none/SKILL.md')).rejects.toMatchObject({ code: -32_602 })
      const { resources } = await client.listResources()
      expect(resources).toMatchObject([{ uri: entry!.uri, mimeType: 'text/markdown' }])
    } finally {
      await client.close()
      listening?.child.kill()
    }
  },
)

/** One server for the tests below: what one call does must not reach the next. */
let shared: ReturnType<typeof startServer>
beforeAll(() => {
  shared = startServer()
})
afterAll(() => shared.close())

test('lists may be kept for a while', async () => {
  const { ask } = shared
  for (const method of ['server/discover', 'tools/list', 'resources/list', 'skills/list'])
    expect((await ask(method))['result']).toMatchObject({
      resultType: 'complete',
      ttlMs: 300_000,
      cacheScope: 'private',
    })
})

test('a job is a task: at work, done, stopped', async () => {
  const { ask, call, ended } = shared
  const { result } = (await call('start', { ms: 3000 })) as { result: Loose }
  expect(result).toMatchObject({ resultType: 'task', status: 'working', pollIntervalMs: 50 })
  expect(Math.abs(Date.parse(String(result['createdAt'])) - Date.now())).toBeLessThan(60_000)
  const taskId = String(result['taskId'])
  expect((await ask('tasks/get', { taskId }))['result']).toMatchObject({
    taskId,
    status: 'working',
  })
  expect(await ended(taskId)).toMatchObject({
    resultType: 'complete',
    status: 'completed',
    result: { isError: false, structuredContent: { ok: true, data: { result: { made: 1 } } } },
  })
  const other = String(((await call('start', { ms: 60_000 }))['result'] as Loose)['taskId'])
  expect((await ask('tasks/cancel', { taskId: other }))['result']).toMatchObject({
    resultType: 'complete',
  })
  expect(await ended(other)).toMatchObject({ status: 'cancelled' })
})

test('work that ends with 14 goes on as a task', async () => {
  const { ask, call, ended } = shared
  const { result } = (await call('grind', { steps: 6 })) as { result: Loose }
  expect(result).toMatchObject({ resultType: 'task', status: 'working' })
  expect(await ended(String(result['taskId']))).toMatchObject({
    status: 'completed',
    result: { structuredContent: { ok: true, data: { resumed_at: expect.any(Number) } } },
  })
  const long = String(((await call('grind', { steps: 900 }))['result'] as Loose)['taskId'])
  for (const method of ['tasks/update', 'tasks/cancel', 'tasks/update', 'tasks/cancel'])
    expect((await ask(method, { taskId: long }))['result']).toMatchObject({
      resultType: 'complete',
    })
  expect(await ended(long)).toMatchObject({ status: 'cancelled' })
  // A call takes the flags that its generation has.
  const whole = await call('grind', { steps: 8, budget: '0s', timeout: '1m' })
  expect(whole['result']).toMatchObject({ structuredContent: { ok: true } })
})

test('a task that a server left at its checkpoint goes on with the same call', async () => {
  const first = startServer()
  const { result } = (await first.call('grind', { steps: 12 })) as { result: Loose }
  first.kill()
  const { ask, call, ended } = shared
  const left = (await ask('tasks/get', { taskId: result['taskId'] }))['result'] as Loose
  expect(left).toMatchObject({
    status: 'completed',
    result: {
      isError: true,
      structuredContent: { data: { state: 'paused', continue_command: expect.any(String) } },
    },
  })
  const again = (await call('grind', { steps: 12 }))['result'] as Loose
  const end = await ended(String(again['taskId']))
  expect(end).toMatchObject({ result: { structuredContent: { ok: true } } })
})

test('only clients that take tasks get them, and only tasks that there are', async () => {
  const { ask, call } = shared
  expect((await call('start', {}, {}))['result']).toMatchObject({
    resultType: 'complete',
    structuredContent: { data: { job_id: expect.stringMatching(/^job-\d$/) } },
  })
  expect((await call('grind', { steps: 7 }, {}))['result']).toMatchObject({
    isError: true,
    _meta: { 'surety/exit_code': 14 },
  })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    expect((await ask(method, { taskId: 'a.job-0' }, {}))['error']).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: TASKS },
    })
    for (const taskId of ['a.none', 'none', '', 7, undefined, 'a.--help'])
      expect((await ask(method, { taskId }))['error']).toMatchObject({ code: -32_602 })
  }
})
