import {
  CONTINUATION_EXITS,
  EXIT_CODE_TABLES,
  isFailureName,
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureExit,
  type FailureOutcome,
  type Generation,
} from '../../../contract/index.ts'
import type { EncodeOptions } from '../../dialect.ts'
import type { SpecExit } from '../write/write-error.ts'

/** Returns an exit that every generation can express; others fall back to their category. */
export function chooseExit(outcome: FailureOutcome, options: EncodeOptions): FailureExit {
  const { exit, error } = outcome
  const lacksRedirect = error.redirect === undefined
  if (isSignalExitName(exit)) return exit
  if (isFailureName(exit)) return exit === 'REDIRECTED' && lacksRedirect ? 'GENERAL_ERROR' : exit
  const declared = options.exits?.find((candidate) => candidate.name === exit)
  if (declared) return declared
  return error.category === 'REDIRECTED' ? 'GENERAL_ERROR' : error.category
}

/** Returns the number of an exit in a generation. */
export function numberOf(exit: SpecExit, generation: Generation): number {
  if (typeof exit !== 'string') return exit.number
  if (exit === 'INCOMPLETE') return CONTINUATION_EXITS.INCOMPLETE.number
  return isSignalExitName(exit)
    ? SIGNAL_EXITS[exit].number
    : EXIT_CODE_TABLES[generation][exit].number
}
