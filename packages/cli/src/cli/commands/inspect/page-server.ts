import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'

import {
  objectOf,
  isJsonObject,
  parseJson,
  SuretyError,
  type JsonObject,
} from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import { isSameSecret, LOOPBACK, startServer } from '@surety/internal/local-server.ts'
import type { CallPlace } from './inspected-tool.ts'
import type { Inspector } from './inspector.ts'

const MAX_BODY_BYTES = 4 * 1024 * 1024
/** How often the journal is looked at. */
const POLL_MS = 250

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

/** Serves the page on this machine alone. Its address has a token: who has it may run what the tool can do. */
export async function servePage(inspector: Inspector, page: string) {
  const token = randomBytes(32).toString('base64url')
  let host = ''
  const respond = async (request: IncomingMessage, path: readonly string[]): Promise<Answer> => {
    const why = refusalOf(request, host)
    if (why !== null) return problem(403, { code: 'FORBIDDEN', message: why })
    if (!isSameSecret(path[1] ?? '', token)) return NOT_HERE
    try {
      return await answer(inspector, page, request, path.slice(2))
    } catch (error) {
      const failed = { code: 'PAGE_FAILED', message: `The inspector failed: ${String(error)}` }
      if (!(error instanceof SuretyError)) return problem(500, failed)
      const { code, message, suggestion } = error.toErrorInput()
      return problem(422, given({ code, message, suggestion }))
    }
  }
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0]!.split('/')
    const { status = 200, type = 'application/json', headers, body } = await respond(request, path)
    const own = { 'content-type': `${type}; charset=utf-8`, ...headers }
    response.writeHead(status, { ...HEADERS, ...own })
    if (body !== null) return void response.end(body)
    // Rows as they come; the first event has all of them.
    const put = (value: unknown) => void response.write(`data: ${toJsonText(value)}\n\n`)
    put({ all: true, rows: inspector.rows })
    response.on('close', inspector.listen(put))
  }
  const server = await startServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })
  host = `${LOOPBACK}:${server.port}`
  const poll = setInterval(() => void inspector.poll().catch(() => {}), POLL_MS)
  const close = (): Promise<void> => {
    clearInterval(poll)
    return server.close()
  }
  return { url: `http://${host}/${token}/`, close }
}

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

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Null for events, which go on. */
  readonly body: string | null
}

const json = (value: unknown): Answer => ({ body: toJsonText(value) })
const problem = (status: number, error: object): Answer => ({ ...json({ error }), status })
const NOT_HERE = problem(404, { code: 'NOT_FOUND', message: 'There is nothing at this address.' })

async function answer(
  inspector: Inspector,
  page: string,
  request: IncomingMessage,
  path: readonly string[],
): Promise<Answer> {
  const [api, what = '', call = '', stream = ''] = path
  if (request.method === 'POST') {
    const body = await readBody(request)
    const { call: named, command, args, line } = body
    const confirm = body['confirm'] === true
    const called = typeof named === 'string' ? named : ''
    if (what === 'run') {
      const named = typeof command === 'string' ? { command } : {}
      const written = typeof line === 'string' ? { line } : {}
      const place = placeIn(body)
      const request = { ...named, ...written, args: objectOf(args), confirm, place }
      return json({ call: await inspector.start(request) })
    }
    if (what === 'replay') return json({ call: await inspector.replay(called, confirm) })
    if (what !== 'stop') return NOT_HERE
    inspector.stop(called)
    return json({})
  }
  if (request.method === 'GET' && api === '')
    return { type: 'text/html', headers: pageHeaders(page), body: page }
  if (request.method !== 'GET' || api !== 'api') return NOT_HERE
  if (what === 'events') return { type: 'text/event-stream', body: null }
  if (what === 'tool') return json(inspector.view())
  if (what === 'save') {
    const headers = { 'content-disposition': 'attachment; filename="calls.html"' }
    return { type: 'text/html', headers, body: await inspector.save() }
  }
  if (what !== 'calls') return NOT_HERE
  if (stream === 'live') return json(inspector.live(call))
  if (stream !== 'stdout' && stream !== 'stderr') return json(await inspector.record(call))
  const query = new URL(request.url ?? '', 'http://localhost').searchParams
  const from = query.has('whole') ? 'all' : Math.max(0, Number(query.get('from')) || 0)
  return json(await inspector.part(call, stream, from))
}

/** Reads where a call is to run; what is empty stays as the inspector has it. */
function placeIn({ folder, input, env }: JsonObject): CallPlace {
  const variables = Object.entries(objectOf(env)).flatMap(([name, value]) =>
    typeof value === 'string' && name !== '' ? [[name, value] as const] : [],
  )
  return {
    ...(typeof folder === 'string' && folder !== '' && { cwd: resolve(folder) }),
    ...(typeof input === 'string' && input !== '' && { input }),
    ...(variables.length > 0 && { env: Object.fromEntries(variables) }),
  }
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
