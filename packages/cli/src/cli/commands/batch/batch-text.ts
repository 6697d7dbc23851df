import type { OutcomeMeta } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { durationText, renderTable, type Screen } from 'surety/unstable/human'
import type { BatchRow } from './batch-row.ts'
import { isInDoubt } from './in-doubt.ts'

/** Draws a batch for a person: the calls that did not succeed, and one line for all of them. */
export function batchText(rows: readonly BatchRow[], screen: Screen, meta: OutcomeMeta): string {
  const troubled = rows.filter(({ ok }) => !ok)
  const inDoubt = troubled.filter(({ error, attempts }) => isInDoubt(error, attempts)).length
  if (rows.length === 0) return 'There was no call to run.'
  const failed = troubled.length - inDoubt
  const table = troubled.map(({ index, id, argv, error, attempts }) => ({
    id: id ?? index,
    call: quoteWords(argv),
    code: error?.code ?? null,
    message: error?.message ?? null,
    ...(attempts > 1 && { attempts }),
  }))
  const resumed = rows.filter((row) => row.resumed).length
  const { duration_ms: ms } = meta
  const took = typeof ms === 'number' ? ` in ${durationText(ms)}` : ''
  const earlier = resumed > 0 ? `, ${resumed} of them in an earlier run` : ''
  const succeeded = rows.length - troubled.length
  // A call in doubt may have succeeded, so it is counted for itself.
  const doubts =
    inDoubt === 0
      ? ''
      : `; ${failed > 0 ? `${failed} failed, ` : ''}${inDoubt} ${inDoubt === 1 ? 'is' : 'are'} in doubt`
  const last = `${succeeded} of ${rows.length} succeeded${took}${earlier}${doubts}.`
  const { paint, glyphs } = screen
  const sign =
    failed > 0
      ? paint.red(glyphs.cross)
      : inDoubt > 0
        ? paint.yellow(glyphs.warning)
        : paint.green(glyphs.tick)
  const rest = succeeded > 0 ? paint.dim(' Every answer: --format jsonl') : ''
  const drawn = troubled.length === 0 ? [] : renderTable(table, screen).lines
  return [...drawn, `${sign} ${last}${rest}`].join('\n')
}
