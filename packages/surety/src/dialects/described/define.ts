import {
  defect,
  type JsonObject,
  type JsonValue,
  type Outcome,
  isJsonObject,
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureOutcome,
} from '../../contract/index.ts'
import { explainProblems, type DialectDescription, type Parts } from '../../description/index.ts'
import { ownMember, setMember } from '@surety/internal/json/json-members.ts'
import { addMembers, setAt, toPointer } from '@surety/internal/json/json-values.ts'
import type { Capture, Dialect, EncodeOptions, EncodedDocument } from '../dialect.ts'
import { callsItselfFailed } from '../../failure-reader/index.ts'
import { RESERVED } from '../write/reserved.ts'
import { checkDescription } from './check.ts'
import { toPlan, type Plan, contains, valueAt, type ErrorPlan } from './plan.ts'
import { PlanReader } from './read.ts'

/** A dialect made from a description. */
export interface DescribedDialect extends Dialect {
  readonly description: DialectDescription
}

/**
 * Makes a dialect from a description. An invalid description is a defect that lists every mistake.
 *
 * @example
 * ```ts
 * import { defineDialect } from 'surety/dialects'
 *
 * const house = defineDialect({
 *   id: 'house',
 *   ok: { at: '/success', success: [true], failure: [false] },
 *   data: '/data',
 *   error: { at: '/error', code: '/error/code', message: '/error/message' },
 *   exits: { 4: 'NOT_FOUND' },
 * })
 * house.decode({ stdout: '{"success":true,"data":[1]}', stderr: '', exit_code: 0 }).ok // true
 * ```
 */
export function defineDialect(given: DialectDescription): DescribedDialect {
  const problems = checkDescription(given)
  if (problems.length > 0) throw defect('DIALECT_INVALID', explainProblems(problems))
  // As in a file, what is undefined is absent.
  const description = JSON.parse(JSON.stringify(given)) as DialectDescription
  const plan = toPlan(description)
  return Object.freeze({
    id: description.id,
    title: description.title ?? description.id,
    description,
    schema: documentSchema(plan),
    decode: (capture: Capture) => new PlanReader(plan, capture).read(),
    // Where only exit numbers tell failures, a line of a log is judged by its content.
    ...(!plan.ok &&
      !plan.error && { impliedExit: (document: JsonValue) => impliedExit(plan, document) }),
    lacksWarnings: !plan.warnings,
    lacksPaging: !plan.meta && !plan.metaMembers.some(([name]) => name === 'truncated'),
    roomFor: (outcome: Outcome, document: JsonValue | undefined) =>
      isWritable(document) ? roomFor(plan, outcome, document) : null,
    toDocument: (outcome: Outcome, options?: EncodeOptions): EncodedDocument =>
      writeDocument(plan, outcome, options),
  })
}

function impliedExit(plan: Plan, document: JsonValue): number {
  let number = callsItselfFailed(document) ? 1 : 0
  while (number > 0 && plan.exitName(number) === 'SUCCESS') number += 1
  return number
}

function documentSchema({ description, isFlat, ok, ...plan }: Plan): JsonObject {
  const { constants, data, error, warnings } = plan
  const head = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: description.title ?? description.id,
  }
  if (isFlat && !ok && constants.length === 0) return { ...head, type: ['object', 'array'] }
  const { success = [], failure = [] } = ok ?? {}
  const result = objectSchema([
    [isFlat ? undefined : data, {}, true],
    [ok?.parts, { enum: success }, true],
    [error?.at, { enum: [null, false] }],
  ])
  const failing = objectSchema([
    [ok?.parts, { enum: failure }, true],
    [error?.at, {}, true],
  ])
  return {
    ...head,
    ...objectSchema([
      ...constants.map(([parts, value]): Member => [parts, { const: value }, true]),
      [ok?.parts, { enum: [...success, ...failure] }, true],
      // The error's place may itself be the message.
      ...(error?.texts ?? []).map(([, at]): Member => [at, { type: ['string', 'number', 'null'] }]),
      [error?.retryable, { type: ['boolean', 'null'] }],
      [error?.wait?.parts, { type: ['number', 'null'] }],
      [warnings, { type: ['array', 'null'], items: { type: 'string' } }],
    ]),
    anyOf: [
      { title: 'result', ...result },
      ...(ok || error ? [{ title: 'error', ...failing }] : []),
    ],
  }
}

type Member = readonly [parts: Parts | undefined, schema: JsonObject, isRequired?: true]

interface Node {
  readonly type: JsonValue
  properties?: Record<string, unknown>
  required?: string[]
}

/** Makes the schema of an object with members at any depth; those without a place are left out. */
function objectSchema(members: readonly Member[]): JsonObject {
  const root = { type: 'object', properties: {}, required: [] }
  for (const [parts = [], schema, isRequired] of members) {
    let node: Node = root
    for (const [index, part] of parts.entries()) {
      // A leaf with parts below it has no properties yet.
      const properties = (node.properties ??= {})
      const required = (node.required ??= [])
      if (isRequired && !required.includes(part)) required.push(part)
      const isLeaf = index === parts.length - 1
      const made = isLeaf ? schema : { type: ['object', 'null'], properties: {}, required: [] }
      if (!Object.hasOwn(properties, part)) setMember(properties, part, made)
      node = ownMember(properties, part) as Node
    }
  }
  return root
}

