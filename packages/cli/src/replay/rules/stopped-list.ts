import { everyCall, type Rule } from './rule.ts'

/** A list has exactly as many rows as its program gives by itself, and the call set no limit. */
export const rule: Rule = {
  id: 'stopped_list',
  title: 'lists that stopped at a default limit',
  start: everyCall(({ missed }) => (missed?.kind === 'list' ? [{ says: missed.note }] : [])),
}
