import { fail, type JsonObject, type JsonValue, type Outcome } from '../contract/index.ts'
import { DEFAULT_DIALECT, loadEncoder, traitsOf, type Encoder } from '../dialects/wires.ts'
import { carriedTrace } from '@surety/internal/trace-context.ts'
import {
  hostedCalls,
  builtinsOf,
  declaredInput,
  dispatch,
  findCommand,
  flagName,
  inputTokens,
  loadCli,
  modelOf,
  problemInInput,
  undeclaredInput,
  type Cli,
  type ToolModel,
  type CliSource,
  type CommandModel,
} from '../runtime/surface.ts'
import { createTurns, FULL } from '@surety/internal/turns.ts'
import { docsPage, PAGE_HEADERS } from './docs-page.ts'
import { openApiDocument, pathOf, statusOf } from './open-api.ts'
import { isHttpFlag, queryInput, readBody, tagsIn, type Refusal } from './request-input.ts'

export interface FetchOptions {
  /** What paths begin with, such as `/api`. Default none. */
  readonly basePath?: string
  /** The most bytes of a body. Default 1 MiB. */
  readonly maxBodyBytes?: number
  /** The variables that commands see. Default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Which commands are offered, by their key in the manifest. Default all that are not hidden. */
  readonly offers?: (command: string) => boolean
  /** Takes what commands log and print to stdout, without their secrets. Default: it is dropped. */
  readonly onLog?: (text: string) => void
}

/** Answers a request; the handler of servers that follow the web standards. */
export type FetchHandler = (request: Request) => Promise<Response>

const DEFAULT_BODY_BYTES = 1024 * 1024
const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

interface Served {
  readonly cli: Cli
  readonly model: ToolModel
  readonly dialect: string
  readonly encoder: Encoder
  readonly options: FetchOptions
  readonly takeTurn: ReturnType<typeof createTurns>
  /** What paths begin with, without a slash at its end. */
  readonly base: string
  /** The commands that are offered, by their paths. */
  readonly commands: ReadonlyMap<string, CommandModel>
  /** Why commands are not there: they are declared wrongly, or their module fails. */
  readonly unloaded: readonly string[]
}

/** Loads a tool and makes what answers requests for it. */
export async function serveCli(source: CliSource, options: FetchOptions): Promise<FetchHandler> {
  const cli = await loadCli(source)
  const own = cli.declaration.contract
    ? cli.declaration.contract.versions[cli.declaration.contract.default]!
    : (cli.declaration.dialect ?? DEFAULT_DIALECT)
  const dialect = traitsOf(own).fullVariant ?? own
  const unloaded: string[] = []
  const model = await modelOf(cli, builtinsOf(cli, own), (problem) => void unloaded.push(problem))
  const { basePath = '', offers = () => true } = options
  const offered = model.commands.filter(
    (command) =>
      !command.isBuiltin &&
      !command.isHidden &&
      // No person is at the other end to type anything.
      offers(keyOf(model, command)),
  )
  const commands = new Map(offered.map((command) => [pathOf(model, command), command]))
  const base = basePath.replace(/(?<!\/)\/+$/, '')
  const encoder = await loadEncoder(dialect)
  const takeTurn = createTurns()
  const served = { cli, model, dialect, encoder, options, base, commands, unloaded, takeTurn }
  return (request) => answer(served, request)
}

function keyOf({ name }: ToolModel, { path }: CommandModel): string {
  return path.join('.') || name
}

async function answer(served: Served, request: Request): Promise<Response> {
  const { model, dialect, base, commands } = served
  const url = new URL(request.url)
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : ''
  const command = commands.get(path)
  if (command) return call(served, request, url, command)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && path === '/docs')
    return new Response(docsPage(model, [...commands.values()]), { headers: PAGE_HEADERS })
  if (isRead && path === '/openapi.json')
    return json(await openApiDocument(model, [...commands.values()], { dialect, base }), 200)
  const problem = unloadedAt(served, path)
  if (problem !== undefined)
    return refuse(served, { status: 500, code: 'INTERNAL_ERROR', message: problem })
  const message = `There is no command at ${url.pathname}; ${base}/openapi.json lists all.`
  return refuse(served, { status: 404, code: 'UNKNOWN_COMMAND', message })
}

/** Finds why the command of a path could not be loaded. */
function unloadedAt({ model, unloaded, options }: Served, path: string): string | undefined {
  const words = path.slice(1).split('/')
  const isRoot = words.length === 1 && words[0] === model.name
  if (options.offers?.(words.join('.')) === false) return undefined
  const start = `The command '${isRoot ? '' : words.join(' ')}' cannot be loaded: `
  return unloaded.find((problem) => problem.startsWith(start))
}

