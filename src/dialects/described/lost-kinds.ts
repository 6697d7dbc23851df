import type { ErrorText } from '../../description/index.ts'
import type { LossKind } from '../write/loss-kinds.ts'
import type { Plan } from './plan.ts'

/** Lists the kinds of things that a described dialect has no member for. */
export function lostKinds(plan: Plan): readonly LossKind[] {
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
    for (const [name, kind] of META_KINDS) if (!members.has(name)) lost.add(kind)
  }
  for (const [key, kind] of TEXT_KINDS) if (!texts.has(key)) lost.add(kind)
  if (!plan.error?.details) lost.add('details')
  if (!plan.error?.retryable) lost.add('retryable')
  if (!plan.error?.wait) lost.add('wait')
  if (plan.isFlat) lost.add('failure_data').add('scalar_data').add('null_data')
  if (plan.isFlat && (plan.ok || plan.constants.length > 0)) lost.add('array_data')
  return [...lost].sort()
}

const META_KINDS: readonly (readonly [string, LossKind])[] = [
  ['duration_ms', 'duration'],
  ['request_id', 'request_id'],
  ['schema_version', 'schema'],
  ['schema', 'schema'],
  ['not_modified', 'not_modified'],
  ['truncated', 'paging'],
  ['cursor', 'paging'],
  ['command', 'command'],
  ['type', 'type'],
  ['timestamp', 'timestamp'],
]

const TEXT_KINDS: readonly (readonly [ErrorText, LossKind])[] = [
  ['code', 'code'],
  ['message', 'message'],
  ['detail', 'detail_text'],
  ['suggestion', 'suggestion'],
  ['phase', 'phase'],
  ['operation', 'operation'],
  ['target', 'operation'],
]
