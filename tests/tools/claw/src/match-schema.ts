import { s } from 'surety'

/** A match of routing, as answers show it. */
export const matchSchema = s.object({
  kind: s.enum(['command', 'tool']),
  name: s.string(),
  score: s.integer(),
  source_hint: s.string(),
})
