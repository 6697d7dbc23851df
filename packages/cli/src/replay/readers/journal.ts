import { quoteWords } from '@surety/internal/quote-words.ts'
import {
  listOf,
  numberOf,
  stringOf,
  timeOf,
  toCall,
  type TranscriptEvent,
  type TranscriptReader,
} from '../transcript.ts'

/** Our own journal: attempts without what they printed, one session a day. */
export const reader: TranscriptReader = {
  id: 'journal',
  title: 'The journal of surety',
  recognises: ({ at, value }) =>
    at === '' &&
    value['v'] === 1 &&
    'call' in value &&
    ('verdict' in value || 'started' in value || 'answered' in value),
  open: () => {
    const read = ({ value }: { readonly value: Readonly<Record<string, unknown>> }) => {
      const words = listOf(value['argv']).flatMap((word) => stringOf(word) ?? [])
      const time = timeOf(value['time'])
      if (words.length === 0 || time === undefined) return []
      const session = time.slice(0, 10)
      const exit = numberOf(value['exit_code'])
      const isEnded = value['exit'] === 'TIMEOUT'
      const event: TranscriptEvent = toCall({
        session,
        time,
        command: quoteWords(words),
        exit,
        isEnded,
        hasOutput: false,
      })
      return [event]
    }
    return { read, end: () => [] }
  },
}
