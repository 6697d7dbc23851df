import { defect, type JsonObject, type Outcome } from '../../contract/index.ts'
import { explainProblems, type DialectDescription } from '../../description/index.ts'
import type { Capture, Dialect, EncodedDocument, EncodeOptions } from '../dialect.ts'
import { checkDescription } from './check.ts'
import { documentSchema } from './document-schema.ts'
import { lostKinds } from './lost-kinds.ts'
import { toPlan } from './plan.ts'
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
  const schema: JsonObject = documentSchema(plan)
  return Object.freeze({
    id: description.id,
    title: description.title ?? description.id,
    description,
    schema,
    loses: lostKinds(plan),
    decode: (capture: Capture) => readCapture(plan, capture),
    toDocument: (outcome: Outcome, options?: EncodeOptions): EncodedDocument =>
      writeDocument(plan, outcome, options),
  })
}
