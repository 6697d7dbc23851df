import type { LossKind } from '../write/loss-kinds.ts'
import type { ErrorText } from './description.ts'
import type { Plan } from './plan.ts'

/** Lists the kinds of things that a described dialect has no native place for. */
export function lostKinds(plan: Plan): readonly LossKind[] {
  const members = new Set(plan.metaMembers.map(([name]) => name))
  const texts = new Set(plan.error?.texts.map(([key]) => key))
  const lost = new Set<LossKind>(['st', 'rd', 'fe', 'ac', 'ca', 'sy', 'ex'])
  if (!plan.warnings) lost.add('wa')
  if (!plan.meta) {
    lost.add('me').add('ct')
    for (const [name, kind] of META_KINDS) if (!members.has(name)) lost.add(kind)
  }
  for (const [key, kind] of TEXT_KINDS) if (!texts.has(key)) lost.add(kind)
  if (!plan.error?.details) lost.add('dt')
  if (!plan.error?.retryable) lost.add('rt')
  if (!plan.error?.wait) lost.add('wt')
  if (plan.isFlat) lost.add('fd').add('sc').add('nl')
  if (plan.isFlat && (plan.ok || plan.constants.length > 0)) lost.add('ar')
  return [...lost].sort()
}

const META_KINDS: readonly (readonly [string, LossKind])[] = [
  ['duration_ms', 'du'],
  ['request_id', 'rq'],
  ['schema_version', 'sv'],
  ['schema', 'sv'],
  ['not_modified', 'nm'],
  ['truncated', 'pg'],
  ['cursor', 'pg'],
  ['command', 'cm'],
  ['type', 'ty'],
  ['timestamp', 'ts'],
]

const TEXT_KINDS: readonly (readonly [ErrorText, LossKind])[] = [
  ['code', 'co'],
  ['message', 'ms'],
  ['detail', 'ds'],
  ['suggestion', 'sg'],
  ['phase', 'ph'],
  ['operation', 'ot'],
  ['target', 'ot'],
]
