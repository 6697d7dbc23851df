export { answerOf } from './answer-of-exit.ts'
export { capOf, effectOf, type KnownCall, type PlainCall } from './known-call.ts'
export { knownEnd } from './known-end.ts'
export { settlesOf, settlingRead } from './settling-read.ts'
export { BUILT, inheritsOf, knownCallOf, plainCallOf, READY } from './ready-calls.ts'
export { isPlainVariable, startedCall } from './starters.ts'
export { callsOf } from './told-calls.ts'
export {
  digestOf,
  fileOf,
  isSame,
  readRecord,
  recordFile,
  sealOf,
  type Vouched,
} from './vouched.ts'
export { vouchedFor } from './vouching.ts'
export { isShorter, shortText, type ShortText } from './short-text.ts'
