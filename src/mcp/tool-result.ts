import { isJsonObject, type JsonObject, type JsonValue } from '../contract/index.ts'
import type { CallAnswer } from './served-tool.ts'

/** The result of a tool call, as the protocol has it. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError: boolean
  readonly _meta: Record<string, unknown>
}

/**
 * Turns an answer into a result. The text is the whole envelope as well, because some clients show nothing
 * else to their model.
 */
export function toToolResult(answer: CallAnswer): ToolResult {
  const envelope = toObject(answer.document)
  return {
    content: [{ type: 'text', text: JSON.stringify(envelope) }],
    structuredContent: envelope,
    isError: !answer.isOk,
    _meta: {
      'surety/dialect': answer.dialect,
      'surety/exit': answer.exit,
      'surety/exit_code': answer.exitCode,
      ...(answer.beyond !== null && { 'surety/outcome': answer.beyond }),
    },
  }
}

/** The protocol wants an object, and a bare result may be anything. */
function toObject(document: JsonValue | undefined): JsonObject {
  if (isJsonObject(document)) return document
  return document === undefined ? {} : { data: document }
}
