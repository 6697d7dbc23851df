export { answerRefusal, toCallAnswer } from './own-answer.ts'
export { serveOverHttp, serveOverLines } from './serve.ts'
export type { CallAnswer, CallContext, ServedCommand, ServedTool } from './served-tool.ts'