function writeDocument(plan: Plan, outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
  const document = outcome.ok ? writeSuccess(plan, outcome.data) : writeFailure(plan, outcome)
  if (isWritable(document)) writeSurroundings(plan, outcome, document)
  return {
    document: isWritable(document) ? inOrder(plan, document) : document,
    stream: outcome.ok ? 'stdout' : plan.errorStream,
    exit_code: exitNumberOf(plan, outcome, options),
    layout: plan.description.layout ?? 'compact',
  }
}

type Writable = Record<string, JsonValue>

function isWritable(document: JsonValue | undefined): document is Writable {
  return isJsonObject(document)
}

function writeSuccess(plan: Plan, data: JsonValue): JsonValue {
  if (plan.isFlat) return writeFlat(plan, data)
  const document = startDocument(plan, true)
  setAt(document, plan.data, data)
  if (plan.error && plan.unused === 'null') setAt(document, plan.error.at, null)
  return document
}

/** Wraps scalars in a member, because readers find only objects and arrays. */
function writeFlat(plan: Plan, data: JsonValue): JsonValue {
  if (Array.isArray(data) && !plan.hasEnvelope) return data
  const fits = isJsonObject(data) && !Object.keys(data).some((key) => plan.own.has(key))
  const document = startDocument(plan, true)
  addMembers(document, fits ? data : { value: data })
  return document
}

function writeFailure(plan: Plan, outcome: FailureOutcome): JsonValue | undefined {
  if (!plan.error && !plan.ok) {
    // Only the exit number reports the failure; data is all that can be printed.
    if (outcome.data === null) return undefined
    if (plan.isFlat) return writeFlat(plan, outcome.data)
  }
  const document = startDocument(plan, false)
  if (!plan.isFlat && (outcome.data !== null || plan.unused === 'null')) {
    setAt(document, plan.data, outcome.data)
  }
  if (plan.error) writeError(plan.error, outcome, document)
  return document
}

function startDocument(plan: Plan, isSuccess: boolean): Writable {
  const document: Writable = {}
  for (const [parts, value] of plan.constants) setAt(document, parts, value)
  if (plan.ok) setAt(document, plan.ok.parts, (isSuccess ? plan.ok.success : plan.ok.failure)[0])
  return document
}

function writeError(error: ErrorPlan, { error: facts }: FailureOutcome, document: Writable): void {
  // Details come first, because single members may have their places in them.
  if (error.details && facts.details) setAt(document, error.details, { ...facts.details })
  for (const [key, parts] of error.texts) {
    const isEmpty = facts[key] === '' && key !== 'code' && key !== 'message'
    if (facts[key] !== undefined && !isEmpty) setAt(document, parts, facts[key])
  }
  if (error.retryable && facts.retryable !== null) setAt(document, error.retryable, facts.retryable)
  if (error.wait && facts.retry_after_ms !== undefined) {
    // Round up: a caller that retries too early is refused again.
    setAt(document, error.wait.parts, Math.ceil(facts.retry_after_ms / error.wait.factor))
  }
  // The reader relies on the presence of this member.
  if ((valueAt(document, error.at) ?? false) === false) setAt(document, error.at, true)
}

function writeSurroundings(plan: Plan, outcome: Outcome, document: Writable): void {
  if (plan.warnings && (outcome.warnings.length > 0 || plan.unused === 'null')) {
    setAt(document, plan.warnings, outcome.warnings)
  }
  const placed = new Map(plan.metaMembers)
  for (const [key, value] of Object.entries(outcome.meta)) {
    if (value === undefined || key === RESERVED) continue
    const parts = placed.get(key) ?? (plan.meta && [...plan.meta, key])
    if (parts && valueAt(document, parts) === undefined) setAt(document, parts, value)
  }
  if (plan.meta && plan.unused === 'null' && valueAt(document, plan.meta) === undefined) {
    setAt(document, plan.meta, {})
  }
}

function exitNumberOf(plan: Plan, outcome: Outcome, options: EncodeOptions): number {
  if (outcome.ok) return 0
  const { exit, error } = outcome
  if (isSignalExitName(exit)) return SIGNAL_EXITS[exit].number
  const declared = options.exits?.find((candidate) => candidate.name === exit)
  let free = 1
  while (free < 255 && plan.exitName(free) !== undefined) free += 1
  return (
    plan.exitNumber(exit) ??
    (declared && plan.exitName(declared.number) === undefined ? declared.number : undefined) ??
    plan.exitNumber(error.category) ??
    plan.exitNumber('GENERAL_ERROR') ??
    free
  )
}

/** Returns the object that may take the reserved member, if it exists or can be created. */
function roomFor({ stow, error }: Plan, { ok }: Outcome, document: Writable): string | null {
  if (!stow || (ok && error && contains(error.at, stow))) return null
  const present = valueAt(document, stow) ?? null
  const isTaken = isJsonObject(present) ? Object.hasOwn(present, RESERVED) : present !== null
  // Something on the way may not be an object.
  const way = stow.map((_, depth) => valueAt(document, stow.slice(0, depth)))
  const isOpen = way.every((value = null) => value === null || isJsonObject(value))
  return isOpen && !isTaken ? toPointer(...stow) : null
}

function inOrder({ description: { order } }: Plan, document: Writable): JsonValue {
  if (!order) return document
  const ordered: Writable = {}
  for (const key of new Set([...order, ...Object.keys(document)]))
    if (Object.hasOwn(document, key)) setMember(ordered, key, document[key])
  return ordered
}
