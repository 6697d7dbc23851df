import { createHash } from 'node:crypto'

import { objectOf, isJsonObject, type JsonObject } from '../../contract/index.ts'
import type { GoingWork, ServingDesk } from '../answer-call.ts'
import { toToolResult } from '../own-answer.ts'
import type { CallAnswer, ServedSkill } from '../served-tool.ts'

const SKILLS = 'io.modelcontextprotocol/skills'
const TASKS = 'io.modelcontextprotocol/tasks'

/** How long clients may keep lists: nothing of a tool changes while it serves. */
export const LASTING = { ttlMs: 300_000, cacheScope: 'private' } as const

/** Declares the extensions that a tool has. */
export function extensionsOf({ skills, job }: ServingDesk) {
  return {
    ...(skills && { resources: {} }),
    extensions: { ...(skills && { [SKILLS]: {} }), ...(job && { [TASKS]: {} }) },
  }
}

/** What a method is given besides its parameters. */
export interface MethodRequest {
  readonly signal: AbortSignal
  /** What the client says of itself with every request. */
  readonly envelope?: Readonly<Record<string, unknown>>
}

/** Answers a method of an extension. */
type Method = (
  params: Readonly<Record<string, unknown>>,
  request: MethodRequest,
) => Promise<Record<string, unknown>>

/** Makes an error that the library answers with this number of JSON-RPC. */
function refusal(code: number, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code, ...(data && { data }) })
}

const INVALID_PARAMS = -32_602
const MISSING_CAPABILITY = -32_021

/** Serves skills: their entries, and their files as resources. */
export function skillMethods(skills: NonNullable<ServingDesk['skills']>) {
  let known: Promise<readonly ServedSkill[]> | undefined
  const all = () => (known ??= skills())
  const find = async (uri: unknown): Promise<ServedSkill> => {
    const found = (await all()).find((skill) => uriOf(skill) === uri)
    if (found) return found
    throw refusal(INVALID_PARAMS, 'There is no such skill.', { uri })
  }
  return {
    'skills/list': async () => ({ skills: (await all()).map(entryOf), ...LASTING }),
    'skills/get': async ({ uri }) => ({ skill: entryOf(await find(uri)), ...LASTING }),
    'resources/list': async () => ({
      resources: (await all()).map((skill) => {
        const { name, description } = skill.frontmatter
        return { uri: uriOf(skill), name, description, mimeType: 'text/markdown' }
      }),
    }),
    'resources/read': async ({ uri }) => {
      const { text } = await find(uri)
      return { contents: [{ uri, mimeType: 'text/markdown', text }] }
    },
  } satisfies Record<string, Method>
}

function uriOf({ frontmatter }: ServedSkill): string {
  return `skill://${frontmatter.name}/SKILL.md`
}

function entryOf(skill: ServedSkill) {
  const uri = uriOf(skill)
  const digest = `sha256:${createHash('sha256').update(skill.text).digest('hex')}`
  const resources = [{ uri, digest, size: Buffer.byteLength(skill.text) }]
  return { uri, frontmatter: skill.frontmatter, resources }
}

/** Serves work that goes on after its call: a client asks for its result, or stops it. */
export function taskMethods(job: NonNullable<ServingDesk['job']>, going: ServingDesk['going']) {
  const ask = async (
    verb: Parameters<typeof job>[0],
    taskId: unknown,
    request: MethodRequest,
  ): Promise<CallAnswer> => {
    if (!takesTasks(request))
      throw refusal(MISSING_CAPABILITY, 'Missing required client capability', {
        requiredCapabilities: { extensions: { [TASKS]: {} } },
      })
    const [, id] = TASK_ID.exec(String(taskId)) ?? []
    const context = { signal: request.signal, report: () => {} }
    const answer = id === undefined ? null : await job(verb, id, context)
    if (answer && !/^(?:NOT_FOUND|ARG_ERROR|UNKNOWN)/.test(answer.exit)) return answer
    throw refusal(INVALID_PARAMS, 'There is no such task.')
  }
  const workOf = (taskId: unknown, request: MethodRequest) =>
    takesTasks(request) ? going.get(String(taskId)) : undefined
  return {
    'tasks/get': async ({ taskId }, request) => {
      const work = workOf(taskId, request)
      if (work) return goingTask(String(taskId), work)
      const answer = await ask('status', taskId, request)
      const running = runningJob(answer)
      if (running) return taskOf(String(taskId), 'working', running)
      const status = dataOf(answer)['status'] === 'cancelled' ? 'cancelled' : 'completed'
      const result = toToolResult(await ask('wait', taskId, request))
      return { ...taskOf(String(taskId), status, {}), ...(status === 'completed' && { result }) }
    },
    'tasks/cancel': async ({ taskId }, request) => {
      const work = workOf(taskId, request)
      work?.abort.abort()
      const asked = ask('cancel', taskId, request)
      // Between two calls there may be nothing to stop but the next one.
      await (work ? asked.catch(() => {}) : asked)
      return {}
    },
    // No work of a tool asks for input after its call.
    'tasks/update': async ({ taskId }, request) => {
      if (!workOf(taskId, request)) await ask('status', taskId, request)
      return {}
    },
  } satisfies Record<string, Method>
}

