import { shortText } from '@surety/client/unstable/programs'
import type { JudgedCall } from '../judge.ts'
import { everyCall, type Mark, type Rule } from './rule.ts'

/** Characters that a short form must leave out to be worth its own line, and to be worth a finding. */
const NOTE = 120
const WORTH = 2000

/** The description of a program knows which lines of an output decide, and the rest was read for nothing. */
export const rule: Rule = {
  id: 'long_output',
  title: 'outputs that could have been bounded',
  start: everyCall((judged) => {
    const short = shortOf(judged)
    if (short === undefined || short.saved < NOTE) return []
    const { saved, left, decides } = short
    // Of a list nobody knows which rows were wanted: it is counted alone.
    if (saved < WORTH || decides === '') return [{ saved }]
    const says = `${saved} of ${judged.call.length} characters could go: ${left}; what decides: ${decides}`
    return [{ saved, says } satisfies Mark]
  }),
}

/** Shortens the output of a call as its description says; undefined if nothing is known of it. */
export function shortOf({ parts, call, end }: JudgedCall) {
  const forms = parts.flatMap(({ known }) => known?.short ?? [])
  const [form, ...others] = forms
  if (form === undefined || others.length > 0 || call.isCut || call.length > call.output.length)
    return undefined
  const { text, left } = shortText(call.output, form)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  // Where lines are told apart, the last one sums up; a list has no such line.
  const last = form.leaves_out === undefined ? '' : (lines.at(-1) ?? '')
  const decides = (end.line || last).trim().slice(0, 120)
  const counts = [...left].map(([as, by]) => `${by} ${as}`).join(', ')
  return { text, saved: call.output.length - text.length, left: counts, decides }
}
