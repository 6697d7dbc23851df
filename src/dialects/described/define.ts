import { defect, type JsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import {
  ERROR_TEXTS,
  explainProblems,
  type DialectDescription,
  type Parts,
} from '../../description/index.ts'
import { ownMember, setMember } from '../../internal/json/json-members.ts'
import type { Capture, Dialect, EncodedDocument, EncodeOptions } from '../dialect.ts'
import { saidFailure } from '../read/read-members.ts'
import { lossKind, type LossKind } from '../write/loss-ledger.ts'
import { checkDescription } from './check.ts'
import { toPlan, type Plan } from './plan.ts'
import { readCapture } from './read.ts'
import { writeDocument } from './write.ts'

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
export function defineDialect(description: DialectDescription): DescribedDialect {
  const problems = checkDescription(description)
  if (problems.length > 0) throw defect('DIALECT_INVALID', explainProblems(problems))
  const plan = toPlan(description)
  return Object.freeze({
    id: description.id,
    title: description.title ?? description.id,
    description,
    schema: documentSchema(plan),
    loses: lostKinds(plan),
    decode: (capture: Capture) => readCapture(plan, capture),
    // Where only exit numbers tell failures, a line of a log is judged by its content.
    ...(!plan.ok &&
      !plan.error && { impliedExit: (document: JsonValue) => impliedExit(plan, document) }),
    toDocument: (outcome: Outcome, options?: EncodeOptions): EncodedDocument =>
      writeDocument(plan, outcome, options),
  })
}

function impliedExit(plan: Plan, document: JsonValue): number {
  let number = saidFailure(document) === undefined ? 0 : 1
  while (number > 0 && plan.exitName(number) === 'SUCCESS') number += 1
  return number
}

function lostKinds(plan: Plan): readonly LossKind[] {
  const members = new Set(plan.metaMembers.map(([name]) => name))
  const texts = new Set(plan.error?.texts.map(([key]) => key))
  const lost = new Set<LossKind>([
    'retry_strategy',
    'redirect',
    'field_errors',
    'fix',
    'category',
    'synthesised',
    'exit',
  ])
  if (!plan.warnings) lost.add('warnings')
  if (!plan.meta) {
    lost.add('meta').add('suggested_commands')
    for (const name of META_NAMES) if (!members.has(name)) lost.add(lossKind(`/meta/${name}`))
  }
  for (const key of ERROR_TEXTS) if (!texts.has(key)) lost.add(lossKind(`/error/${key}`))
  if (!plan.error?.details) lost.add('details')
  if (!plan.error?.retryable) lost.add('retryable')
  if (!plan.error?.wait) lost.add('wait')
  if (plan.isFlat) lost.add('failure_data').add('scalar_data').add('null_data')
  if (plan.isFlat && (plan.ok || plan.constants.length > 0)) lost.add('array_data')
  return [...lost].sort()
}

const META_NAMES = [
  'duration_ms',
  'request_id',
  'schema_version',
  'schema',
  'not_modified',
  'truncated',
  'cursor',
  'command',
  'type',
  'timestamp',
]

function documentSchema(plan: Plan): JsonObject {
  const head = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: plan.description.title ?? plan.description.id,
  }
  if (plan.isFlat && !plan.ok && plan.constants.length === 0) {
    return { ...head, type: ['object', 'array'] }
  }
  const root: Node = { type: 'object', properties: {}, required: [] }
  for (const [parts, value] of plan.constants) place(root, parts, { const: value }, true)
  if (plan.ok) place(root, plan.ok.parts, { enum: [...plan.ok.success, ...plan.ok.failure] }, true)
  for (const [, parts] of plan.error?.texts ?? []) {
    // The error's place may itself be the message.
    place(root, parts, { type: ['string', 'number', 'null'] }, false)
  }
  if (plan.error?.retryable) place(root, plan.error.retryable, { type: ['boolean', 'null'] }, false)
  if (plan.error?.wait) place(root, plan.error.wait.parts, { type: ['number', 'null'] }, false)
  if (plan.warnings) {
    place(root, plan.warnings, { type: ['array', 'null'], items: { type: 'string' } }, false)
  }
  return { ...head, ...(root as unknown as JsonObject), ...shapes(plan) }
}

/** A result has data and no sign of failure; an error is the opposite. */
function shapes(plan: Plan): JsonObject {
  const result: Node = { type: 'object', properties: {}, required: [] }
  if (!plan.isFlat) place(result, plan.data, {}, true)
  if (plan.ok) place(result, plan.ok.parts, { enum: [...plan.ok.success] }, true)
  if (plan.error) place(result, plan.error.at, { enum: [null, false] }, false)
  const error: Node = { type: 'object', properties: {}, required: [] }
  if (plan.ok) place(error, plan.ok.parts, { enum: [...plan.ok.failure] }, true)
  if (plan.error) place(error, plan.error.at, {}, true)
  const isFailing = plan.ok !== undefined || plan.error !== undefined
  return {
    anyOf: [
      { title: 'result', ...(result as unknown as JsonObject) },
      ...(isFailing ? [{ title: 'error', ...(error as unknown as JsonObject) }] : []),
    ],
  }
}

interface Node {
  type: JsonValue
  properties: Record<string, unknown>
  required: string[]
}

function place(root: Node, parts: Parts, schema: JsonObject, isRequired: boolean): void {
  let node = root
  for (const part of parts.slice(0, -1)) {
    if (isRequired && !node.required.includes(part)) node.required.push(part)
    const known = ownMember(node.properties, part) as Node | undefined
    const next: Node = known ?? { type: ['object', 'null'], properties: {}, required: [] }
    // A leaf with parts below it has no properties yet.
    next.properties ??= {}
    next.required ??= []
    setMember(node.properties, part, next)
    node = next
  }
  const name = parts.at(-1)!
  if (isRequired && !node.required.includes(name)) node.required.push(name)
  if (ownMember(node.properties, name) === undefined) setMember(node.properties, name, schema)
}
