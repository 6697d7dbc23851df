import type { JsonValue } from 'surety/unstable/contract'
import {
  decode,
  DEFAULT_DIALECT,
  loadDialect,
  parseCaptureLine,
  validateCapture,
  type DocumentProblem,
} from 'surety/unstable/dialects'
import { readInput, readLines, type Reader } from '../../input/read-input.ts'

/** A break of the contract, in a line of captures. */
interface Problem extends DocumentProblem {
  readonly line?: number
  readonly id?: JsonValue
}

interface CheckContext extends Reader {
  readonly addMeta: (name: string, value: JsonValue) => void
  readonly fail: (code: 'INVALID_DOCUMENT', message: string) => never
}

const MAX_PROBLEMS = 1000

/** Checks captures, one process a line, each in the dialect that it names. */
export async function checkCaptures(path: string, dialect: string | undefined, ctx: CheckContext) {
  const problems: Problem[] = []
  let checked = 0
  for await (const { number: line, text, problem } of readLines(readInput(path, ctx))) {
    checked += 1
    const parsed = problem ? { ok: false as const, error: problem } : parseCaptureLine(text)
    if (!parsed.ok) {
      problems.push({ line, pointer: '', message: parsed.error.message })
      continue
    }
    const own = await loadDialect(parsed.dialect ?? dialect ?? DEFAULT_DIALECT)
    const { outcome, capture } = await decode(parsed.capture, { dialect: own })
    const place = parsed.id === null ? { line } : { line, id: parsed.id }
    for (const each of validateCapture(own, capture, outcome, true))
      if (problems.length < MAX_PROBLEMS) problems.push({ ...place, ...each })
  }
  if (problems.length > 0) failCheck(ctx, dialect ?? DEFAULT_DIALECT, problems)
  return { checked, problems }
}

/** Ends the command with all problems in `meta.problems`, and the first in the message. */
export function failCheck(ctx: CheckContext, dialect: string, all: readonly Problem[]): never {
  const problems = all.map((each) => ({ ...each }))
  ctx.addMeta('problems', problems)
  const { line, pointer, message } = problems[0]!
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  const place = `${line === undefined ? '' : `Line ${line}: `}${pointer || 'The document'}`
  return ctx.fail('INVALID_DOCUMENT', `${dialect}: ${count}. ${place}: ${message}.`)
}
