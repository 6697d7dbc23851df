import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeMeta,
} from '../../../contract/index.ts'
import type { Ledger } from '../../write/loss-ledger.ts'

interface CodedWarning {
  readonly code: string
  readonly message: string
  readonly context?: JsonObject
}

/** The code of a warning that has none of its own. */
const PLAIN = 'WARNING'
const CODED = /^([A-Z][A-Z0-9_]+): ([\s\S]*)$/

function toCodedWarning(text: string, context?: JsonObject | null): CodedWarning {
  const [, code = PLAIN, message = text] = CODED.exec(text) ?? []
  return { code, message, ...(context && { context }) }
}

export function warningText(warning: JsonValue): string | undefined {
  if (!isJsonObject(warning)) return undefined
  const { code, message, context = {} } = warning
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]+$/.test(code)) return undefined
  if (typeof message !== 'string' || !isJsonObject(context)) return undefined
  if (Object.keys(warning).some((name) => !MEMBERS.has(name))) return undefined
  return code === PLAIN && !CODED.test(message) ? message : `${code}: ${message}`
}

const MEMBERS: ReadonlySet<string> = new Set(['code', 'message', 'context'])

/** Lists the contexts of warnings as an outcome has them in meta; undefined if there are none. */
export function contextsOf(warnings: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!Array.isArray(warnings)) return undefined
  const contexts = (warnings as readonly JsonValue[]).map((warning) => {
    const context = warningText(warning) === undefined ? null : (warning as JsonObject)['context']
    return context ?? null
  })
  return contexts.some((context) => context !== null) ? contexts : undefined
}

function writableContexts(
  meta: OutcomeMeta,
  count: number,
): readonly (JsonObject | null)[] | undefined {
  const contexts = meta['warning_context']
  if (!Array.isArray(contexts) || contexts.length !== count) return undefined
  const list = contexts as readonly JsonValue[]
  if (!list.every((context) => context === null || isJsonObject(context))) return undefined
  return list.some((context) => context !== null) ? list : undefined
}

export function writeWarnings116(
  { warnings, meta }: Outcome,
  ledger: Ledger,
): readonly CodedWarning[] {
  const contexts = writableContexts(meta, warnings.length)
  if (contexts) ledger.wroteMeta('warning_context')
  const written = warnings.map((text, index) => toCodedWarning(text, contexts?.[index]))
  ledger.readsAs(
    '/warnings',
    written.map((warning) => warningText(warning as unknown as JsonValue)),
  )
  return written
}
