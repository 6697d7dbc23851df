import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { isJsonObject, parseJson, SuretyError, type JsonObject } from '../../../contract/index.ts'
import { toJsonText } from '../../../internal/json/json-text.ts'
import type { Inspector } from './inspector.ts'

/** A page that is served. */
export interface ServedPage {
  /** With the token: who has it may run what the tool can do. */
  readonly url: string
  readonly close: () => Promise<void>
}

const LOOPBACK = '127.0.0.1'
const MAX_BODY_BYTES = 4 * 1024 * 1024
/** How often the journal is looked at. */
const POLL_MS = 250
const ALIVE_MS = 15_000

/** Nothing of it may be loaded by another page or kept, and its address goes nowhere. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** The page names its own script and style by their hashes; around it there may be no frame. */
function pageHeaders(page: string) {
  const [, policy = "default-src 'none'"] = /-Policy" content="([^"]+)"/.exec(page) ?? []
  return { 'content-security-policy': `${policy}; frame-ancestors 'none'` }
}

/** Serves the page on this machine alone, to those who know its address. */
export async function servePage(inspector: Inspector, page: string): Promise<ServedPage> {
  const token = randomBytes(32).toString('base64url')
  const streams = new Set<ServerResponse>()
  let host = ''
  const server = createServer((request, response) => {
    const why = refusalOf(request, host)
    const [, given = '', ...path] = (request.url ?? '').split('?', 1)[0]!.split('/')
    if (why !== null) return send(response, 403, { error: { code: 'FORBIDDEN', message: why } })
    if (!isSame(given, token)) return send(response, 404, NOT_HERE)
    if (path.join('/') === 'api/events') return follow(inspector, response, streams)
    void reply(response, answer(inspector, page, request, path))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, LOOPBACK, resolve)
  })
  host = `${LOOPBACK}:${(server.address() as AddressInfo).port}`
  const poll = setInterval(() => void inspector.session.poll().catch(() => {}), POLL_MS)
  const alive = setInterval(() => {
    for (const stream of streams) stream.write(': alive\n\n')
  }, ALIVE_MS)
  return {
    url: `http://${host}/${token}/`,
    close: () => {
      clearInterval(poll)
      clearInterval(alive)
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

async function reply(response: ServerResponse, answering: Promise<Answer>): Promise<void> {
  try {
    const { status = 200, type = 'application/json', headers = {}, body } = await answering
    const own = { 'content-type': `${type}; charset=utf-8`, ...headers }
    response.writeHead(status, { ...HEADERS, ...own }).end(body)
  } catch (error) {
    send(response, error instanceof SuretyError ? 422 : 500, errorOf(error))
  }
}

const NOT_HERE = { error: { code: 'NOT_FOUND', message: 'There is nothing at this address.' } }

/** Host and Origin keep web pages out that resolve their own name to this machine. */
function refusalOf({ headers, method }: IncomingMessage, host: string): string | null {
  if (headers.host !== host) return 'The Host header does not name this server.'
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== `http://${host}`)
    return 'The Origin header names another site.'
  if (method !== 'GET' && origin === undefined) return 'The Origin header is missing.'
  return site === 'cross-site' || site === 'same-site'
    ? 'The request comes from another site.'
    : null
}

/** Compares secrets in a time that tells nothing about them. */
function isSame(left: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(left), hash(right))
}

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

const json = (value: unknown): Answer => ({ body: toJsonText(value) })

async function answer(
  inspector: Inspector,
  page: string,
  request: IncomingMessage,
  path: readonly string[],
): Promise<Answer> {
  const { session } = inspector
  const [api, what = '', call = '', stream = ''] = path
  if (request.method === 'POST') {
    const body = await readBody(request)
    const { call: named, command, args, line } = body
    const isConfirmed = body['confirm'] === true
    const called = typeof named === 'string' ? named : ''
    if (what === 'run')
      return json({
        call: await session.start({
          ...(typeof command === 'string' && { command }),
          ...(typeof line === 'string' && { line }),
          args: isJsonObject(args) ? args : {},
          confirm: isConfirmed,
        }),
      })
    if (what === 'replay') return json({ call: await session.replay(called, isConfirmed) })
    if (what === 'stop') session.stop(called)
    else if (what === 'check') inspector.check()
    else return { ...json(NOT_HERE), status: 404 }
    return json({})
  }
  if (request.method === 'GET' && api === '')
    return { type: 'text/html', headers: pageHeaders(page), body: page }
  if (request.method !== 'GET' || api !== 'api') return { ...json(NOT_HERE), status: 404 }
  if (what === 'tool') return json(inspector.view())
  if (what === 'batches') return json(await inspector.batches())
  if (what === 'save') {
    const headers = { 'content-disposition': 'attachment; filename="calls.html"' }
    return { type: 'text/html', headers, body: await inspector.save() }
  }
  if (what !== 'calls') return { ...json(NOT_HERE), status: 404 }
  if (stream !== 'stdout' && stream !== 'stderr') return json(await session.record(call))
  const query = new URL(request.url ?? '', 'http://localhost').searchParams
  const from = Math.max(0, Number(query.get('from')) || 0)
  return json(await session.part(call, stream, from, MAX_PART))
}

/** Bytes of one part of a stream. */
const MAX_PART = 256 * 1024

/** Sends rows as they come; the first event has all of them. */
function follow(
  inspector: Inspector,
  response: ServerResponse,
  streams: Set<ServerResponse>,
): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' })
  const put = (value: unknown) => void response.write(`data: ${toJsonText(value)}\n\n`)
  put({ all: true, rows: inspector.session.rows })
  const ends = [
    inspector.session.listen((rows) => put({ rows })),
    inspector.listen((note) => put({ rows: [], ...note })),
  ]
  streams.add(response)
  response.on('close', () => {
    streams.delete(response)
    for (const end of ends) end()
  })
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES)
      throw new SuretyError('TOO_LONG', 'ARG_ERROR', 'The call is too long.')
    chunks.push(chunk)
  }
  const body = parseJson(Buffer.concat(chunks).toString('utf8'))
  if (isJsonObject(body)) return body
  throw new SuretyError('INVALID_VALUE', 'ARG_ERROR', 'The request is not a JSON object.')
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    ...HEADERS,
    'content-type': 'application/json',
    connection: 'close',
  })
  response.end(JSON.stringify(value))
}

function errorOf(error: unknown) {
  if (!(error instanceof SuretyError))
    return {
      error: { code: 'PAGE_FAILED', message: `The inspector itself failed: ${String(error)}` },
    }
  const { suggestion } = error.toErrorInput()
  return { error: { code: error.code, message: error.message, ...(suggestion && { suggestion }) } }
}
