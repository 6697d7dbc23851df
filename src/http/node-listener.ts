import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FetchHandler } from './served-cli.ts'

/**
 * Makes a listener for `node:http` out of a fetch handler.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { defineCli } from 'surety'
 * import { toFetch, toNodeListener } from 'surety/http'
 *
 * const cli = defineCli({ name: 'ping', danger: 'safe', run: () => ({ pong: true }) })
 * createServer(toNodeListener(toFetch(cli))).listen(8080, '127.0.0.1')
 * ```
 */
export function toNodeListener(
  handler: FetchHandler,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (incoming, outgoing) => {
    const leaving = new AbortController()
    outgoing.on('close', () => leaving.abort())
    answer(handler, incoming, outgoing, leaving.signal).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined)
    })
  }
}

async function answer(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const request = toRequest(incoming, signal)
  const response = request ? await handler(request) : new Response(null, { status: 400 })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** Converts a request; null if its method or its address is none. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET', headers, url = '/' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  try {
    // Two slashes at the beginning are a path here, and no name of a host.
    const origin = `http://${headers.host ?? 'localhost'}`
    return new Request(url.startsWith('/') ? new URL(`${origin}${url}`) : new URL(url, origin), {
      method,
      headers: Object.entries(headers).flatMap(([name, value = '']) =>
        name.startsWith(':') ? [] : [[name, [value].flat().join(', ')] as [string, string]],
      ),
      signal,
      ...(hasBody && { body: incoming, duplex: 'half' }),
    } as unknown as RequestInit)
  } catch {
    // TRACE and CONNECT cannot be requests, and not every Host is one.
    return null
  }
}
