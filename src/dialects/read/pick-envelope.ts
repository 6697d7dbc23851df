import type { JsonObject } from '../../contract/index.ts'
import type { Envelope, CaptureReader } from './capture-reader.ts'

/**
 * Picks the envelope of a dialect whose errors go to stderr: an error on stderr, else the envelope on
 * stdout, else another one on stderr.
 */
export function pickEnvelope(
  reading: CaptureReader,
  isShape: (document: JsonObject) => boolean,
  saysFailure: (document: JsonObject) => boolean,
): Envelope | undefined {
  const onStderr = reading.lastOf('stderr', isShape)
  const onStdout = reading.lastOf('stdout', isShape)
  if (onStderr && saysFailure(onStderr.document)) {
    if (onStdout) setAside(reading, onStdout)
    return onStderr
  }
  if (onStdout) {
    if (onStderr) setAside(reading, onStderr)
    if (saysFailure(onStdout.document)) {
      reading.problem('wrong_stream', 'an error belongs on stderr but was on stdout')
    }
    return onStdout
  }
  if (onStderr) reading.problem('wrong_stream', 'a result belongs on stdout but was on stderr')
  return onStderr
}

function setAside(reading: CaptureReader, envelope: Envelope): void {
  reading.problem('several_envelopes', `there is another envelope on ${envelope.stream}`)
  reading.keepAside(envelope.document, true)
}
