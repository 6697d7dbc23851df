import { counted } from '../counted.ts'
import type { SessionRecord } from './session-record.ts'

/** What a listing tells about a session. */
export interface SessionSummary {
  readonly id: string
  readonly path: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly prompts: number
  readonly messages: number
  readonly stopped: boolean
}

/** A session with its contents. */
export interface Session extends SessionSummary {
  readonly records: readonly SessionRecord[]
  readonly workspace: string | undefined
  readonly inputTokens: number
  readonly outputTokens: number
}

const KEPT_MESSAGES = 12

/** Adds up what the records of a session say. */
export function describeSession(
  id: string,
  path: string,
  records: readonly SessionRecord[],
  file: { readonly modified: number },
): Session {
  const meta = records.find((record) => record.type === 'session_meta')
  const prompts = records.filter((record) => record.type === 'prompt_history')
  const messages = records.filter((record) => record.type === 'message')
  const compaction = records.findLast((record) => record.type === 'compaction')
  const last = prompts.at(-1)
  const used = messages.map((record) => record.message?.usage)
  const modified = Math.round(file.modified)
  return {
    id,
    path,
    createdAt: meta?.created_at_ms ?? modified,
    updatedAt: Math.max(meta?.updated_at_ms ?? modified, last?.timestamp_ms ?? 0),
    prompts: prompts.length,
    messages: messages.length + (compaction?.removed_message_count ?? 0),
    stopped: last?.stop_reason !== undefined && last.stop_reason !== 'completed',
    records,
    workspace: meta?.workspace_root,
    inputTokens: used.reduce((sum, usage) => sum + (usage?.input_tokens ?? 0), 0),
    outputTokens: used.reduce((sum, usage) => sum + (usage?.output_tokens ?? 0), 0),
  }
}

/** Keeps the last messages of a session and counts the others. */
export function compact(records: readonly SessionRecord[]): SessionRecord[] {
  const messages = records.filter((record) => record.type === 'message')
  const kept = messages.slice(-KEPT_MESSAGES)
  const before = records.findLast((record) => record.type === 'compaction')
  const removed = messages.length - kept.length + (before?.removed_message_count ?? 0)
  const compaction: SessionRecord = {
    type: 'compaction',
    count: (before?.count ?? 0) + 1,
    removed_message_count: removed,
    summary: `${counted(removed, 'earlier message')} set aside`,
  }
  const meta = records.filter((record) => record.type === 'session_meta')
  const prompts = records.filter((record) => record.type === 'prompt_history')
  return [...meta, compaction, ...prompts.slice(-KEPT_MESSAGES), ...kept]
}
