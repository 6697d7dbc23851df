import type { SuccessOutcome } from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import { countOf } from '../history.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../verdict.ts'

/** Linux takes 128 KiB for one argument, and a character may need three bytes. */
const MOST_CHARACTERS = 40_000

/** Asks for the next page while paging is on, and stops cursors that go round or never end. */
export function decidePage({ outcome, history, policy }: Case<SuccessOutcome>): Ruling | undefined {
  const { cursor } = outcome.meta
  if (typeof cursor !== 'string' || cursor === '' || policy.maxPages < 2) return undefined
  if (cursor.includes('\0') || cursor.length > MOST_CHARACTERS) return escalate('CURSOR_UNUSABLE')
  if (history.steps.some((step) => step.cursor === cursor)) return escalate('CURSOR_LOOP')
  const pages = countOf(history, 'next_page') + 1
  if (pages >= policy.maxPages) {
    return escalate(
      'PAGE_LIMIT',
      `There are more pages than the ${policy.maxPages} that were allowed.`,
    )
  }
  return { kind: 'next_page', cursor, reason: 'MORE_PAGES', message: VERDICT_REASONS.MORE_PAGES }
}
