import type { IncomingMessage } from 'node:http'

/** Converts a request of Node to one of the web; null if its method or its address is none. */
export function toWebRequest(
  incoming: IncomingMessage,
  signal: AbortSignal,
  body: IncomingMessage | Uint8Array = incoming,
): Request | null {
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
      ...(hasBody && { body, duplex: 'half' }),
    } as unknown as RequestInit)
  } catch {
    // TRACE and CONNECT cannot be requests, and not every Host is one.
    return null
  }
}
