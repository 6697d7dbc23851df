import { basename } from 'node:path'

import { settlesOf } from '@surety/client/unstable/programs'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { JudgedCall } from '../judge.ts'
import { Remembered, type Rule } from './rule.ts'

/** A change that may have happened although it failed was made again, and nobody looked between. */
export const rule: Rule = {
  id: 'repeated_write',
  title: 'writes repeated in doubt',
  start: () => {
    const doubts = new Remembered<{ readonly program: string; readonly settles: string }>()
    const judge = (judged: JudgedCall) => {
      const { call, main, missed, end } = judged
      const known = main?.known
      if (known === undefined || call.isRefused) return []
      const program = basename(known.program)
      // Whoever asks the program in between has looked.
      if (known.effect === 'read') doubts.forget((doubt) => doubt.program === program)
      if (known.effect !== 'change' || known.repeatable) return []
      const before = doubts.get(call.command)
      const settles = settlesOf(known)
      const isOpen = missed?.kind === 'doubt' || (call.isEnded === true && known.network)
      if (isOpen && end.answer === undefined && settles !== undefined)
        doubts.set(call.command, { program, settles: quoteWords(settles) })
      if (before === undefined) return []
      return [{ says: `it may have happened the first time; this tells: ${before.settles}` }]
    }
    return { judge }
  },
}
