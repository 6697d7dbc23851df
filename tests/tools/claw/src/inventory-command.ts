import { defineErrors, s } from 'surety'

import type { Entry } from './inventory.ts'

/** Error codes of the inventory commands. */
export const errors = defineErrors({
  command_not_found: { exit: 'NOT_FOUND', description: 'The inventory has no such command' },
  tool_not_found: { exit: 'NOT_FOUND', description: 'The inventory has no such tool' },
  policy: { exit: 'PERMISSION_DENIED', description: 'The call is on the deny list' },
})

/** The exits of commands that look something up. */
export const lookUpExits = {
  SUCCESS: 'The entry exists',
  NOT_FOUND: 'The inventory has no such entry',
}

/** An entry as the show commands give it. */
export const describedEntry = s.object({
  name: s.string(),
  found: s.boolean(),
  source_hint: s.string(),
  responsibility: s.string(),
})

/** Gives the text of an entry: name, hint and responsibility, a line each. */
export function entryText(entry: Entry): string {
  return [entry.name, entry.source_hint, entry.responsibility].join('\n')
}

/** Facts about an error that version 1.0 of the contract has no members for. */
export function inDetail<Details extends object>(
  ctx: { readonly contractVersion: string | null },
  details: Details,
): { readonly details?: Details } {
  return ctx.contractVersion === '1.0' ? {} : { details }
}

/** The advice for an entry that does not exist: the command that lists those that do. */
export function listedBy(listing: string): { readonly suggestion: string } {
  return { suggestion: `'claw ${listing} --output-format json' lists all` }
}