/** Makes a task of work that goes on. After a checkpoint the same call is made again until it ends. */
export function startedTask(
  answer: CallAnswer,
  request: MethodRequest,
  { going }: ServingDesk,
  again: (signal: AbortSignal) => Promise<CallAnswer | null>,
) {
  const data = dataOf(answer)
  const isPaused = answer.exit === 'INCOMPLETE' && data['state'] === 'paused'
  if (!takesTasks(request) || !(isPaused || runningJob(answer))) return null
  const taskId = `${Date.now().toString(36)}.${data['job_id'] as string}`
  if (isPaused) {
    const work: GoingWork = { end: null, abort: new AbortController() }
    going.set(taskId, work)
    const [oldest] = [...going].find(([, { end }]) => end !== null) ?? []
    if (oldest !== undefined && going.size > MAX_KEPT) going.delete(oldest)
    void goOn(work, answer, again)
  }
  return { resultType: 'task', ...taskOf(taskId, 'working', data) }
}

/** How much work that has ended is kept for clients who ask late. */
const MAX_KEPT = 1000

async function goOn(
  work: GoingWork,
  first: CallAnswer,
  again: (signal: AbortSignal) => Promise<CallAnswer | null>,
): Promise<void> {
  const { signal } = work.abort
  let last = first
  while (!signal.aborted && last.exit === 'INCOMPLETE') last = (await again(signal)) ?? last
  work.end = last
}

function goingTask(taskId: string, { end, abort }: GoingWork) {
  if (abort.signal.aborted) return taskOf(taskId, 'cancelled', {})
  if (!end) return taskOf(taskId, 'working', {})
  return { ...taskOf(taskId, 'completed', {}), result: toToolResult(end) }
}

/** A task is known by the time that it began at and by the id of its job: nothing has to be kept. */
const TASK_ID = /^[0-9a-z]{1,10}[.]([^]+)$/

function taskOf(taskId: string, status: string, job: JsonObject) {
  const createdAt = new Date(Number.parseInt(taskId, 36) || 0).toISOString()
  const interval = job['poll_interval_ms']
  return {
    taskId,
    status,
    createdAt,
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: null,
    pollIntervalMs: typeof interval === 'number' ? interval : 1000,
  }
}

/** Finds a job that is at work; one that stopped at a checkpoint needs another call. */
function runningJob(answer: CallAnswer): JsonObject | null {
  const data = dataOf(answer)
  const isRunning = data['state'] === 'running' || data['status'] === 'running'
  return typeof data['job_id'] === 'string' && isRunning ? data : null
}

/** Returns the data of an answer, or the details of its error, which describe a job alike. */
function dataOf({ document }: CallAnswer): JsonObject {
  if (!isJsonObject(document)) return {}
  const { data, error } = document
  const details = isJsonObject(error) ? (error['details'] ?? error['context']) : undefined
  return isJsonObject(data) ? data : objectOf(details)
}

function takesTasks({ envelope }: MethodRequest): boolean {
  const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities']
  const extensions = (capabilities as { extensions?: object } | undefined)?.extensions
  return extensions !== undefined && Object.hasOwn(extensions, TASKS)
}
