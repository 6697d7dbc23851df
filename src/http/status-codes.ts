import type { FailureName, Outcome } from '../contract/index.ts'

/** The status of an answer by its exit; an author's own exits count by their category. */
const STATUS: Readonly<Record<FailureName, number>> = {
  GENERAL_ERROR: 500,
  ARG_ERROR: 400,
  PARTIAL_FAILURE: 500,
  PRECONDITION: 412,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PERMISSION_DENIED: 403,
  AUTH_REQUIRED: 401,
  PAYMENT_REQUIRED: 402,
  TIMEOUT: 504,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  // The envelope names the new command; a Location would have to guess how its input changed.
  REDIRECTED: 410,
}

/** Signals end calls only when the server stops or the client leaves. */
const INTERRUPTED_STATUS = 503

/** Converts the exit of an outcome to a status. */
export function statusOf({ ok, exit, error }: Outcome): number {
  if (ok) return 200
  return statusOfExit(String(exit), error?.category)
}

/** Converts an exit name to a status. */
export function statusOfExit(exit: string, category?: string): number {
  if (exit === 'SUCCESS') return 200
  if (isFailure(exit)) return STATUS[exit]
  if (SIGNALS.has(exit)) return INTERRUPTED_STATUS
  return category !== undefined && isFailure(category) ? STATUS[category] : 500
}

const SIGNALS: ReadonlySet<string> = new Set(['INTERRUPTED', 'TERMINATED', 'HUNG_UP', 'QUIT'])

function isFailure(name: string): name is FailureName {
  return Object.hasOwn(STATUS, name)
}
