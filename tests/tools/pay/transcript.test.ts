import { replayTranscript } from '../transcript/replay.ts'

replayTranscript('pay')
