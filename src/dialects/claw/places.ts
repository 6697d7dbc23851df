import { effectOf, NAME_EFFECT, type ReadPlaces, type WrittenPlaces } from '../places.ts'
import { RESERVED } from '../write/reserved-member.ts'
import {
  CLAW_1_ERROR_MEMBERS,
  CLAW_1_RESULT_MEMBERS,
  CLAW_2_COMMON,
  TIMEOUT_MESSAGE,
} from './members.ts'

/** Where claw 1.0 writes the payload. */
export const CLAW_1_WRITTEN = writtenBeside(CLAW_1_RESULT_MEMBERS)
/** Where claw 1.0 finds the payload. */
export const CLAW_1_READ = readBeside(
  [...CLAW_1_RESULT_MEMBERS, ...CLAW_1_ERROR_MEMBERS, 'status', 'timestamp'],
  ['kind', 'error_kind', 'status'],
)
/** Where claw 2.0 writes the payload. */
export const CLAW_2_WRITTEN: WrittenPlaces = {
  ...writtenBeside([...CLAW_2_COMMON, 'error']),
  holders: ['errors'],
}
/** Where claw 2.0 finds the payload. */
export const CLAW_2_READ = readBeside(
  [...CLAW_2_COMMON, 'error', 'kind'],
  ['kind', 'exit_code', 'output_format'],
)

/** Wraps a payload in `data` if it has one of the envelope's names, or only a member `data`. */
function writtenBeside(own: readonly string[]): WrittenPlaces {
  const names = effectOf([...own, RESERVED], NAME_EFFECT.same)
  return {
    member: undefined,
    names: new Map([...names, ['data', NAME_EFFECT.alone]]),
    texts: [TIMEOUT_MESSAGE],
  }
}

/** Treats names that matter only sometimes as the envelope's own, which only costs time. */
function readBeside(own: readonly string[], deciding: readonly string[]): ReadPlaces {
  const names = effectOf([...own, 'found', 'data', RESERVED], NAME_EFFECT.envelope)
  return { is: 'beside', member: 'data', names: new Map(names), deciding }
}
