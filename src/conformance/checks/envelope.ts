import { defineChecks, NEEDS, notShown } from '../check.ts'
import {
  answers,
  judgeAnswers,
  judgeEnded,
  judgeUnknownAnswers,
  noDialect,
} from '../evidence/answers.ts'
import { withoutSequences } from '../evidence/streams.ts'
import texts from './envelope.json' with { type: 'json' }

export const envelope = defineChecks('envelope', texts, {
  both_keys: (tool) => judgeAnswers(tool, 'members', 'Every answer has all members.'),
  clean_text: async (tool) =>
    judgeEnded(
      await answers(tool),
      ({ stdout, record }) => {
        if (record.stdout.base64 !== null) return 'Stdout is not valid UTF-8.'
        if (stdout.startsWith('\uFEFF')) return 'Stdout starts with a byte order mark.'
        if (stdout.includes('\0')) return 'Stdout has a NUL character.'
        return stdout.includes('\r\n') ? 'Lines on stdout end with CRLF.' : undefined
      },
      'Stdout is clean UTF-8.',
    ),
  error_code_form: async (tool) => {
    if (tool.subject.dialect === null) return noDialect(tool)
    let failures = 0
    const result = await judgeEnded(
      await answers(tool),
      async (run) => {
        const error = (await tool.read(run))?.outcome.error
        if (error == null || error.synthesised === true) return undefined
        failures += 1
        return CODE.test(error.code) ? undefined : `error.code is '${error.code}'.`
      },
      'Every code is one word.',
    )
    return failures === 0 ? notShown('No answer had an error.', NEEDS.refusal) : result
  },
  json_envelope: (tool) =>
    tool.subject.dialect === null
      ? judgeUnknownAnswers(tool)
      : judgeAnswers(tool, 'shape', 'Every answer fits the schema.'),
  ok_matches_exit: (tool) =>
    judgeAnswers(tool, 'ok', 'ok and the exit code agree in every answer.'),
  single_document: async (tool) => {
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

const CODE = /^[A-Za-z][A-Za-z0-9_.-]{1,79}$/

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
