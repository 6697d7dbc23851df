import type { OutcomeMeta } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { durationText, renderTable, type Screen } from '../../../runtime/human/index.ts'
import type { BatchRow } from './batch-row.ts'

/** Draws a batch for a person: the calls that failed, and one line for all of them. */
export function batchText(rows: readonly BatchRow[], screen: Screen, meta: OutcomeMeta): string {
  const failed = rows.filter(({ ok }) => !ok)
  const table = failed.map(({ index, id, argv, error, attempts }) => ({
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
  const succeeded = rows.length - failed.length
  const last = `${succeeded} of ${rows.length} succeeded${took}${earlier}.`
  const { paint, glyphs } = screen
  const sign = failed.length === 0 ? paint.green(glyphs.tick) : paint.red(glyphs.cross)
  const rest = succeeded > 0 ? paint.dim(' Every answer: --format jsonl') : ''
  const drawn = failed.length === 0 ? [] : renderTable(table, screen).lines
  return [...drawn, `${sign} ${last}${rest}`].join('\n')
}
