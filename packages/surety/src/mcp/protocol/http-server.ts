import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { pipeline } from 'node:stream/promises'

import { isSameSecret, LOOPBACK, startServer } from '@surety/internal/local-server.ts'
import { toWebRequest } from '@surety/internal/node-request.ts'
import { skipForeignMembers } from './skip-foreign-members.ts'
import { PARSE_ERROR } from './line-channel.ts'

export interface HttpOptions {
  /** 0 for any free port. */
  readonly port: number
  /** The address to listen at; null for this machine alone. */
  readonly host: string | null
  /** What callers must show; null to make a token up. */
  readonly token: string | null
}

export interface Listening {
  readonly url: string
  readonly token: string
  readonly close: () => Promise<void>
}

const PATH = '/mcp'

/** What the library accepts. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** Serves a handler of requests at `/mcp`, to callers who know the token and come from where they may. */
export async function listen(
  handle: (request: Request) => Promise<Response>,
  { port, host, token: given }: HttpOptions,
): Promise<Listening> {
  const token = given ?? randomBytes(32).toString('base64url')
  const names = hostNames(host)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request, names, token)
    if (refusal) refuse(response, refusal)
    else pass(request, response, handle).catch(() => void response.destroy())
  }
  const address = host ?? LOOPBACK
  const { port: bound, close } = await startServer(answer, port, address)
  return { url: `http://${toUrlHost(address)}:${bound}${PATH}`, token, close }
}

/** Why a request is refused, before anything of its body is read. */
interface RequestRefusal {
  readonly status: number
  readonly message: string
  readonly code?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Host and Origin keep out pages that resolve their name to this machine, the token other users of it. */
function refusalOf(
  { headers, url = '' }: IncomingMessage,
  names: ReadonlySet<string>,
  token: string,
): RequestRefusal | null {
  const host = nameIn(`http://${headers.host ?? ''}`)
  if (host === null || !names.has(host))
    return { status: 403, message: 'The Host header does not name this server.' }
  const { origin } = headers
  if (origin !== undefined && !names.has(nameIn(origin) ?? ''))
    return { status: 403, message: 'The Origin header names another site.' }
  if (!isSameSecret(headers.authorization ?? '', `Bearer ${token}`))
    return {
      status: 401,
      message: 'The bearer token is missing or wrong.',
      headers: { 'WWW-Authenticate': 'Bearer' },
    }
  if (url.split('?', 1)[0] !== PATH) return { status: 404, message: `The server is at ${PATH}.` }
  return null
}

function hostNames(host: string | null): ReadonlySet<string> {
  const names = new Set(['localhost', LOOPBACK, '[::1]'])
  if (host === null) return names
  names.add(nameIn(`http://${toUrlHost(host)}`) ?? host)
  if (host !== '0.0.0.0' && host !== '::') return names
  names.add(hostname().toLowerCase())
  for (const { address } of Object.values(networkInterfaces()).flatMap((list) => list ?? []))
    names.add(toUrlHost(address))
  return names
}

function nameIn(url: string): string | null {
  try {
    return new URL(url).hostname
  } catch {
    return null
  }
}

function toUrlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

function refuse(
  response: ServerResponse,
  { status, message, code = -32_000, headers = {} }: RequestRefusal,
): void {
  const type = { 'Content-Type': 'application/json', Connection: 'close' }
  response.writeHead(status, { ...type, ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))
}

/** Passes a request on as the web knows it, and streams its answer back. */
async function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const leaving = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) leaving.abort()
  })
  const sent = await readBody(incoming)
  const message = 'The message is not UTF-8.'
  if (!isUtf8(sent)) return refuse(response, { status: 400, message, code: PARSE_ERROR })
  const request = toWebRequest(incoming, leaving.signal, sent)
  if (request === null) return void response.destroy()
  skipForeignMembers()
  const { status, headers, body } = await handle(request)
  response.writeHead(status, Object.fromEntries(headers))
  if (body === null) response.end()
  else await pipeline(body, response)
}

/** Reads a body, up to a bit more than the library accepts, which refuses the rest. */
async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BODY_BYTES) break
  }
  return Buffer.concat(chunks)
}
