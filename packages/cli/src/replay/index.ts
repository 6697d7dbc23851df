export { KINDS } from './judge-call.ts'
export { replay, type ReplayReport } from './replay.ts'
