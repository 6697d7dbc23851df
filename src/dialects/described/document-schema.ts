import type { JsonObject, JsonValue } from '../../contract/index.ts'
import type { Parts } from '../../description/index.ts'
import { ownMember, setMember } from '../../internal/json/json-members.ts'
import type { Plan } from './plan.ts'

/** Derives the JSON Schema of a described dialect's documents. */
export function documentSchema(plan: Plan): JsonObject {
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
