import { defect, type Outcome } from '../../contract/index.ts'
import { ERROR_TEXTS, explainProblems, type DialectDescription } from '../../description/index.ts'
import type { Capture, Dialect, EncodedDocument, EncodeOptions } from '../dialect.ts'
import { lossKind, type LossKind } from '../write/loss-kinds.ts'
import { checkDescription } from './check.ts'
import { documentSchema } from './document-schema.ts'
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
    toDocument: (outcome: Outcome, options?: EncodeOptions): EncodedDocument =>
      writeDocument(plan, outcome, options),
  })
}

/** Lists the kinds of things that a described dialect has no member for. */
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

/** The members of meta that most tools have. */
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
