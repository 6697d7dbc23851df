import { NAME_EFFECT, readIn, writtenIn, type ReadPlaces, type WrittenPlaces } from '../places.ts'

const DECIDING = ['next_offset']
const INSIDE = { holders: ['extra', 'fieldErrors'], durations: ['duration'] }

/** Where incur's full output has the payload when it is written. */
export const FULL_WRITTEN = writtenIn('data', { deciding: DECIDING })
/** Where incur's full output has the payload when it is read. */
export const FULL_READ = readIn('data', DECIDING, INSIDE)

/** Compact output is the payload; suggested commands are added to it, unless it has some. */
export const COMPACT_WRITTEN: WrittenPlaces = {
  member: undefined,
  names: new Map([['cta', NAME_EFFECT.depends]]),
  last: ['cta'],
}
/** Suggested commands are taken out of the payload, and a type may mean a record of a stream. */
export const COMPACT_READ: ReadPlaces = {
  is: 'all',
  member: '',
  names: new Map([
    ['cta', NAME_EFFECT.depends | NAME_EFFECT.envelope],
    ['type', NAME_EFFECT.depends | NAME_EFFECT.envelope],
    ['ok', NAME_EFFECT.envelope],
    ['data', NAME_EFFECT.envelope],
  ]),
  deciding: DECIDING,
  ...INSIDE,
}
