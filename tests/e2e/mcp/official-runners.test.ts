import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { exec } from 'tinyexec'
import { afterAll, expect, test } from 'vitest'

import { nodeBinary, type Loose } from '../processes/run-program.ts'
import { toolPath } from '../../../scripts/build/targets.mjs'
import { listen, root } from './connect.ts'

const home = mkdtempSync(join(tmpdir(), 'mcp-'))
afterAll(() => rmSync(home, { recursive: true }))

const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_STATE_HOME: join(home, 'state') }

/** Runs the inspector, which looks for a package.json above its folder. */
async function inspect(target: readonly string[], method: readonly string[]): Promise<Loose> {
  const inspector = `${root}node_modules/@modelcontextprotocol/inspector-cli/build/index.js`
  const { stdout } = await exec(nodeBinary(), [inspector, ...target, '--method', ...method], {
    nodeOptions: { cwd: `${root}tests`, env },
    timeout: 150_000,
  })
  return JSON.parse(stdout) as Loose
}

const CALLS: readonly (readonly [tool: string, command: string, member: string])[] = [
  ['td', 'ls', 'type'],
  ['claw', 'list-sessions', 'command'],
  ['animus', 'subject list', 'schema'],
  ['pay', 'wallet list', 'meta'],
]

/** Each start of the inspector takes a second. reference-tools.test.ts calls all four with the client. */
const INSPECTED = process.env['SURETY_LONG'] === '1' ? CALLS : CALLS.slice(0, 1)

test('the inspector calls the reference tools over stdio', async () => {
  const args = ['tools/call', '--tool-name', 'call_read', '--tool-arg']
  const results = await Promise.all(
    INSPECTED.map(([tool, command]) =>
      inspect([join(root, toolPath(tool)), '--mcp'], [...args, `command=${command}`]),
    ),
  )
  for (const [index, { structuredContent, isError, content }] of results.entries()) {
    const [tool, , member] = INSPECTED[index]!
    expect({ tool, isError }).toEqual({ tool, isError: false })
    expect(structuredContent).toHaveProperty(member)
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
  }
})

test('the inspector and the conformance runner accept the server over HTTP', async () => {
  const fixture = [`${root}tests/bin/mcp/conformance.mjs`, '--mcp-http', '0', '--mcp-tools', '*']
  const { child: server, url: address } = await listen([nodeBinary(), ...fixture], {
    ...env,
    CONFORMANCE_MCP_TOKEN: 'known',
  })
  const target = [address.href, '--transport', 'http', '--header', 'Authorization: Bearer known']
  // The runner lists the tools (tools-list).
  const called = await inspect(target, ['tools/call', '--tool-name', 'test_simple_text'])
  expect(called).toMatchObject({ isError: false })
  expect(JSON.parse(called['content'][0].text)).toEqual(called['structuredContent'])
  const proxy = await authorize(address)
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`
  const { stdout, exitCode } = await exec(
    `${root}node_modules/.bin/conformance`,
    ['server', '--url', url, '--expected-failures', `${root}tests/e2e/mcp/expected-failures.yaml`],
    { nodeOptions: { cwd: home, env }, timeout: 150_000 },
  )
  proxy.closeAllConnections()
  proxy.close()
  server.kill()
  for (const scenario of ['dns-rebinding-protection', 'tools-list'])
    expect(stdout).toContain(`✓ ${scenario}`)
  // A scenario that fails and is not listed, or is listed and passes, is an error of the runner.
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 })
})

/** The runner knows no tokens, so a proxy adds ours; everything else it passes on, Host included. */
async function authorize(address: URL): Promise<ReturnType<typeof createServer>> {
  const proxy = createServer((incoming, outgoing) => {
    const { hostname: host, port } = address
    const headers = { ...incoming.headers, authorization: 'Bearer known' }
    const { url: path = '/', method = 'GET' } = incoming
    const passed = request({ host, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}
