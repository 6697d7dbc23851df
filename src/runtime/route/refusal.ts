/** What a call that is refused needs; in one file, because each costs such a call a millisecond. */
export { recoverInput } from '../input/recover-input.ts'
export { learnTypedSecrets } from './typed-secrets.ts'
