import { readIn, writtenIn } from '../places.ts'

const INSIDE = { holders: ['remediation'] }

/** Where animus has the payload when it is written. */
export const WRITTEN = writtenIn('data', INSIDE)
/** Where animus has the payload when it is read. */
export const READ = readIn('data', ['exit_code'], INSIDE)
