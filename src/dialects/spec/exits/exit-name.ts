import {
  CONTINUATION_EXITS,
  isCommandNumber,
  standardExitName,
  type CustomExitCode,
  type ExitName,
  type FailureName,
  type Generation,
} from '../../../contract/index.ts'
import { signalOfExit, type Reading } from '../../read/capture-reader.ts'

/** An exit with its name and category. */
export interface ReadExit {
  readonly name: ExitName
  readonly category: FailureName
  readonly custom: CustomExitCode | undefined
}

/** Interprets an exit number in a generation. */
export function readExit(
  reading: Reading,
  code: number,
  generation: Generation,
  exits: readonly CustomExitCode[] = [],
): ReadExit {
  const standard = standardExitName(code, generation)
  if (standard !== undefined && standard !== 'SUCCESS') {
    return { name: standard, category: standard, custom: undefined }
  }
  if (generation === '1.16' && code === CONTINUATION_EXITS.INCOMPLETE.number) {
    return { name: 'INCOMPLETE', category: 'GENERAL_ERROR', custom: undefined }
  }
  const signal = signalOfExit(code)
  if (signal) return { name: signal, category: 'GENERAL_ERROR', custom: undefined }
  const custom = exits.find((candidate) => candidate.number === code)
  if (custom) return { name: custom.name, category: custom.category, custom }
  if (!isCommandNumber(code)) {
    reading.problem('exit_outside_contract', `${code} is outside the exit codes of the contract`)
  }
  return { name: 'GENERAL_ERROR', category: 'GENERAL_ERROR', custom: undefined }
}
