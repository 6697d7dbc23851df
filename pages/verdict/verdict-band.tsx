import { Band } from './band.tsx'
import { verdictWords, type Judged } from './verdict-words.ts'

/** Says in one band what happened, whether the call may be repeated, and what comes next. */
export function VerdictBand({
  judged,
  facts = [],
}: {
  readonly judged: Judged
  /** Short facts for the end of the band, such as the exit code. */
  readonly facts?: readonly string[]
}) {
  const { tone, title, happened, repeat, next } = verdictWords(judged)
  const rows = [
    ['What happened', happened],
    ['May I repeat it?', repeat],
    ['What next?', next],
  ] as const
  return <Band tone={tone} title={title} rows={rows} facts={facts} />
}
