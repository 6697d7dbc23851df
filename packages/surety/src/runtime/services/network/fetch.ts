import { mannersIn } from '../../run/manners.ts'
import { setTimeout as sleep } from 'node:timers/promises'

import { SuretyError, type JsonObject } from '../../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import { describeThrown } from '../../run/errors/describe-error.ts'
import { addMeta, commandName, heldSignal, isDebug, type Run } from '../../run/run-state.ts'
import { callWords } from '../../declare/cli.ts'
import { logLine } from '../log.ts'
import { certificates, proxyFor, shownProxy, type ProxyChoice } from './proxy.ts'

/** Sends a request as `fetch` does, by the proxy and certificates of the environment; it ends with the run. */
export async function fetchFor(
  run: Run,
  { flags, token }: ParsedInput,
  target: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(target)
  const signal = AbortSignal.any([heldSignal(run), ...(init.signal ? [init.signal] : [])])
  const proxy = proxyFor(url, run.world.env, flags)
  const through = proxy.url ? ` through ${shownProxy(proxy.url)}` : ''
  if (isDebug(run)) logLine(run, 'debug', `${init.method ?? 'GET'} ${url.href}${through}`)
  const request = new Request(url, { ...init, signal })
  const ca = certificates(run)
  const budget = repeatsOf(run, flags, request.method)
  let response: Response
  for (let repeats = 0; ; repeats += 1) {
    try {
      response =
        proxy.url || ca !== undefined
          ? await (
              await import('./send.ts')
            ).send(request.clone(), { proxy: proxy.url, ca, signal })
          : await fetch(request.clone())
      if (repeats >= budget || !PASSING.has(response.status)) break
      await response.body?.cancel()
    } catch (error) {
      run.signal.throwIfAborted()
      if (repeats >= budget) throw unreachable(run, url, proxy, error, repeats)
    }
    addMeta(run, { retries: Number(run.meta['retries'] ?? 0) + 1 })
    await sleep(flags.retryDelay ?? 200, undefined, { signal })
  }
  if (isDebug(run)) logLine(run, 'debug', `${response.status} of ${url.href}`)
  if (response.status !== 401 && response.status !== 403) return response
  await response.body?.cancel()
  const details = contextOf(run, url, proxy, response.status)
  throw refused(run, request, response.status, token, details)
}

/** Answers of a server that is only busy. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Says how often a request may be repeated: only what does no harm twice, in generations whose callers can say so. */
function repeatsOf({ output }: Run, flags: ParsedInput['flags'], method: string): number {
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method)
  return isSafe ? (flags.retries ?? mannersIn(output.dialect).retries) : 0
}

function contextOf(run: Run, url: URL, proxy: ProxyChoice, status: number | null): JsonObject {
  const used = proxy.url && shownProxy(proxy.url)
  const shown = url.origin + url.pathname
  return {
    network_context: {
      url: shown,
      status_code: status,
      proxy_used: used,
      proxy_source: proxy.source,
      no_proxy: proxy.noProxy,
      ssl_verify: run.world.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
      suggestion: quoteWords(['curl', '-v', ...(used ? ['--proxy', used] : []), shown]),
    },
  }
}

function unreachable(
  run: Run,
  url: URL,
  proxy: ProxyChoice,
  error: unknown,
  repeats: number,
): SuretyError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code } = cause as NodeJS.ErrnoException
  return new SuretyError('CONNECTION_FAILED', 'UNAVAILABLE', `${url.host} cannot be reached.`, {
    phase: 'execution',
    detail: [code, describeThrown(cause)].filter(Boolean).join(': '),
    target: url.host,
    ...(repeats > 0 && { retryable: false }),
    details: {
      ...contextOf(run, url, proxy, null),
      ...(repeats > 0 && { retries_exhausted: repeats }),
    },
    cause: error,
  })
}

/** Tells apart who has no credential, whose credential ran out and who may not. */
function refused(
  run: Run,
  request: Request,
  status: number,
  token: string | null,
  details: JsonObject,
): SuretyError {
  const { host } = new URL(request.url)
  const { auth, scopes = [] } = run.command?.declaration ?? {}
  if (status === 403)
    return new SuretyError('PERMISSION_DENIED', 'PERMISSION_DENIED', `${host} does not allow it.`, {
      retryable: false,
      target: host,
      details: { required_permission: scopes[0] ?? commandName(run), ...details },
    })
  const own = (words: string | undefined) =>
    words === undefined ? undefined : `${quoteWords(callWords(run.cli))} ${words}`
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const login = own(auth?.login)
  if (token === null && bearer === undefined && !request.headers.has('authorization')) {
    const hint = login === undefined ? `Sign in to ${host}.` : `Sign in with '${login}'.`
    return new SuretyError('UNAUTHENTICATED', 'AUTH_REQUIRED', `${host} wants a credential.`, {
      target: host,
      suggestion: hint,
      fix_required: hint,
      details: { hint, ...details },
    })
  }
  const refresh = own(auth?.refresh)
  const expires = expiryOf(bearer ?? token ?? '')
  const fix = refresh === undefined ? 'Renew the credential.' : `Run ${refresh}.`
  const message = `${host} no longer accepts the credential.`
  return new SuretyError('CREDENTIALS_EXPIRED', 'AUTH_REQUIRED', message, {
    target: host,
    fix_required: fix,
    ...given({ fix_command: refresh }),
    details: { ...given({ expires_at: expires, refresh_command: refresh }), ...details },
  })
}

/** Reads when a JWT runs out; undefined for other tokens. */
function expiryOf(token: string): string | undefined {
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const { exp } = JSON.parse(text) as { readonly exp?: unknown }
    return typeof exp === 'number' ? new Date(exp * 1000).toISOString() : undefined
  } catch {
    return undefined
  }
}
