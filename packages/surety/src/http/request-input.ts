import { isJsonObject, type JsonObject, type JsonValue } from '../contract/index.ts'
import { findParameter } from '@surety/internal/argument-names.ts'
import { problemInJson } from '@surety/internal/json/json-exactness.ts'
import { isDeeperThan } from '@surety/internal/json/json-depth.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import type { CommandModel } from '../runtime/surface.ts'

/** The reason why a request is refused before a command sees it. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

const MAX_DEPTH = 200

/** Reads a JSON object. Even no body must have that type: a page of another origin can send others unasked. */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<{ readonly input: JsonObject } | Refusal> {
  const problem = typeProblem(request.headers)
  if (problem !== null) return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: problem }
  const declared = Number(request.headers.get('content-length') ?? 0)
  let bytes: Buffer | null
  try {
    bytes = declared > maxBytes ? null : await readUpTo(request, maxBytes)
  } catch {
    return malformed('BODY', 'The body broke off before its end.')
  }
  const tooLarge = `The body has more than ${maxBytes} bytes.`
  if (bytes === null) return { status: 413, code: 'BODY_TOO_LARGE', message: tooLarge }
  return bytes.length === 0 ? { input: {} } : parseBody(bytes)
}

function parseBody(bytes: Buffer): { readonly input: JsonObject } | Refusal {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    return malformed('BODY', 'The body is not JSON in UTF-8.')
  }
  if (!isJsonObject(value)) return malformed('BODY', 'The body is not a JSON object.')
  if (isDeeperThan(MAX_DEPTH, value))
    return malformed('BODY', `The body has more than ${MAX_DEPTH} levels.`)
  const lost = problemInJson('The body', text, value)
  return lost === null ? { input: value } : malformed('BODY', lost)
}

function typeProblem(headers: Headers): string | null {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json') return 'The request must have the type application/json.'
  const [, charset = 'utf-8'] = /\bcharset="?([^\s";]+)/.exec(parameters.join(';')) ?? []
  if (!/^utf-?8$/.test(charset)) return 'The body must be UTF-8.'
  const encoding = headers.get('content-encoding') ?? 'identity'
  return encoding === 'identity' ? null : 'The body must not be compressed.'
}

async function readUpTo(request: Request, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body === null) return Buffer.alloc(0)
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function malformed(part: 'BODY' | 'QUERY', message: string): Refusal {
  return { status: 400, code: `MALFORMED_${part}`, message }
}

/** Reads the parameters of a query as input. Only a parameter that is a list can be given twice. */
export function queryInput(
  query: string,
  { args, options, sharedOptions }: CommandModel,
): { readonly input: JsonObject } | Refusal {
  if (!isDecodable(query)) return malformed('QUERY', 'The query is not UTF-8 in percent-encoding.')
  const known = [...args, ...options, ...sharedOptions]
  const parameters = new URLSearchParams(query)
  const input = Object.create(null) as Record<string, JsonValue>
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    const isList = mainType(findParameter(name, known)?.schema ?? {}) === 'array'
    if (values.length > 1 && !isList)
      return malformed('QUERY', `The query has '${name.slice(0, 100)}' twice, which is no list.`)
    input[name] = isList ? values : values[0]!
  }
  return { input: { ...input } }
}

/** Tests what the class for queries does not: it puts other characters in the place of bad ones. */
function isDecodable(query: string): boolean {
  try {
    // The result is used, so that no bundler takes the call for a useless one.
    return decodeURIComponent(query).length >= 0
  } catch {
    return false
  }
}

/** Reads the tags of `If-None-Match` as tools have them: without quotes, and no word about how strong they are. */
export function tagsIn(header: string | null): readonly string[] {
  const matches = (header ?? '').matchAll(/(?:W\/)?"([^"]*)"|([^\s,"]+)/g)
  return [...matches].map(([, quoted, bare]) => quoted ?? bare ?? '')
}

/** The flags that a request may set; others read files of the server, or change the form of the answer. */
export function isHttpFlag(name: string): boolean {
  return HTTP_FLAGS.has(name)
}

const HTTP_FLAGS: ReadonlySet<string> = new Set([
  'dry-run',
  'confirm-destructive',
  'idempotency-key',
  'limit',
  'cursor',
  'rest',
  'fields',
  'etag',
  'token-limit',
  'token-offset',
])
