import { given } from '@surety/internal/given.ts'
import type { Description, ErrorDescription, ExitMeaning, Failure } from './description-types.ts'

/** What the ends of calls mean: exit numbers, and rules for failures. Those of a command come before those of all. */
export type Rules = Pick<Description, 'exits' | 'errors'>

/** Returns the failure that an exit number means; undefined if it means none. */
export function failureOf(meaning: ExitMeaning | undefined): Failure | undefined {
  if (typeof meaning === 'object') return 'success' in meaning ? undefined : meaning
  return meaning === undefined || meaning === 'SUCCESS'
    ? undefined
    : { exit: meaning, code: meaning }
}

export function toErrorDeclaration(failure: Failure) {
  const { exit, summary: description, suggestion, retryable } = failure
  const { fix_required: fixRequired, fix_command: fixCommand } = failure
  return { exit, ...given({ description, suggestion, retryable, fixRequired, fixCommand }) }
}

/** Returns the variables that a description has for its program; undefined removes one. */
export function variablesOf({
  env = {},
}: Pick<Description, 'env'>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? undefined]))
}

/** The parts of an error that have a place, in the order in which they are written. */
export const ERROR_TEXTS = [
  'code',
  'message',
  'detail',
  'suggestion',
  'phase',
  'fix_required',
  'fix_command',
  'operation',
  'target',
] as const satisfies readonly (keyof ErrorDescription)[]
