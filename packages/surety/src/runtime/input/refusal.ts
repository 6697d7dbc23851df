/** What a call that fails needs; in one file, because each costs such a call a millisecond. */
export { encodeRun } from '../output/encode-run.ts'
export { toFailed } from '../result/expected-failure.ts'
export { recoverInput, withMeant } from './mistakes.ts'
export { learnTypedSecrets } from './typed-secrets.ts'
