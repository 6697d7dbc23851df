import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { carefulOrder, tellGenerations } from './generation-evidence.ts'
import type { DialectId } from '../built-in.ts'

/** What speaks for a dialect in one document. */
export interface Evidence {
  readonly dialect: DialectId
  readonly score: number
  readonly reasons: readonly string[]
}

type Stream = 'stdout' | 'stderr'

/** Weighs a document for every dialect; those that it cannot be are left out. */
export function weigh(document: JsonObject, stream: Stream, exit: number): readonly Evidence[] {
  const has = (...names: readonly string[]): boolean =>
    names.every((name) => Object.hasOwn(document, name))
  return [
    ...weighSpec(document, has, stream, exit),
    ...weighTd(document, has, stream),
    ...weighAnimus(document, has),
    ...weighClaw(document, has),
    ...weighIncur(document, has, stream, exit !== 0),
  ]
}

type Has = (...names: readonly string[]) => boolean

function weighSpec(
  document: JsonObject,
  has: Has,
  stream: Stream,
  exit: number,
): readonly Evidence[] {
  const five = ['ok', 'data', 'error', 'warnings', 'meta'].filter((name) => has(name))
  if (stream === 'stderr' || !has('ok') || has('schema') || five.length < 4) return []
  const reasons = [`${five.length} of the five keys of the spec: ${five.join(', ')}`]
  const base = five.length === 5 ? 0.9 : 0.5
  const { error } = document
  const told = isJsonObject(error) ? tellGenerations(error, exit) : undefined
  if (told) {
    const [more, less] = told.isSure ? [0.1, 0.4] : [0.05, 0.05]
    return [
      { dialect: `spec-${told.is}`, score: base + more, reasons: [...reasons, told.why] },
      { dialect: told.is === '1.0' ? 'spec-1.6' : 'spec-1.0', score: base - less, reasons },
    ]
  }
  const open = [...reasons, 'nothing tells the generations apart']
  return carefulOrder(error, exit).map((generation) => ({
    dialect: `spec-${generation}` as const,
    score: base,
    reasons: open,
  }))
}

function weighTd(document: JsonObject, has: Has, stream: Stream): readonly Evidence[] {
  const { error, type } = document
  if (!has('ok') || has('schema') || has('meta') || has('warnings')) return []
  if (has(...CLAW_2_MARKS)) return []
  if (has('data') && typeof type === 'string') {
    const reasons = ['ok, type and data', ...(stream === 'stdout' ? ['a result on stdout'] : [])]
    return [{ dialect: 'td', score: stream === 'stdout' ? 0.9 : 0.5, reasons }]
  }
  if (!isJsonObject(error) || has('data')) return []
  const isWhole = ['code', 'message', 'suggestion'].every((name) => Object.hasOwn(error, name))
  const reasons = [
    isWhole ? 'ok and an error with code, message and suggestion' : 'ok and an error, nothing else',
    ...(stream === 'stderr' ? ['an error on stderr'] : []),
  ]
  const score = (isWhole ? 0.6 : 0.3) + (stream === 'stderr' ? 0.3 : 0)
  return [{ dialect: 'td', score, reasons }]
}

function weighAnimus(document: JsonObject, has: Has): readonly Evidence[] {
  const { schema, error } = document
  if (typeof schema !== 'string' || !has('ok')) return []
  const isKnown = schema === 'animus.cli.v1'
  const bodyHasExit = isJsonObject(error) && Object.hasOwn(error, 'exit_code')
  const reasons = [
    isKnown ? 'the schema tag of animus' : 'a schema tag beside ok',
    ...(bodyHasExit ? ['error.exit_code'] : []),
  ]
  // The tag is part of this contract and not a version that programs get wrong.
  return [{ dialect: 'animus-1', score: isKnown ? 1 : 0.3, reasons }]
}

const CLAW_2_MARKS = ['timestamp', 'command', 'exit_code']

function weighClaw(document: JsonObject, has: Has): readonly Evidence[] {
  const { type, status, kind, error, command } = document
  // The payload stands beside these, so it may have an ok of its own.
  if (has(...CLAW_2_MARKS)) {
    const reasons = ['timestamp, command and exit_code']
    return [{ dialect: 'claw-2.0', score: 0.95, reasons }]
  }
  if (type === 'error' && typeof error === 'string') {
    return [{ dialect: 'claw-1.0', score: 0.95, reasons: ['type error and an error text'] }]
  }
  if (has('ok')) return []
  if (isJsonObject(error) && Object.hasOwn(error, 'kind')) {
    return [{ dialect: 'claw-2.0', score: 0.6, reasons: ['an error object with a kind'] }]
  }
  if (type === 'success') {
    return [{ dialect: 'claw-1.0', score: 0.9, reasons: ['type success'] }]
  }
  if ((status === 'ok' || status === 'error') && typeof kind === 'string') {
    return [
      { dialect: 'claw-1.0', score: 0.8, reasons: ['status and kind, as later builds print'] },
    ]
  }
  if (typeof error === 'string' && typeof kind === 'string') {
    return [{ dialect: 'claw-1.0', score: 0.7, reasons: ['an error text and a kind'] }]
  }
  if (typeof command === 'string') {
    return [{ dialect: 'claw-1.0', score: 0.35, reasons: ['a command and no common members'] }]
  }
  return []
}

function weighIncur(
  document: JsonObject,
  has: Has,
  stream: Stream,
  failed: boolean,
): readonly Evidence[] {
  if (stream === 'stderr') return []
  const { ok, meta, type, code, message } = document
  const evidence: Evidence[] = []
  if (typeof ok === 'boolean' && !has('schema') && !has('warnings')) {
    const isRecord = (type === 'done' || type === 'error') && (has('meta') || has('error'))
    const hasCommand = isJsonObject(meta) && Object.hasOwn(meta, 'command')
    if (isRecord) {
      evidence.push({ dialect: 'incur-full', score: 0.8, reasons: ['the last record of a stream'] })
    } else if (hasCommand) {
      evidence.push({ dialect: 'incur-full', score: 0.95, reasons: ['ok and meta.command'] })
    } else if ((has('data') || has('error')) && !has('type')) {
      evidence.push({ dialect: 'incur-full', score: 0.4, reasons: ['ok beside data or error'] })
    }
  }
  if (failed && typeof code === 'string' && typeof message === 'string') {
    const reasons = ['a failing exit, code and message on top']
    evidence.push({ dialect: 'incur-compact', score: has('ok') ? 0.3 : 0.85, reasons })
  } else if (!failed) {
    evidence.push({
      dialect: 'incur-compact',
      score: 0.15,
      reasons: ['exit 0; compact output can be anything'],
    })
  }
  return evidence
}

/**
 * Tests for a document that calls itself a failure, in whatever way. With exit 0 only compact output
 * makes a success of it, and nobody may guess that.
 */
export function saysFailure({ ok, success, status, error, errors }: JsonObject): boolean {
  if (ok === false || success === false) return true
  if (typeof status === 'string' && /^(?:error|fail|failed|failure)$/i.test(status)) return true
  return isSomething(error) || isSomething(errors)
}

function isSomething(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
