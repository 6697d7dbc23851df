import { isJsonObject, type NextSteps } from '../../contract/index.ts'
import { setMember, withoutMembers } from '../../internal/json/json-members.ts'
import { FACTS_READ_FROM_META } from '../write/place-facts.ts'
import type { Draft } from './outcome-draft.ts'
import { ERROR_FITS, isNextSteps } from './restore-stowed.ts'

const NEXT_STEPS: ReadonlySet<string> = new Set(['next_steps'])

/** Takes the next steps out of the details, where dialects without a member for them have them. */
export function liftAdvice({ error }: Draft): void {
  const steps = error?.details?.['next_steps']
  if (!error?.details || error.next_steps !== undefined || !isNextSteps(steps)) return
  error.next_steps = steps as unknown as NextSteps
  const rest = withoutMembers(error.details, NEXT_STEPS)
  if (Object.keys(rest).length > 0) error.details = rest
  else delete error.details
}

/** Takes details, next steps and fixes out of `meta`, where contracts with a closed error have them. */
export function liftFromMeta(draft: Draft): void {
  const { error, meta } = draft
  if (!error) return
  const { details, next_steps: steps } = meta
  const taken = new Set<string>()
  if (error.details === undefined && isJsonObject(details) && Object.keys(details).length > 0) {
    error.details = details
    taken.add('details')
  }
  if (error.next_steps === undefined && isNextSteps(steps)) {
    error.next_steps = steps as unknown as NextSteps
    taken.add('next_steps')
  }
  for (const name of FACTS_READ_FROM_META) {
    const value = meta[name]
    if (value === undefined || error[name] !== undefined || !ERROR_FITS[name](value)) continue
    setMember(error, name, value)
    taken.add(name)
  }
  if (taken.size > 0) draft.meta = withoutMembers(meta, taken)
}
