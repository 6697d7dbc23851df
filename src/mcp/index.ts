export { serveOverLines, type ServeOptions } from './serve.ts'
export { toText, toWords, type WordParameter } from './call-words.ts'
export { answerRefusal, toCallAnswer } from './own-answer.ts'
export type {
  CallAnswer,
  CallContext,
  CallProgress,
  ServedCommand,
  ServedTool,
} from './served-tool.ts'
