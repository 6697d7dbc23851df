export {
  collectProblems,
  PATTERN_FLAGS,
  type Problem,
  type ReportProblem,
} from './common-problems.ts'
export {
  failureOf,
  toErrorDeclaration,
  type DescribedCommand,
  type DescribedProbe,
  type Description,
  type ErrorRule,
  type Exits,
  type ExitMeaning,
  type Failure,
  type Output,
  type OutputPart,
  type Parameter,
} from './description.ts'
export {
  ERROR_TEXTS,
  type DialectDescription,
  type ErrorDescription,
  type ErrorText,
  type Place,
} from './dialect-description.ts'
export { placeProblem, toParts, type Parts } from './place.ts'
export {
  explainProblems,
  loadDescription,
  readDescription,
  sectionProblems,
  type FileKind,
  type ReadDescription,
} from './read-description.ts'
export { yamlWord } from './yaml-word.ts'
