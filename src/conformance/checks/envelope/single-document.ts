import { defineCheck } from '../../check.ts'
import { answers, judgeAnswers, judgeEnded } from '../../evidence/answers.ts'
import { withoutSequences } from '../../evidence/streams.ts'

export const check = defineCheck({
  id: 'single_document',
  title: 'Stdout is one document and nothing else',
  level: 1,
  topic: 'envelope',
  requirements: ['REQ-F-006', 'REQ-F-060'],
  failureModes: [3],
  why: 'A parser reads all of stdout. One line of log before the document makes all of it unreadable.',
  fix: 'Send logs, banners and progress to stderr, and write the answer once.',
  run: async (tool) => {
    const first = await judgeAnswers(tool, 'single', 'Every stream has one document.')
    const { dialect } = tool.subject
    if (first.status !== 'kept' || dialect?.toJson !== undefined) return first
    return judgeEnded(
      await answers(tool),
      async (run) => {
        const stream = (await tool.read(run))?.outcome.process.stream
        return stream != null && isNoisy(run[stream])
          ? 'There is other text beside the document.'
          : undefined
      },
      'The answer is one document and nothing else.',
    )
  },
})

/** Tests for a document with something else on the same stream; terminal sequences have their own check. */
function isNoisy(text: string): boolean {
  if (!/"(?:ok|data|error)"\s*:/.test(text)) return false
  try {
    JSON.parse(withoutSequences(text).trim())
    return false
  } catch {
    return true
  }
}
