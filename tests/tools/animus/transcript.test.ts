import { replayTranscript } from '../transcript/replay.ts'

replayTranscript('animus')
