import { everyCall, type Rule } from './rule.ts'

/** A part failed by what it printed, and the line ended with 0. */
export const rule: Rule = {
  id: 'hidden_failure',
  title: 'failures that the exit hid',
  start: everyCall(({ missed }) => (missed?.kind === 'hidden' ? [{ says: missed.note }] : [])),
}