async function call(
  served: Served,
  request: Request,
  url: URL,
  model: CommandModel,
): Promise<Response> {
  const { cli, options } = served
  const isRead = model.danger === 'safe'
  const allowed = isRead ? ['GET', 'HEAD'] : ['POST']
  if (!allowed.includes(request.method)) {
    const message = `${url.pathname} takes ${allowed[0]}, not ${request.method}.`
    return refuse(served, { status: 405, code: 'METHOD_NOT_ALLOWED', message }, allowed)
  }
  const key = keyOf(served.model, model)
  const { words, command } = await findCommand(cli, {}, key)
  if (!command) {
    const message = `The command ${key} cannot be loaded.`
    return refuse(served, { status: 500, code: 'INTERNAL_ERROR', message })
  }
  const body = isRead
    ? { input: {} }
    : await readBody(request, options.maxBodyBytes ?? DEFAULT_BODY_BYTES)
  if ('status' in body) return refuse(served, body)
  const given = queryInput(url.search.slice(1), model)
  if ('status' in given) return refuse(served, given)
  const query = given.input
  const declared = declaredInput(cli, command)
  const problem = inputProblem(declared, body.input, query, isRead)
  if (problem !== null) return refuse(served, problem)
  const tags = model.facts.cacheable === true ? tagsIn(request.headers.get('if-none-match')) : []
  const headers = {
    ...idempotencyKey(request, !isRead),
    ...(tags.length === 1 && { etag: tags[0]! }),
  }
  const input = { ...headers, ...query, ...body.input }
  const unfit = problemInInput(declared, input)
  if (unfit !== null) return refuse(served, { status: 400, code: 'INVALID_VALUE', message: unfit })
  const argv = [...words, ...inputTokens(input, declared), '--format=json']
  return run(served, argv, request, tags)
}

async function run(
  served: Served,
  argv: readonly string[],
  request: Request,
  tags: readonly string[],
): Promise<Response> {
  const { cli, dialect, options } = served
  const turn = await served.takeTurn(request.signal)
  if (typeof turn !== 'function') {
    const error = { code: 'TOO_MANY_CALLS', message: FULL, retryable: true, retry_after_ms: 1000 }
    const outcome = fail({ exit: 'RATE_LIMITED', error, meta: { duration_ms: 0 } })
    return respond(outcome, documentOf(served, outcome), request, tags)
  }
  const env: NodeJS.ProcessEnv = {
    ...(options.env ?? process.env),
    [`${cli.envPrefix}_ENVELOPE`]: dialect,
    ...carriedTrace((name) => request.headers.get(name)),
  }
  const onStderr = (text: string | Uint8Array): void =>
    options.onLog?.(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
  const more = { spellFlag: (name: string) => `?${name}=true` }
  const { signal } = request
  const serving = hostedCalls().run({ argv, env, signal, onStderr, more }, (world) =>
    dispatch(cli, world),
  )
  const { result } = await serving.finally(turn)
  return respond(result.outcome, result.document ?? null, request, tags)
}

function documentOf({ encoder }: Served, outcome: Outcome): JsonValue {
  return encoder.toDocument(outcome, { now: () => new Date() }).document ?? null
}

function refuse(
  served: Served,
  { status, code, message }: Refusal,
  allowed: readonly string[] = [],
): Response {
  const outcome = fail({
    exit: status === 404 ? 'NOT_FOUND' : status === 500 ? 'GENERAL_ERROR' : 'ARG_ERROR',
    error: { code, message, phase: 'validation', retryable: false },
    meta: { duration_ms: 0 },
  })
  return json(
    documentOf(served, outcome),
    status,
    allowed.length > 0 ? { allow: allowed.join(', ') } : {},
  )
}

/** Refuses names that are neither input of the command nor flags that a request may set. */
function inputProblem(
  declared: ReturnType<typeof declaredInput>,
  body: JsonObject,
  query: JsonObject,
  isRead: boolean,
): Refusal | null {
  const [inBody] = undeclaredInput(declared, body)
  const unknown = undeclaredInput(declared, query)
  const inQuery = [
    ...unknown.filter((name) => !isHttpFlag(flagName(name))),
    ...(isRead ? [] : Object.keys(query).filter((name) => !unknown.includes(name))),
  ]
  const name = inBody ?? inQuery[0]
  if (name === undefined) return null
  const place = inBody === undefined ? 'query' : 'body'
  const shown = name.slice(0, 100)
  return { status: 400, code: 'UNKNOWN_FLAG', message: `The ${place} cannot have '${shown}'.` }
}

function idempotencyKey({ headers }: Request, isUsed: boolean): JsonObject {
  const value = isUsed ? headers.get('idempotency-key') : null
  return value === null ? {} : { 'idempotency-key': value }
}

/** A tag that a header cannot hold in quotes is left out. */
const TAG = /^[\u0021\u0023-\u007E]+$/

function respond(
  outcome: Outcome,
  document: JsonValue,
  { method }: Request,
  tags: readonly string[],
): Response {
  const { meta, error } = outcome
  const headers: Record<string, string> = {}
  const etag = typeof meta['etag'] === 'string' && TAG.test(meta['etag']) ? meta['etag'] : ''
  if (etag !== '') headers['etag'] = `"${etag}"`
  const isKnown = etag !== '' && (tags.includes(etag) || tags.includes('*'))
  if (outcome.ok && (meta.not_modified === true || isKnown))
    return new Response(null, { status: 304, headers })
  const wait = error?.retry_after_ms
  if (typeof wait === 'number') headers['retry-after'] = String(Math.ceil(wait / 1000))
  const status = statusOf(outcome)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  const response = json(document, status, headers)
  return method === 'HEAD' ? new Response(null, response) : response
}

function json(document: JsonValue, status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify(document)}\n`, {
    status,
    headers: { ...JSON_HEADERS, ...headers },
  })
}
