import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'

/** How a request leaves the machine. */
export interface Route {
  readonly proxy: URL | null
  readonly ca: string | undefined
  readonly signal: AbortSignal
}

const MOST_REDIRECTS = 20

/** Sends a request through a proxy or with other certificates, which `fetch` of Node cannot; follows redirects. */
export async function send(request: Request, route: Route): Promise<Response> {
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : null
  let { method } = request
  let url = new URL(request.url)
  for (let turn = 0; ; turn += 1) {
    const sent = method === 'GET' || method === 'HEAD' ? null : body
    const answer = await sendOnce(url, method, request.headers, sent, route)
    const { statusCode: status = 0, headers } = answer
    const isRedirect = headers.location !== undefined && [301, 302, 303, 307, 308].includes(status)
    if (!isRedirect || request.redirect === 'manual') return toResponse(answer)
    answer.resume()
    if (turn === MOST_REDIRECTS || request.redirect === 'error')
      throw new Error('too many redirects')
    const next = new URL(headers.location!, url)
    // Credentials belong to the server that they were meant for.
    if (next.origin !== url.origin) request.headers.delete('authorization')
    if (status === 303 || (status < 303 && method === 'POST')) method = 'GET'
    url = next
  }
}

async function sendOnce(
  url: URL,
  method: string,
  given: Headers,
  body: Buffer | null,
  { proxy, ca, signal }: Route,
): Promise<IncomingMessage> {
  const headers: Record<string, string> = {
    host: url.host,
    'accept-encoding': 'identity',
    ...Object.fromEntries(given),
    ...(body && { 'content-length': String(body.length) }),
  }
  const isSecure = url.protocol === 'https:'
  const options: RequestOptions = { method, headers, signal }
  if (!proxy) return exchange(isSecure, { ...options, ...addressOf(url), ...(ca && { ca }) }, body)
  if (!isSecure) {
    const own = { ...headers, ...credentialsOf(proxy) }
    return exchange(false, { ...options, ...addressOf(proxy), path: url.href, headers: own }, body)
  }
  const socket = await tunnel(url, proxy, signal)
  const servername = url.hostname
  const createConnection = () => connectTls({ socket, servername, ...(ca && { ca }) })
  return exchange(true, { ...options, ...addressOf(url), createConnection }, body)
}

function addressOf(url: URL): RequestOptions {
  const isSecure = url.protocol === 'https:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
  }
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Asks a proxy for a connection that it does not read. */
function tunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const path = `${url.hostname}:${url.port || 443}`
  const headers = { host: path, ...credentialsOf(proxy) }
  return new Promise((resolve, reject) => {
    const asked = requestHttp({ ...addressOf(proxy), method: 'CONNECT', path, headers, signal })
    asked.once('error', reject)
    asked.once('connect', (answer, socket: Socket) => {
      if (answer.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`the proxy answered ${answer.statusCode}`))
    })
    asked.end()
  })
}

function exchange(
  isSecure: boolean,
  options: RequestOptions,
  body: Buffer | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? requestHttps : requestHttp)(options, resolve)
    sent.once('error', reject)
    sent.end(body ?? undefined)
  })
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 200, statusMessage: statusText = '', rawHeaders } = answer
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  const isEmpty = status === 204 || status === 304
  const body = isEmpty ? null : (Readable.toWeb(answer) as unknown as ReadableStream<Uint8Array>)
  return new Response(body, { status, statusText, headers })
}
