import type { LineNotes } from './line-notes.ts'

/** Lines below P0 that leave a choice or contradict another line: the tests show this reading. */
export const SHELF_READINGS: LineNotes = {}

/** Lines that surety does not follow, and why. */
export const AGAINST: LineNotes = {}
