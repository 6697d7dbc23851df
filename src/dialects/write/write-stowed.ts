import {
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json/json-members.ts'
import { RESERVED, type Ledger, type Stowed } from './loss-ledger.ts'

/** Returns the exit number of the process: that of a signal in every dialect, else the dialect's own. */
export function processExit(outcome: FailureOutcome, number: number): number {
  return isSignalExitName(outcome.exit) ? SIGNAL_EXITS[outcome.exit].number : number
}

/** Records what a reader derives in dialects without exit names, where the category is the exit. */
export function recordDerived(
  ledger: Ledger,
  outcome: FailureOutcome,
  read: {
    readonly category: FailureName
    readonly retryable: boolean | null
    readonly recovery: string
  },
): void {
  const { exit } = outcome
  ledger.readsAs('/exit', isSignalExitName(exit) ? exit : read.category)
  ledger.readsAs('/error/category', read.category)
  ledger.readsAs('/error/retryable', read.retryable)
  ledger.readsAs('/error/recovery', read.recovery)
}

/** Returns the details to write: the error's own and what is stowed beside them. */
export function withStowed(
  details: JsonObject | undefined,
  stowed: Stowed | undefined,
): Record<string, JsonValue> {
  const written = details ? withoutMembers(details, NONE) : {}
  if (stowed) written[RESERVED] = stowed as JsonValue
  return written
}

const NONE: ReadonlySet<string> = new Set()

/** Tests for details that a reader returns unchanged: not empty, and without our reserved name. */
export function areNativeDetails(details: object | undefined): details is object {
  return (
    details !== undefined && Object.keys(details).length > 0 && !Object.hasOwn(details, RESERVED)
  )
}
