import type { ErrorDeclarations } from '../../runtime/index.ts'
import type { ErrorMatch, ErrorRule, ErrorRules, ForeignFailure } from './declarations.ts'

/** The code of a failure that no rule knows. */
export const COMMAND_FAILED = 'COMMAND_FAILED'

/** Rules for the errors of a command, its own before those of the whole tool. */
export type RuleList = readonly (readonly [code: string, rule: ErrorRule])[]

export function toRules(
  errors: ErrorRules = {},
  exits: Readonly<Record<number, ErrorRule['exit']>> = {},
): RuleList {
  const byError = Object.entries(errors).map(
    ([code, rule]) => [code, typeof rule === 'string' ? { exit: rule } : rule] as const,
  )
  const byNumber = Object.entries(exits).map(([number, exit]) => {
    const code = typeof exit === 'string' ? exit : exit.name
    return [code, { exit, when: { exit: Number(number) } }] as const
  })
  return [...byError, ...byNumber]
}

export function toErrorDeclarations(rules: RuleList): ErrorDeclarations {
  return Object.fromEntries(
    rules.map(([code, { when: _when, ...declaration }]) => [code, declaration] as const),
  )
}

export function findRule(rules: RuleList, failure: ForeignFailure): string | undefined {
  return rules.find(([code, rule]) => fits(code, rule, failure))?.[0]
}

function fits(code: string, { when }: ErrorRule, failure: ForeignFailure): boolean {
  if (when === undefined) return namesOf(failure.error).includes(code)
  if (typeof when === 'function') return when(failure)
  const matches = Array.isArray(when) ? (when as readonly ErrorMatch[]) : [when as ErrorMatch]
  return matches.some((match) => fitsMatch(match, failure))
}

function fitsMatch(match: ErrorMatch, { error, message, exit }: ForeignFailure): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return (
    Object.keys(match).length > 0 &&
    (match.class === undefined || fitsClass(match.class, error)) &&
    (match.code === undefined || match.code === code) &&
    (match.message === undefined || new RegExp(match.message).test(message)) &&
    (match.exit === undefined || [match.exit].flat().includes(exit))
  )
}

function fitsClass(wanted: NonNullable<ErrorMatch['class']>, error: unknown): boolean {
  return typeof wanted === 'string' ? namesOf(error).includes(wanted) : error instanceof wanted
}

/** Lists what an error may be known by: its code, its name and its class. */
function namesOf(error: unknown): readonly unknown[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  return [code, name, error.constructor?.name]
}
