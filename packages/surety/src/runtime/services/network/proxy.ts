import { readFileSync } from 'node:fs'

import { SuretyError } from '../../../contract/index.ts'
import type { FlagValues } from '../../declare/framework-flags.ts'
import type { Run } from '../../run/run-state.ts'

/** The proxy of a request, and the variable or flag that named it. */
export type ProxyChoice = ReturnType<typeof proxyFor>

/** Chooses the proxy of a request: flags of the call, then the variables that everybody knows. */
export function proxyFor(
  target: URL,
  env: Run['world']['env'],
  { noProxy: isOff, proxy }: FlagValues,
) {
  const noProxy = env['NO_PROXY'] ?? env['no_proxy'] ?? null
  if (isOff) return { url: null, source: null, noProxy }
  if (proxy !== undefined) return { url: addressIn(proxy, '--proxy'), source: '--proxy', noProxy }
  const isBypassed = (noProxy ?? '').split(',').some((entry) => matches(target, entry.trim()))
  const names =
    target.protocol === 'https:' ? ['HTTPS_PROXY', 'ALL_PROXY'] : ['HTTP_PROXY', 'ALL_PROXY']
  const source = names.flatMap((name) => [name, name.toLowerCase()]).find((name) => env[name])
  if (source === undefined || isBypassed) return { url: null, source: null, noProxy }
  return { url: addressIn(env[source]!, source), source, noProxy }
}

/** Reads the address of a proxy; it may hold a password, so it is not shown. */
function addressIn(text: string, source: string): URL {
  const address = text.includes('://') ? text : `http://${text}`
  if (/^https?:/i.test(address) && URL.canParse(address)) return new URL(address)
  const message = `${source} is not the address of an HTTP proxy.`
  const fix_required = `Correct ${source}, or add --no-proxy.`
  throw new SuretyError('CONNECTION_FAILED', 'UNAVAILABLE', message, {
    phase: 'execution',
    retryable: false,
    fix_required,
  })
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
