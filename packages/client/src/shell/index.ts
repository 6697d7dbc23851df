export {
  judgeLine,
  judgeParts,
  type EndedLine,
  type FailedPart,
  type JudgedLine,
} from './judge-line.ts'
export { observe, type ObservedLine, type ObserveOptions } from './observe-line.ts'
export { readStatuses, type PipelineStatus } from './statuses.ts'
export { parseLine } from './parse-line.ts'
export { builtinFacts } from './builtins.ts'
export { wordsOf } from './line-words.ts'
export { literalOf, partsIn, type Line, type Part, type SimpleCommand } from './line-tree.ts'
