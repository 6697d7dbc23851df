import { defineChecks, judgeEnded, NEEDS, notShown } from '../check.ts'
import { answers, judgeAnswers, judgeUnknownAnswers, noDialect } from '../evidence/answers.ts'
import type { Run } from '../probing/run.ts'
import { safestCalls } from '../evidence/listed-calls.ts'
import { withoutSequences } from '../evidence/streams.ts'
import { parseJson } from 'surety/unstable/contract'

export const envelope = defineChecks('envelope', {
  both_keys: {
    title: 'Every answer has all top-level members',
    level: 1,
    requirements: ['REQ-F-004', 'REQ-F-074'],
    failureModes: [2],
    why: 'An agent tests data and error in every answer. A missing key looks like a cut answer.',
    fix: 'Write every member of the envelope in every answer, null where there is nothing to say.',
    run: (tool) => judgeAnswers(tool, 'members', 'Every answer has all members.'),
  },
  clean_text: {
    title: 'Output is clean UTF-8',
    level: 1,
    requirements: ['REQ-F-016', 'REQ-F-072'],
    failureModes: [15],
    why: 'A byte order mark, a NUL or broken UTF-8 makes JSON parsers fail or replace characters silently.',
    fix: 'Write UTF-8 without a byte order mark, end lines with LF, and clean foreign text before printing it.',
    runs: answers,
    problemOf: ({ stdout, record }) => {
      if (record.stdout.base64 !== null) return 'Stdout is not valid UTF-8.'
      if (stdout.startsWith('\uFEFF')) return 'Stdout starts with a byte order mark.'
      if (stdout.includes('\0')) return 'Stdout has a NUL character.'
      return stdout.includes('\r\n') && 'Lines on stdout end with CRLF.'
    },
    summary: 'Stdout is clean UTF-8.',
  },
  error_code_form: {
    title: 'Error codes are constants, not sentences',
    level: 2,
    requirements: ['REQ-C-013'],
    failureModes: [2],
    why: 'An agent branches on error.code. A sentence, or a code with a value in it, matches nothing twice.',
    fix: 'Use a fixed word such as NOT_FOUND; put what varies into message and details.',
    run: async (tool) => {
      if (tool.subject.dialect === null) return noDialect(tool)
      let failures = 0
      const codeOf = async (run: Run) => {
        const error = (await tool.outcomeOf(run))?.error
        return error == null || error.synthesised === true ? undefined : error.code
      }
      const safest = safestCalls(tool)
      const runs = [...(await answers(tool)), ...(await tool.runAll(safest))]
      const again = new Map(safest.map((probe, at) => [runs.at(at - safest.length)!, probe]))
      const result = await judgeEnded(
        runs,
        async (run) => {
          const code = await codeOf(run)
          if (code === undefined) return null
          failures += 1
          if (!CODE.test(code)) return `error.code is '${code}'.`
          const probe = /\d/.test(code) ? again.get(run) : undefined
          const second = probe && (await codeOf(await tool.run(probe, { repetition: 1 })))
          return (
            second !== undefined && second !== code && `error.code is '${code}', then '${second}'.`
          )
        },
        'Every code is one word.',
      )
      return failures === 0 ? notShown('No answer had an error.', NEEDS.refusal) : result
    },
  },
  json_envelope: {
    title: 'Every answer is a valid envelope',
    level: 1,
    requirements: ['REQ-F-003', 'REQ-F-004', 'REQ-F-006', 'REQ-C-013'],
    failureModes: [2, 3, 18],
    why: 'An agent parses the answer. What does not parse, or breaks the schema, is guesswork.',
    fix: 'In a pipe, print each answer as one JSON envelope, without a flag that asks for it.',
    run: (tool) =>
      tool.subject.dialect === null
        ? judgeUnknownAnswers(tool)
        : judgeAnswers(tool, 'shape', 'Every answer fits the schema.'),
  },
  ok_matches_exit: {
    title: 'ok is true exactly when the exit code is 0',
    level: 1,
    requirements: ['REQ-F-001', 'REQ-F-004'],
    failureModes: [1, 2],
    why: 'Some agents read ok, others the exit code. If the two disagree, some of them decide wrongly.',
    fix: 'Derive ok from the exit code in one place; never set it by hand.',
    run: (tool) => judgeAnswers(tool, 'ok', 'ok and the exit code agree in every answer.'),
  },
  single_document: {
    title: 'Stdout is one document and nothing else',
    level: 1,
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
          const stream = (await tool.outcomeOf(run))?.process.stream
          const line = stream != null && noiseIn(run[stream])
          if (!line) return null
          return {
            says: `There is other text beside the document: ${JSON.stringify(line)}.`,
            fix: `Print this line on ${stream === 'stdout' ? 'stderr' : 'neither stream'}; ${stream} has the document alone.`,
          }
        },
        'The answer is one document and nothing else.',
      )
    },
  },
})

const CODE = /^[A-Za-z][A-Za-z0-9_.-]{1,79}$/

/** Finds a line of text beside a document on the same stream; terminal sequences have their own check. */
function noiseIn(text: string): string | undefined {
  const plain = withoutSequences(text).trim()
  if (!/"(?:ok|data|error)"\s*:/.test(plain) || parseJson(plain) !== undefined) return undefined
  const lines = plain.split('\n')
  return (lines.find((line) => !/^\s*["{}[\]]/.test(line)) ?? lines[0]!).slice(0, 80)
}
