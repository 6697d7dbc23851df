/** The two-letter kinds of what a dialect may be unable to say. */
export const LOSS_KINDS = Object.freeze({
  ar: 'bare array data',
  sc: 'scalar data',
  nl: 'null data, as opposed to none',
  fd: 'data beside a failure',
  cl: 'payload members that clash with the envelope',
  ty: 'result type tag',
  cm: 'command name',
  ts: 'timestamp',
  du: 'duration',
  rq: 'request id',
  sv: 'schema tag or version',
  wa: 'warnings',
  pg: 'paging',
  nm: 'not-modified mark',
  me: 'other members of meta',
  ex: 'name of the exit',
  ca: 'category that does not follow from code and exit',
  co: 'precise error code',
  ms: 'message',
  sg: 'suggestion',
  ac: 'machine-readable recovery',
  dt: 'structured details',
  ds: 'detail text',
  rt: 'retryable',
  wt: 'wait before a retry',
  st: 'retry strategy',
  ph: 'phase',
  ot: 'operation and target',
  rd: 'redirect',
  fe: 'field errors',
  ct: 'suggested commands',
  sy: 'mark of an error that a reader made up',
} as const)

/** One of the two-letter kinds of {@link LOSS_KINDS}. */
export type LossKind = keyof typeof LOSS_KINDS

/** The kind of loss that each named member of an outcome would be, by its pointer. */
export const KIND_OF_MEMBER = {
  '/exit': 'ex',
  '/warnings': 'wa',
  '/meta/duration_ms': 'du',
  '/meta/request_id': 'rq',
  '/meta/schema_version': 'sv',
  '/meta/schema': 'sv',
  '/meta/not_modified': 'nm',
  '/meta/truncated': 'pg',
  '/meta/cursor': 'pg',
  '/meta/nextOffset': 'pg',
  '/meta/command': 'cm',
  '/meta/type': 'ty',
  '/meta/timestamp': 'ts',
  '/meta/cta': 'ct',
  '/error/code': 'co',
  '/error/category': 'ca',
  '/error/message': 'ms',
  '/error/detail': 'ds',
  '/error/retryable': 'rt',
  '/error/recovery': 'rt',
  '/error/retry_after_ms': 'wt',
  '/error/retry_strategy': 'st',
  '/error/phase': 'ph',
  '/error/suggestion': 'sg',
  '/error/redirect': 'rd',
  '/error/fix_required': 'ac',
  '/error/fix_command': 'ac',
  '/error/operation': 'ot',
  '/error/target': 'ot',
  '/error/next_steps': 'ac',
  '/error/field_errors': 'fe',
  '/error/details': 'dt',
  '/error/synthesised': 'sy',
} as const satisfies Readonly<Record<string, LossKind>>

/** Finds the kind of loss that a member of the outcome would be. */
export function lossKind(pointer: string, value: unknown, ok: boolean): LossKind {
  if (pointer === '/data') return dataKind(value, ok)
  return Object.hasOwn(KIND_OF_MEMBER, pointer)
    ? KIND_OF_MEMBER[pointer as keyof typeof KIND_OF_MEMBER]
    : 'me'
}

/** Finds the kind of loss that the data of an outcome would be. */
export function dataKind(value: unknown, ok: boolean): LossKind {
  if (!ok) return 'fd'
  if (value === null) return 'nl'
  if (Array.isArray(value)) return 'ar'
  return typeof value === 'object' ? 'cl' : 'sc'
}
