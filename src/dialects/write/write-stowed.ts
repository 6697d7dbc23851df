import {
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json-members.ts'
import { RESERVED, type Ledger, type Stowed } from './loss-ledger.ts'

/** Gives the number that the process exits with: a signal's own in every dialect, else the dialect's. */
export function processExit(outcome: FailureOutcome, number: number): number {
  return isSignalExitName(outcome.exit) ? SIGNAL_EXITS[outcome.exit].number : number
}

/** Notes what a reader derives in the dialects that know no exit names: the category is the exit. */
export function noteDerived(
  ledger: Ledger,
  outcome: FailureOutcome,
  read: {
    readonly category: FailureName
    readonly retryable: boolean | null
    readonly recovery: string
  },
): void {
  const { exit } = outcome
  ledger.reads('/exit', isSignalExitName(exit) ? exit : read.category)
  ledger.reads('/error/category', read.category)
  ledger.reads('/error/retryable', read.retryable)
  ledger.reads('/error/recovery', read.recovery)
}

/** Gives the details to write: the error's own, and what was stowed beside them. */
export function withStowed(
  details: JsonObject | undefined,
  stowed: Stowed | undefined,
): Record<string, JsonValue> {
  const written = details ? withoutMembers(details, NONE) : {}
  if (stowed) written[RESERVED] = stowed as JsonValue
  return written
}

const NONE: ReadonlySet<string> = new Set()

/** Tests for details that a reader gives back as they are: some, and none under our reserved name. */
export function areNativeDetails(details: object | undefined): details is object {
  return (
    details !== undefined && Object.keys(details).length > 0 && !Object.hasOwn(details, RESERVED)
  )
}
