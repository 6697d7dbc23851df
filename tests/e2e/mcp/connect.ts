import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import type { Loose } from '../processes/run-program.ts'

/** A result of a call, as tests look at it. */
export interface Called {
  readonly envelope: Loose
  readonly isError: boolean
  readonly meta: Loose
  /** The text for clients that read nothing else. */
  readonly text: string
}

/** A connection of the official client to a server. */
export interface Connection {
  readonly client: Client
  readonly call: (
    name: string,
    args?: Loose,
    options?: Parameters<Client['callTool']>[1],
  ) => Promise<Called>
  readonly stderr: () => string
  /** The reports of progress that arrived; the client drops one that it reads together with the answer. */
  readonly reports: () => readonly Loose[]
}

/** The root of the project. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Starts a server with the official client. */
export async function connect(
  argv: readonly string[],
  {
    era,
    env = {},
    cwd = process.cwd(),
  }: { era?: 'auto'; env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<Connection> {
  const [command = '', ...args] = argv
  const transport = new StdioClientTransport({
    command,
    args,
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe',
  })
  let text = ''
  transport.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const client = new Client(
    { name: 'tests', version: '1.0.0' },
    era && { versionNegotiation: { mode: era } },
  )
  await client.connect(transport)
  const reports: Loose[] = []
  const read = transport.onmessage?.bind(transport)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way
  transport.onmessage = (message: Loose) => {
    if (message['method'] === 'notifications/progress') reports.push(message['params'] as Loose)
    read?.(message as Parameters<typeof read>[0])
  }
  return { client, call: callWith(client), stderr: () => text, reports: () => reports }
}

/** Makes calls whose results are easy to look at. */
export function callWith(client: Client): Connection['call'] {
  return async (name, args = {}, options) => {
    const result = (await client.callTool({ name, arguments: args }, options)) as Loose
    const [block] = result['content'] as { readonly text: string }[]
    return {
      envelope: result['structuredContent'] as Loose,
      isError: result['isError'] === true,
      meta: result['_meta'] as Loose,
      text: block!.text,
    }
  }
}

/** A server that listens. */
export interface HttpServer {
  readonly child: ChildProcess
  readonly url: URL
  readonly token: string
}

/** Starts a server over HTTP and waits until it says where it listens, and with which token. */
export async function listen(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const [command = '', ...args] = argv
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [, url, token] = /MCP at (\S+)\nBearer token: (\S+)/.exec(text) ?? []
      if (url !== undefined && token !== undefined) resolve({ child, url: new URL(url), token })
    })
    child.once('exit', () => reject(new Error(`It does not listen: ${text}`)))
  })
}

/** Connects the official client to a server over HTTP. */
export async function connectHttp(
  { url, token }: Pick<HttpServer, 'url' | 'token'>,
  mode: 'legacy' | 'auto' = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } })
  const headers = { Authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}
