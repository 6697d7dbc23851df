export { judgeLine, type EndedLine, type JudgedLine } from './judge-line.ts'
export { observe, type ObservedLine, type ObserveOptions } from './observe-line.ts'
export { readStatuses, type PipelineStatus } from './statuses.ts'
export { parseLine } from './parse-line.ts'
/** The parser is large. */
export const loadParser = () => import('./parse-line.ts')
export { builtinFacts } from './builtins.ts'
export { callOf, hiddenLine, shortText, unsaidIn } from './hidden-failure.ts'
export { literalOf, partsIn, type Line, type Part, type SimpleCommand } from './line-tree.ts'
export {
  followTrace,
  tracePrelude,
  whyBare,
  type EndedPart,
  type TracedLine,
} from './trace-line.ts'
