import { fail, type JsonValue, type ReadOutcome } from '../../contract/index.ts'
import { decode, type Capture, type Decoded, type ReadOptions } from '../../dialects/index.ts'
import { isDeeperThan } from '../../internal/json/json-depth.ts'

/** Deeper values can be parsed but not written again: JSON.stringify is recursive. */
const DEEPEST = 1000

/** Tests whether a value is nested too deeply to be passed on. */
export function isTooDeep(value: unknown): boolean {
  return isDeeperThan(DEEPEST + 1, value)
}

/** Tests whether a text of so many bytes can be nested too deeply. */
export function mayBeTooDeep(bytes: number): boolean {
  return bytes > DEEPEST * 2
}

/** Replaces an outcome that is nested too deeply to be passed on by a failure. */
export function rejectTooDeep(outcome: ReadOutcome): ReadOutcome {
  const { data, error, meta, warnings, diagnostics, process } = outcome
  if (isTooDeep({ data, error, meta, warnings })) {
    const message = 'The answer is nested too deeply to be passed on.'
    return fail({
      exit: 'GENERAL_ERROR',
      error: { code: 'GENERAL_ERROR', message, retryable: false, synthesised: true },
      process,
      diagnostics: {
        malformed: true,
        problems: [...diagnostics.problems, `too_deep: more than ${DEEPEST} levels`],
        other_documents: [],
      },
    }) as ReadOutcome
  }
  const others = diagnostics.other_documents.filter((document: JsonValue) => !isTooDeep(document))
  return { ...outcome, diagnostics: { ...diagnostics, other_documents: others } }
}

/** Decodes an answer; the outcome can always be serialised again. */
export async function decodeAnswer(capture: Capture, options: ReadOptions): Promise<Decoded> {
  const read = await decode(capture, options)
  const isLong = [capture.stdout, capture.stderr].some(({ length }) => mayBeTooDeep(length))
  return isLong ? { ...read, outcome: rejectTooDeep(read.outcome) } : read
}
