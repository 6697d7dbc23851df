import { s } from 'surety'

import { STOP_REASONS } from './turn-engine.ts'

/** A turn, as answers show it. */
export const turnSchema = s.object({
  prompt: s.string(),
  output: s.string(),
  stop_reason: s.enum(STOP_REASONS),
  cancel_observed: s.boolean(),
})
