import {
  rangeOf,
  standardExitName,
  type CustomExitCode,
  type ExitName,
  type FailureName,
  type Generation,
} from '../../contract/index.ts'
import type { Reading } from '../read/capture-reader.ts'

/** An exit as the reader understands it: its name, and what it is a kind of. */
export interface ReadExit {
  readonly name: ExitName
  readonly category: FailureName
  readonly custom: CustomExitCode | undefined
}

/** Reads the exit number of a process as an exit of a generation. */
export function readExit(
  reading: Reading,
  generation: Generation,
  exits: readonly CustomExitCode[] = [],
): ReadExit {
  const code = reading.exitCode
  const standard = standardExitName(code, generation)
  if (standard !== undefined && standard !== 'SUCCESS') {
    return { name: standard, category: standard, custom: undefined }
  }
  const signal = reading.signal
  if (signal) return { name: signal, category: 'GENERAL_ERROR', custom: undefined }
  const custom = exits.find((candidate) => candidate.number === code)
  if (custom) return { name: custom.name, category: custom.category, custom }
  if (rangeOf(code) !== 'command-specific') {
    reading.problem('exit_outside_contract', `${code} is outside the exit codes of the contract`)
  }
  return { name: 'GENERAL_ERROR', category: 'GENERAL_ERROR', custom: undefined }
}
