export {
  below,
  collectProblems,
  PATTERN_FLAGS,
  type Problem,
  type ReportProblem,
} from './common-problems.ts'
export {
  failureOf,
  toErrorDeclaration,
  variablesOf,
  type DescribedCheck,
  type DescribedCommand,
  type DescribedProbe,
  type Description,
  type ErrorRule,
  type ExitMeaning,
  type Failure,
  type Output,
  type OutputPart,
  type Parameter,
  type Rules,
} from './description.ts'
export { ERROR_TEXTS, type DialectDescription } from './dialect-description.ts'
export { knownEnd } from './known-call.ts'
export { BUILT, knownCallOf, READY } from './ready-calls.ts'
export { placeProblem, toParts, type Parts } from './place.ts'
export {
  explainProblems,
  loadDescription,
  readDescription,
  sectionProblems,
  yamlWord,
  type FileKind,
} from './read-description.ts'
