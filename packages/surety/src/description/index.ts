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
} from './description-types.ts'
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
export type { Flags, KnownCommand, Wants } from './description-types.ts'
