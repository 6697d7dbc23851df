import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { toolPath } from '../../../scripts/build/targets.mjs'
import { connect, root, type Connection } from './connect.ts'

const home = mkdtempSync(join(tmpdir(), 'mcp-'))
afterAll(() => rmSync(home, { recursive: true }))

const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') }

/** Runs a test with an example as server. */
async function withTool(
  name: string,
  more: readonly string[],
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await connect([join(root, toolPath(name)), '--mcp', ...more], { env })
  try {
    await work(connection)
  } finally {
    await connection.client.close()
  }
}

test('td: finds, describes and calls commands in its own dialect', () =>
  withTool('td', [], async ({ client, call }) => {
    expect(client.getServerVersion()).toMatchObject({ name: 'td' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search', 'describe', 'call_read', 'call_write'])
    const found = await call('search', { query: 'add a task' })
    expect(found.envelope['data'].commands[0]).toMatchObject({ command: 'add' })
    const described = await call('describe', { command: 'add' })
    expect(described.envelope['data']).toMatchObject({ command: 'add' })
    const refused = await call('call_read', { command: 'add', args: { content: 'Buy milk' } })
    expect(refused).toMatchObject({
      isError: true,
      envelope: { ok: false, error: { code: 'NOT_A_READ' } },
      meta: { 'surety/dialect': 'td', 'surety/exit': 'ARG_ERROR' },
    })
    const unknown = await call('call_read', { command: 'lss' })
    expect(unknown.envelope['error']).toMatchObject({
      code: 'UNKNOWN_COMMAND',
      suggestion: "Use 'ls'.",
    })
  }))

test('td: offers a tool for each command that matches, and calls them', () =>
  withTool('td', ['--mcp-tools', 'add,ls,del*'], async ({ client, call }) => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['add', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }],
      ['ls', { readOnlyHint: true, openWorldHint: false }],
      ['delete', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }],
    ])
    const added = await call('add', { content: ['Buy', 'milk'], label: ['shop'], priority: 2 })
    expect(added).toMatchObject({ isError: false, envelope: { ok: true } })
    expect((await call('ls', { all: true })).text).toContain('Buy milk')
    await expect(call('done', { task: 'Buy milk' })).rejects.toThrow("There is no tool 'done'.")
  }))

test('claw: answers are flat envelopes, errors included', () =>
  withTool('claw', [], async ({ call }) => {
    const { envelope } = await call('call_read', { command: 'list-sessions' })
    expect(envelope).toMatchObject({ command: 'list-sessions', exit_code: 0 })
    const missing = await call('call_read', {
      command: 'load-session',
      args: { id: 'none' },
    })
    expect(missing.isError).toBe(true)
    expect(missing.envelope['error']).toMatchObject({ kind: 'session_not_found' })
    expect(JSON.parse(missing.text)).toEqual(missing.envelope)
  }))

test('animus: the schema tag and the exit code of an error survive', () =>
  withTool('animus', [], async ({ call }) => {
    const { envelope } = await call('call_read', { command: 'subject get', args: { id: 'x' } })
    expect(envelope).toMatchObject({ schema: 'animus.cli.v1', ok: false })
  }))

test('pay: errors over stdio pass through without enrichment, as its document says', () =>
  withTool('pay', [], async ({ call }) => {
    const { envelope, meta, text } = await call('call_read', {
      command: 'wallet address',
      args: { chain: 'base', name: 'X' },
    })
    expect(JSON.parse(text)).toEqual(envelope)
    expect(envelope).toEqual({
      ok: false,
      error: { code: 'no_wallet', message: expect.any(String), retryable: false },
      meta: { command: 'wallet address', duration: expect.any(String) },
    })
    // Nothing is lost: what the document leaves out of the envelope stands beside it.
    expect(meta['surety/outcome']).toMatchObject({ error: { details: { chain: 'base' } } })
  }))
