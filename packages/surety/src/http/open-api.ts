import {
  fail,
  isFailureName,
  isJsonObject,
  isSignalExitName,
  succeed,
  type FailureName,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../contract/index.ts'
import { loadEncoder } from '../dialects/wires.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import {
  objectSchema,
  withoutDraft,
  type ToolModel,
  type CommandModel,
  type ParameterModel,
} from '../runtime/surface.ts'
import { isHttpFlag } from './request-input.ts'

/** Returns the path of a command; a tool that is one command is found under its own name. */
export function pathOf({ name }: ToolModel, { path }: CommandModel): string {
  return `/${(path.length === 0 ? [name] : path).map(encodeURIComponent).join('/')}`
}

export async function openApiDocument(
  model: ToolModel,
  commands: readonly CommandModel[],
  { dialect, base }: { readonly dialect: string; readonly base: string },
): Promise<JsonObject> {
  const paths: Record<string, JsonValue> = {}
  for (const command of commands) {
    const method = command.danger === 'safe' ? 'get' : 'post'
    paths[pathOf(model, command)] = { [method]: operation(model, command) }
  }
  const { success, failure } = await envelopeSchemas(dialect)
  return {
    openapi: '3.1.1',
    info: {
      title: model.name,
      version: model.version,
      ...(model.description !== '' && { description: model.description }),
    },
    servers: [{ url: base === '' ? '/' : base }],
    paths,
    components: { schemas: { Success: success, Failure: failure } },
  }
}

/** Lists what a request for a command can hold: its input, and flags in the query. */
export function inputOf(
  model: ToolModel,
  { args, options, sharedOptions }: CommandModel,
): { readonly input: readonly ParameterModel[]; readonly flags: readonly ParameterModel[] } {
  const own = [...args, ...options]
  const names = new Set(own.map(({ name }) => name))
  const flags = sharedOptions.filter(({ name }) => isHttpFlag(name) && !names.has(name))
  const globals = model.globals.filter(({ name }) => !names.has(name))
  return { input: [...own, ...globals], flags }
}

function operation(model: ToolModel, command: CommandModel): JsonObject {
  const { danger, path } = command
  const { input, flags } = inputOf(model, command)
  const isRead = danger === 'safe'
  const parameters = [...(isRead ? input : []), ...flags].map(toParameter)
  return {
    operationId: path.join('.') || model.name,
    summary: command.description || model.name,
    ...(path.length > 1 && { tags: [path.slice(0, -1).join(' ')] }),
    'x-danger-level': danger,
    ...(parameters.length > 0 && { parameters }),
    ...(!isRead && { requestBody: requestBody(input) }),
    responses: responses(command),
  }
}

/** OpenAPI 3.1 has the schemas of 2020-12, which read those of draft-07 alike. */
function toParameter({ name, schema, required }: ParameterModel): JsonObject {
  const { description, ...rest } = withoutDraft(schema)
  return {
    name,
    in: 'query',
    ...(required && { required }),
    ...(typeof description === 'string' && { description }),
    schema: rest,
  }
}

function requestBody(input: readonly ParameterModel[]): JsonObject {
  const schema = { ...objectSchema(input, withoutDraft), additionalProperties: false }
  return { required: 'required' in schema, content: { 'application/json': { schema } } }
}

function responses({ exits, outputSchema, danger }: CommandModel): JsonObject {
  const byStatus = groupBy(exits, ({ name, custom }) => statusOfExit(custom ? '' : name))
  const success = '#/components/schemas/Success'
  const data = outputSchema && withoutDraft(outputSchema)
  const result: Record<string, JsonValue> = {
    200: answer('The answer is complete', [
      { $ref: success },
      ...(data ? [{ properties: { data } }] : []),
    ]),
  }
  for (const [status, ended] of byStatus)
    if (status !== 200) result[status] = failed(ended.map(({ name }) => name).join(', '))
  if (danger !== 'safe') {
    result[413] = failed('The body is too large')
    result[415] = failed('The body is not JSON')
  }
  return result
}

function failed(description: string): JsonObject {
  return answer(description, [{ $ref: '#/components/schemas/Failure' }])
}

function answer(description: string, parts: JsonObject[]): JsonObject {
  const schema = parts.length === 1 ? parts[0]! : { allOf: parts }
  return { description, content: { 'application/json': { schema } } }
}

async function envelopeSchemas(dialect: string) {
  const encoder = await loadEncoder(dialect)
  const options = { now: () => new Date(0) }
  const error = { code: 'CODE', message: 'Message.', retryable: false }
  const shape = (document: JsonValue | undefined): JsonObject => ({
    type: 'object',
    ...(isJsonObject(document) && { required: Object.keys(document) }),
  })
  return {
    success: shape(encoder.toDocument(succeed({ data: {} }), options).document),
    failure: shape(encoder.toDocument(fail({ exit: 'GENERAL_ERROR', error }), options).document),
  }
}

/** The status of an answer by its exit; an author's own exits count by their category. */
const STATUS: Readonly<Record<FailureName, number>> = {
  GENERAL_ERROR: 500,
  ARG_ERROR: 400,
  PARTIAL_FAILURE: 500,
  PRECONDITION: 412,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PERMISSION_DENIED: 403,
  AUTH_REQUIRED: 401,
  PAYMENT_REQUIRED: 402,
  TIMEOUT: 504,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  // The envelope names the new command; a Location would have to guess how its input changed.
  REDIRECTED: 410,
}

/** Signals end calls only when the server stops or the client leaves. */
const INTERRUPTED_STATUS = 503

export function statusOf({ ok, exit, error }: Outcome): number {
  return ok ? 200 : statusOfExit(String(exit), error?.category)
}

function statusOfExit(exit: string, category?: string): number {
  if (exit === 'SUCCESS') return 200
  if (isFailureName(exit)) return STATUS[exit]
  if (isSignalExitName(exit)) return INTERRUPTED_STATUS
  return isFailureName(category) ? STATUS[category] : 500
}
