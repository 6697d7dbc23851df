/** Token counts of one message. */
export interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
}

/** A piece of a message. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: string
    }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly tool_name: string
      readonly output: string
      readonly is_error: boolean
    }

/** A message of a session. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly blocks: readonly Block[]
  readonly usage?: Usage
}

/** One line of a session file. */
export type SessionRecord =
  | {
      readonly type: 'session_meta'
      readonly version: 1
      readonly session_id: string
      readonly created_at_ms: number
      readonly updated_at_ms: number
      readonly workspace_root?: string
      readonly model?: string
      readonly fork?: { readonly parent_session_id: string; readonly branch_name?: string }
    }
  | {
      readonly type: 'compaction'
      readonly count: number
      readonly removed_message_count: number
      readonly summary: string
    }
  | {
      readonly type: 'prompt_history'
      readonly timestamp_ms: number
      readonly text: string
      /** How the turn ended, so that a listing can show whether a session stopped early. */
      readonly stop_reason?: string
    }
  | { readonly type: 'message'; readonly message: Message }

/** A file that cannot be read as a session. */
export class UnreadableSession extends Error {
  override readonly name = 'UnreadableSession'
}

const TYPES: ReadonlySet<unknown> = new Set([
  'session_meta',
  'compaction',
  'prompt_history',
  'message',
])

/**
 * Reads the lines of a session file. One bad line makes the whole file unreadable, except a last
 * line without its line feed: that write was never acknowledged, so nothing is lost without it.
 */
export function parseSession(text: string): SessionRecord[] {
  const legacy = parseLegacy(text)
  if (legacy) return legacy
  const lines = text.split('\n')
  const unfinished = lines.pop()
  const records = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [parseLine(line, index + 1)],
  )
  if (unfinished !== undefined && unfinished.trim() !== '') {
    const last = tryParse(unfinished)
    if (isRecord(last)) records.push(last)
  }
  return records
}

/** Writes one record as a line, long texts cut and known secrets masked. */
export function toLine(record: SessionRecord): string {
  return `${JSON.stringify(record, (_key, value: unknown) => (typeof value === 'string' ? maskSecrets(cut(value)) : value))}\n`
}

function parseLine(line: string, number: number): SessionRecord {
  const value = tryParse(line)
  if (value === undefined) throw new UnreadableSession(`line ${number} is not JSON`)
  if (!isRecord(value)) throw new UnreadableSession(`line ${number} has no known type`)
  return value
}

function parseLegacy(text: string): SessionRecord[] | undefined {
  if (!text.trimStart().startsWith('{') || text.trimStart().startsWith('{"type"')) return undefined
  const value = tryParse(text) as
    | { version?: unknown; messages?: unknown; session_id?: unknown }
    | undefined
  if (value === undefined || !Array.isArray(value.messages)) return undefined
  return value.messages.map((message: unknown) => ({
    type: 'message',
    message:
      typeof message === 'string'
        ? { role: 'user', blocks: [{ type: 'text', text: message }] }
        : isMessage(message)
          ? message
          : { role: 'user', blocks: [] },
  }))
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is SessionRecord {
  if (typeof value !== 'object' || value === null) return false
  const { type, message } = value as { readonly type?: unknown; readonly message?: unknown }
  return TYPES.has(type) && (type !== 'message' || isMessage(message))
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && Array.isArray((value as Message).blocks)
}

const LONGEST_TEXT = 16_384

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… [cut]`
}

function maskSecrets(text: string): string {
  return text
    .replace(/\bsk-ant-[\w-]+/g, 'sk-ant-[masked]')
    .replace(/\b(bearer\s+)[\w.~+/=-]{8,}/gi, '$1[masked]')
    .replace(
      /\b(\w*(?:api_?key|token|secret|password)\w*\s*[=:]\s*)(["']?)[^\s"',;]{4,}\2/gi,
      '$1[masked]',
    )
}
