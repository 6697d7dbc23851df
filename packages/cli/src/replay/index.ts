export { KINDS } from './judge-call.ts'
export { replay, UnknownTranscript, type ReplayReport } from './replay.ts'
export { MissingFile } from './transcript-files.ts'
