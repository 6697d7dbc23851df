import { replayTranscript } from '../../tests/tools/transcript/replay.ts'

replayTranscript('td')
