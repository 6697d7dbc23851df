import type { SuccessOutcome } from '../../../../contract/index.ts'
import type { DecisionInput } from '../../decision-input.ts'
import { countVerdicts } from '../../history.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../../verdict.ts'

/** Linux allows 128 KiB per argument, and a character can take three bytes. */
const MOST_CHARACTERS = 40_000

/** Fetches the next page if paging is on; stops at repeated cursors and at the page limit. */
export function decidePage({
  outcome,
  history,
  policy,
}: DecisionInput<SuccessOutcome>): Ruling | undefined {
  const { cursor } = outcome.meta
  if (typeof cursor !== 'string' || cursor === '' || policy.maxPages < 2) return undefined
  if (cursor.includes('\0') || cursor.length > MOST_CHARACTERS) return escalate('CURSOR_UNUSABLE')
  if (history.steps.some((step) => step.cursor === cursor)) return escalate('CURSOR_LOOP')
  const pages = countVerdicts(history, 'next_page') + 1
  if (pages >= policy.maxPages) {
    return escalate(
      'PAGE_LIMIT',
      `There are more pages than the ${policy.maxPages} that were allowed.`,
    )
  }
  return { kind: 'next_page', cursor, reason: 'MORE_PAGES', message: VERDICT_REASONS.MORE_PAGES }
}
