import { fileURLToPath } from 'node:url'

import { Client } from '@modelcontextprotocol/client'
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
}

/** The root of the project. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Starts a server with the official client. */
export async function connect(
  argv: readonly string[],
  { era, env = {} }: { era?: 'auto'; env?: Readonly<Record<string, string>> } = {},
): Promise<Connection> {
  const [command = '', ...args] = argv
  const transport = new StdioClientTransport({
    command,
    args,
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
  return { client, call: callWith(client), stderr: () => text }
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
