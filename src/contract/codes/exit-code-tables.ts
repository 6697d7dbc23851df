import { EXIT_FACTS, INCOMPLETE_NUMBER } from './exit-facts.ts'
import type { ExitCodeRow, Generation, StandardExitName } from './exit-codes.ts'
import { EXIT_TEXTS } from './exit-texts.ts'

/** What an agent does in contract 1.0, where it differs. */
const FOUNDING_ACTIONS: Readonly<Partial<Record<StandardExitName, string>>> = {
  ARG_ERROR: 'fix the input and call at once',
  PRECONDITION: 'satisfy it and call again',
  AUTH_REQUIRED: 'refresh or obtain credentials',
  PAYMENT_REQUIRED: 'pay if allowed to',
  TIMEOUT: 'back off; writes may exist',
  RATE_LIMITED: 'wait retry_after seconds',
}

/** In contract 1.16 the entry of the command decides about timeouts. */
const CURRENT_ACTIONS: typeof FOUNDING_ACTIONS = {
  TIMEOUT: 'follow error.retryable; raise --timeout',
}

function tableOf(
  generation: Generation,
  actions: typeof FOUNDING_ACTIONS,
): Readonly<Record<StandardExitName, ExitCodeRow>> {
  const rows = Object.entries(EXIT_FACTS[generation]).map(([name, facts]) => {
    const [meaning, agentAction] = EXIT_TEXTS[name as StandardExitName]
    const own = actions[name as StandardExitName] ?? agentAction
    return [name, Object.freeze({ ...facts, meaning, agentAction: own })] as const
  })
  const sorted = rows.toSorted(([, a], [, b]) => a.number - b.number)
  return Object.freeze(Object.fromEntries(sorted) as Record<StandardExitName, ExitCodeRow>)
}

/** Every generation's table by version. */
export const EXIT_CODE_TABLES: Readonly<
  Record<Generation, Readonly<Record<StandardExitName, ExitCodeRow>>>
> = Object.freeze({
  '1.0': tableOf('1.0', FOUNDING_ACTIONS),
  '1.6': tableOf('1.6', {}),
  '1.16': tableOf('1.16', CURRENT_ACTIONS),
})

/**
 * The exit of a call that returns before its work is done, while the work is kept. Contract 1.16 has it;
 * what `retryable` and the side effects are depends on the command. It is no failure to choose, so it is
 * not among the standard names.
 */
export const CONTINUATION_EXITS = Object.freeze({
  INCOMPLETE: Object.freeze<ExitCodeRow>({
    number: INCOMPLETE_NUMBER,
    group: 'continuation',
    retryable: 'depends',
    sideEffects: 'unknown',
    meaning: 'The call returned before its work was done; the work is kept.',
    agentAction: 'run data.continue_command',
  }),
})
