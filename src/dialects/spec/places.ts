import { readIn, writtenIn } from '../places.ts'

/** Where the spec dialects have the payload when they are written. */
export const WRITTEN = writtenIn('data')
/** Where the spec dialects have the payload when they are read. */
export const READ = readIn('data', ['retry_after'])
