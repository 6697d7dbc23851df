import { numberOf, stringOf, textOf, timeOf, type TranscriptReader } from '../transcript.ts'

/** One call a line: `{command, output, exit?, time?, session?}`; for every client that has no reader of its own. */
export const plain: TranscriptReader = {
  title: 'one call a line',
  recognises: ({ command, output }) => typeof command === 'string' && typeof output === 'string',
  open:
    (file) =>
    ({ command, output, exit, time, session }) => {
      if (typeof command !== 'string') return []
      const about = { session: stringOf(session) ?? file, time: timeOf(time) }
      return [{ ...about, command, output: textOf(output), exit: numberOf(exit), hasRun: true }]
    },
}
