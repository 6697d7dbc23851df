import type { IncomingMessage, ServerResponse } from 'node:http'

import { toWebRequest } from '@surety/internal/node-request.ts'
import type { CliSource } from '../runtime/surface.ts'
import type { FetchHandler, FetchOptions } from './served-cli.ts'

/**
 * Makes a handler for requests out of a tool: GET calls commands that only read, POST all others. The body of
 * an answer is the envelope, its status follows from the exit. It authenticates nobody: put it behind something
 * that does.
 *
 * @example
 * ```ts
 * import { defineCli } from 'surety'
 * import { toFetch } from 'surety/http'
 *
 * const cli = defineCli({ name: 'ping', danger: 'safe', run: () => ({ pong: true }) })
 * const response = await toFetch(cli)(new Request('http://localhost/ping'))
 * ```
 */
export function toFetch(cli: CliSource, options: FetchOptions = {}): FetchHandler {
  let loading: Promise<FetchHandler> | undefined
  return async (request) => {
    loading ??= import('./served-cli.ts').then(({ serveCli }) => serveCli(cli, options))
    return (await loading)(request)
  }
}

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
  const request = toWebRequest(incoming, signal)
  const response = request ? await handler(request) : new Response(null, { status: 400 })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
