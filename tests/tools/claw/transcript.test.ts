import { replayTranscript } from '../transcript/replay.ts'

replayTranscript('claw')
