import { readFileSync } from 'node:fs'

import type { Run } from '../../run/run-state.ts'

/** The proxy of a request, and what decided about it. */
export interface ProxyChoice {
  readonly url: URL | null
  /** The variable or flag that named it; null without a proxy. */
  readonly source: string | null
  readonly noProxy: string | null
}

type Variables = Readonly<Record<string, string | undefined>>

/** Chooses the proxy of a request: flags of the call, then the variables that everybody knows. */
export function proxyFor(
  target: URL,
  env: Variables,
  flags: Readonly<Record<string, unknown>>,
): ProxyChoice {
  const noProxy = env['NO_PROXY'] ?? env['no_proxy'] ?? null
  if (flags['noProxy'] === true) return { url: null, source: null, noProxy }
  const given = flags['proxy']
  if (typeof given === 'string') return { url: new URL(given), source: '--proxy', noProxy }
  const isBypassed = (noProxy ?? '').split(',').some((entry) => matches(target, entry.trim()))
  const names =
    target.protocol === 'https:' ? ['HTTPS_PROXY', 'ALL_PROXY'] : ['HTTP_PROXY', 'ALL_PROXY']
  const source = names.flatMap((name) => [name, name.toLowerCase()]).find((name) => env[name])
  if (source === undefined || isBypassed) return { url: null, source: null, noProxy }
  const text = env[source]!
  return { url: new URL(text.includes('://') ? text : `http://${text}`), source, noProxy }
}

/** Tests an entry of NO_PROXY: `*`, a host, `.example.com` for all below it, each with an optional port. */
function matches({ hostname, port, protocol }: URL, entry: string): boolean {
  if (entry === '') return false
  if (entry === '*') return true
  const [host = '', only] = entry
    .toLowerCase()
    .replace(/^\*/, '')
    .split(/:(?=\d+$)/)
  if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false
  const own = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return own === host.replace(/^\./, '') || own.endsWith(host.startsWith('.') ? host : `.${host}`)
}

/** Reads the certificates that the environment names; undefined for those of Node. */
export function certificates({ world: { env } }: Run): string | undefined {
  const path = env['REQUESTS_CA_BUNDLE'] || env['SSL_CERT_FILE']
  return path ? readFileSync(path, 'utf8') : undefined
}

/** Writes a proxy without its credentials, for messages. */
export function shownProxy(url: URL): string {
  const shown = new URL(url)
  if (shown.username || shown.password) shown.username = shown.password = ''
  return shown.href.replace(/\/$/, '')
}
