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
