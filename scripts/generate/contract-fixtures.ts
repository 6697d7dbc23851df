import {
  ERROR_CODES,
  EXIT_CODE_TABLES,
  isSignalExitName,
  respond,
  SIGNAL_EXITS,
  type ErrorCode,
  type FailureExit,
  type Generation,
} from '../../packages/surety/src/contract/index.ts'
import { EXIT_RANGES } from '../../packages/surety/src/contract/codes/exit-ranges.ts'
import { ENVELOPE_SAMPLES } from '../../packages/surety/src/contract/envelope/samples.table.ts'

const authCode = (code: ErrorCode, action: 'refresh' | 'acquire', advice: string) => ({
  meaning: ERROR_CODES[code].meaning,
  advice,
  agent_action: action,
})

/** The error codes that refine AUTH_REQUIRED, with what an agent does about each. */
export const AUTH_CODES = {
  TOKEN_EXPIRED: authCode('TOKEN_EXPIRED', 'refresh', 'Refresh the token and call again at once.'),
  TOKEN_INVALID: authCode('TOKEN_INVALID', 'acquire', 'Obtain new credentials; do not retry.'),
  TOKEN_MISSING: authCode('TOKEN_MISSING', 'acquire', 'Obtain credentials; do not retry.'),
}

/** Writes the codes and sample envelopes as data, for tests in other languages. */
export async function generate(): Promise<Record<string, string>> {
  return { 'fixtures/codes.json': text(codes()), ...envelopes() }
}

function codes(): object {
  return {
    exit_codes: mapValues(EXIT_CODE_TABLES, (table) =>
      mapValues(table, ({ sideEffects, agentAction, ...row }) => ({
        ...row,
        side_effects: sideEffects,
        agent_action: agentAction,
      })),
    ),
    signal_exits: SIGNAL_EXITS,
    ranges: EXIT_RANGES,
    error_codes: ERROR_CODES,
    auth_codes: AUTH_CODES,
  }
}

function envelopes(): Record<string, string> {
  return Object.fromEntries(
    ENVELOPE_SAMPLES.map(({ name, generation, input }) => [
      `fixtures/envelopes/${generation}/${name}.json`,
      text({
        generation,
        exit: nameOf(input.exit),
        exit_code: numberOf(input.exit, generation),
        envelope: respond(input),
      }),
    ]),
  )
}

function nameOf(exit: FailureExit | 'SUCCESS'): string {
  return typeof exit === 'string' ? exit : exit.name
}

function numberOf(exit: FailureExit | 'SUCCESS', generation: Generation): number {
  if (typeof exit !== 'string') return exit.number
  if (isSignalExitName(exit)) return SIGNAL_EXITS[exit].number
  return EXIT_CODE_TABLES[generation][exit].number
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

function text(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
