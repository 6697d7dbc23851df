/** What a call that fails needs; in one file, because each costs such a call a millisecond. */
export { recoverInput } from '../input/recover-input.ts'
export { encodeRun } from '../output/encode-run.ts'
export { toFailed } from '../result/expected-failure.ts'
export { learnTypedSecrets } from './typed-secrets.ts'
