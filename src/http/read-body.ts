import { isJsonObject, type JsonObject } from '../contract/index.ts'
import { isDeeperThan } from '../internal/json/json-depth.ts'

/** The reason why a request is refused before a command sees it. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

const MAX_DEPTH = 200

/**
 * Reads the body of a request as a JSON object, up to a limit; an empty body is an empty object. Its type must
 * be JSON even then: a page of another origin can send every other type without asking first.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<{ readonly input: JsonObject } | Refusal> {
  const problem = typeProblem(request.headers)
  if (problem !== null) return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: problem }
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) return tooLarge(maxBytes)
  const bytes = await readUpTo(request, maxBytes)
  if (bytes === null) return tooLarge(maxBytes)
  if (bytes.length === 0) return { input: {} }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!isJsonObject(value)) return malformed('The body is not a JSON object.')
    if (isDeeperThan(MAX_DEPTH, value))
      return malformed(`The body has more than ${MAX_DEPTH} levels.`)
    return { input: value }
  } catch {
    return malformed('The body is not JSON in UTF-8.')
  }
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

function malformed(message: string): Refusal {
  return { status: 400, code: 'MALFORMED_BODY', message }
}

function tooLarge(maxBytes: number): Refusal {
  const message = `The body has more than ${maxBytes} bytes.`
  return { status: 413, code: 'BODY_TOO_LARGE', message }
}
