export {
  below,
  collectProblems,
  PATTERN_FLAGS,
  type Problem,
  type ReportProblem,
} from './common-problems.ts'
export {
  ERROR_TEXTS,
  failureOf,
  toErrorDeclaration,
  variablesOf,
  type Rules,
} from './description.ts'
export type {
  Caps,
  DescribedCheck,
  DescribedCommand,
  DescribedExample,
  DescribedProbe,
  Description,
  DialectDescription,
  ErrorRule,
  ExitMeaning,
  KnownCalls,
  Failure,
  Output,
  OutputPart,
  Parameter,
  ShortForm,
} from './description-types.ts'
export { answerOf } from './answer-of-exit.ts'
export { capOf, type KnownCall } from './known-call.ts'
export { knownEnd } from './known-end.ts'
export { settlesOf, settlingRead } from './settling-read.ts'
export { BUILT, inheritsOf, knownCallOf, READY } from './ready-calls.ts'
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
export { shortText } from './short-text.ts'
export { placeProblem, toParts, type Parts } from './place.ts'
export {
  explainProblems,
  loadDescription,
  readDescription,
  sectionProblems,
  yamlWord,
  type FileKind,
} from './read-description.ts'
export { dangerOf, manifestName, rootCommand, wholeCommands } from './manifest-commands.ts'
