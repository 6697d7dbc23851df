import { setTimeout as sleep } from 'node:timers/promises'

import {
  createMcpHandler,
  ProtocolError,
  Server,
  type CallToolRequest,
  type CallToolResult,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

import type { JsonValue } from '../../contract/index.ts'
import { carriedTrace } from '@surety/internal/trace-context.ts'
import type { ServingDesk } from '../answer-call.ts'
import { toToolResult } from '../own-answer.ts'
import type { CallProgress } from '../served-tool.ts'
import { extensionsOf, LASTING, skillMethods } from './extensions.ts'
import { skipForeignMembers } from './skip-foreign-members.ts'
import type { LineChannel } from './line-channel.ts'

// The only file that imports the library of the protocol, and itself loaded when somebody serves.

/** Who serves, as clients see it. */
export interface ServerIdentity {
  readonly name: string
  readonly version: string
  readonly instructions: string
}

/** Invalid params, by the numbers of JSON-RPC. */
const INVALID_PARAMS = -32_602

/** Parameters of an extension, which its methods check. */
const ANY_PARAMS = {
  '~standard': { version: 1, vendor: 'surety', validate: (value: unknown) => ({ value }) },
} as const

/** Makes a server of the protocol for one connection or one request. */
function createServer({ name, version, instructions }: ServerIdentity, desk: ServingDesk): Server {
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: {}, ...extensionsOf(desk) },
      instructions,
      cacheHints: {
        'server/discover': LASTING,
        'tools/list': LASTING,
        'resources/list': LASTING,
        'resources/read': LASTING,
      },
    },
  )
  const methods = {
    ...(desk.skills && skillMethods(desk.skills)),
  }
  for (const [method, answer] of Object.entries(methods))
    server.setRequestHandler(method, { params: ANY_PARAMS }, (params) =>
      answer(params as Record<string, unknown>),
    )
  server.setRequestHandler('tools/list', async () => ({
    tools: (await desk.list()).map((tool) => ({
      ...tool,
      inputSchema: { type: 'object' as const, ...tool.inputSchema },
    })),
  }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    answerCall(desk, params, mcpReq),
  )
  return server
}

/** Answers a call of a tool, after what it reported on the way. */
async function answerCall(
  desk: ServingDesk,
  params: CallToolRequest['params'],
  mcpReq: ServerContext['mcpReq'],
): Promise<CallToolResult> {
  const token = mcpReq._meta?.progressToken
  let sending: Promise<unknown> = Promise.resolve()
  const { report, end } = createProgressReports((progress) => {
    skipForeignMembers()
    const sent = mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken: token!, ...progress },
    })
    // A caller who is gone needs no report.
    sending = sent.catch(() => {})
  })
  const answer = await desk.call(params.name, params.arguments as JsonValue | undefined, {
    signal: mcpReq.signal,
    report: token === undefined ? () => {} : report,
    trace: carriedTrace((name) => mcpReq._meta?.[name]),
  })
  skipForeignMembers()
  // The last report says how the work ended. Clients that read it together with the answer drop it.
  const sinceMs = end()
  await sending
  if (sinceMs < APART_MS) await sleep(APART_MS - sinceMs)
  if (answer === null)
    throw new ProtocolError(INVALID_PARAMS, `There is no tool '${params.name.slice(0, 200)}'.`)
  return { ...toToolResult(answer) }
}

/** Serves a connection of lines; the first message decides which era of the protocol it speaks. */
export function serveLines(
  identity: () => Promise<ServerIdentity>,
  desk: ServingDesk,
  channel: LineChannel,
): { close(): Promise<void> } {
  return serveStdio(async () => createServer(await identity(), desk), {
    transport: channel as unknown as Transport,
  })
}

/** Makes a handler of HTTP requests, which keeps nothing between them, for both eras. */
export function createHttpHandler(
  identity: () => Promise<ServerIdentity>,
  desk: ServingDesk,
): { fetch(request: Request): Promise<Response>; close(): Promise<void> } {
  return createMcpHandler(async () => createServer(await identity(), desk))
}

export interface ProgressParams {
  readonly progress: number
  readonly total?: number
  readonly message: string
}

/** The shortest time between the last report and the answer. */
const APART_MS = 20

/** The shortest time between two reports; a client can show no more. */
const PAUSE_MS = 50

/** Passes on one report per pause, the last, with numbers that always grow as the protocol demands. */
export function createProgressReports(
  send: (params: ProgressParams) => void,
  now: () => number = () => performance.now(),
) {
  let last = 0
  let sentAt = Number.NEGATIVE_INFINITY
  let waiting: CallProgress | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!waiting) return
    const { message, done, total } = waiting
    waiting = null
    sentAt = now()
    last = done !== undefined && done > last ? done : last + 1
    // A total that is passed says nothing.
    const isBound = total !== undefined && total >= last
    send({ progress: last, ...(isBound && { total }), message })
  }
  return {
    report: (progress: CallProgress): void => {
      if (isOver) return
      waiting = progress
      const left = sentAt + PAUSE_MS - now()
      if (left <= 0) flush()
      else timer ??= setTimeout(flush, left).unref()
    },
    /** Sends what waits, and nothing more; gives the milliseconds since the last report. */
    end: (): number => {
      flush()
      isOver = true
      return now() - sentAt
    },
  }
}
