import { fromPointer, toPointer } from '../../internal/json/json-pointer.ts'

/** The kinds of things that a dialect may be unable to say, and what they mean. */
export const LOSS_KINDS = Object.freeze({
  array_data: 'bare array data',
  scalar_data: 'scalar data',
  null_data: 'null as data',
  failure_data: 'data beside a failure',
  clashing_members: 'payload members that clash with the envelope',
  type: 'result type tag',
  command: 'command name',
  timestamp: 'timestamp',
  duration: 'duration',
  request_id: 'request id',
  schema: 'schema tag or version',
  warnings: 'warnings',
  paging: 'paging',
  not_modified: 'not-modified mark',
  meta: 'other members of meta',
  exit: 'name of the exit',
  category: 'category that code and exit do not imply',
  code: 'precise error code',
  message: 'message',
  suggestion: 'suggestion',
  fix: 'required fix, fix command or next steps',
  details: 'structured details',
  detail_text: 'detail text',
  retryable: 'whether a retry helps',
  wait: 'wait before a retry',
  retry_strategy: 'retry strategy',
  phase: 'phase',
  operation: 'operation and target',
  redirect: 'redirect',
  field_errors: 'field errors',
  suggested_commands: 'suggested commands',
  synthesised: 'mark of an error that the reader made up',
} as const)

/** A kind of thing that a dialect may be unable to say. */
export type LossKind = keyof typeof LOSS_KINDS

/** The kind of loss for each named member of an outcome, by its pointer. */
const KIND_OF_MEMBER: ReadonlyMap<string, LossKind> = new Map(
  Object.entries({
    '/exit': 'exit',
    '/warnings': 'warnings',
    '/meta/duration_ms': 'duration',
    '/meta/request_id': 'request_id',
    '/meta/schema_version': 'schema',
    '/meta/schema': 'schema',
    '/meta/not_modified': 'not_modified',
    '/meta/truncated': 'paging',
    '/meta/cursor': 'paging',
    '/meta/pagination': 'paging',
    '/meta/warning_context': 'warnings',
    '/meta/nextOffset': 'paging',
    '/meta/command': 'command',
    '/meta/type': 'type',
    '/meta/timestamp': 'timestamp',
    '/meta/cta': 'suggested_commands',
    '/error/code': 'code',
    '/error/category': 'category',
    '/error/message': 'message',
    '/error/detail': 'detail_text',
    '/error/retryable': 'retryable',
    '/error/recovery': 'retryable',
    '/error/retry_after_ms': 'wait',
    '/error/retry_strategy': 'retry_strategy',
    '/error/phase': 'phase',
    '/error/suggestion': 'suggestion',
    '/error/redirect': 'redirect',
    '/error/fix_required': 'fix',
    '/error/fix_command': 'fix',
    '/error/operation': 'operation',
    '/error/target': 'operation',
    '/error/next_steps': 'fix',
    '/error/field_errors': 'field_errors',
    '/error/details': 'details',
    '/error/root_cause': 'detail_text',
    '/error/docs_url': 'suggestion',
    '/error/synthesised': 'synthesised',
  } as const satisfies Readonly<Record<string, LossKind>>),
)

/** Returns the kind of loss for a member of an outcome. */
export function lossKind(pointer: string, value?: unknown, ok = true): LossKind {
  if (pointer === '/data') return dataKind(value, ok)
  return KIND_OF_MEMBER.get(pointer) ?? 'meta'
}

/** Returns the kind of loss for the data of an outcome. */
export function dataKind(value: unknown, ok: boolean): LossKind {
  if (!ok) return 'failure_data'
  if (value === null) return 'null_data'
  if (Array.isArray(value)) return 'array_data'
  return typeof value === 'object' ? 'clashing_members' : 'scalar_data'
}

/** A part of an outcome, and the name of a member of it. */
export interface Place {
  readonly part: string | undefined
  readonly name: string | undefined
}

/** Pointers and places of the named members, made once: writers ask for them with every document. */
const PLACES: ReadonlyMap<string, Place> = new Map(
  Array.from(KIND_OF_MEMBER.keys(), (pointer) => [pointer, splitPointer(pointer)]),
)
const POINTERS = { meta: pointersIn('meta'), error: pointersIn('error') } as const

function pointersIn(part: string): ReadonlyMap<string, string> {
  const own = [...PLACES].filter(([, place]) => place.part === part)
  return new Map(own.map(([pointer, { name = '' }]) => [name, pointer]))
}

/** Returns the pointer to a member of an outcome's meta or error. */
export function pointerTo(part: 'meta' | 'error', name: string): string {
  return POINTERS[part].get(name) ?? toPointer(part, name)
}

/** Returns the place that a pointer into an outcome leads to. */
export function placeAt(pointer: string): Place {
  return PLACES.get(pointer) ?? splitPointer(pointer)
}

function splitPointer(pointer: string): Place {
  const [part, name, ...more] = fromPointer(pointer)
  return more.length > 0 ? { part: undefined, name: undefined } : { part, name }
}
