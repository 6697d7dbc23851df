import type { JsonObject } from '../../contract/index.ts'

/** The reasons for the end of a turn. */
const STOP_REASONS = [
  'completed',
  'timeout',
  'cancelled',
  'max_budget_reached',
  'max_turns_reached',
]

const STOP_REASON: JsonObject = { enum: STOP_REASONS }

/**
 * A turn, if the member is an object; other tools may use the name for something else. The table of the
 * document requires `cancel_observed` too, but its sample has none.
 */
const TURN: JsonObject = {
  required: ['prompt', 'output', 'stop_reason'],
  properties: {
    prompt: { type: 'string' },
    output: { type: 'string' },
    stop_reason: STOP_REASON,
    cancel_observed: { type: 'boolean' },
  },
}

/** The payload members of both generations that report on turns. */
export const TURN_PAYLOAD: JsonObject = {
  turn: TURN,
  turns: { items: TURN },
  final_stop_reason: STOP_REASON,
}
