import { isJsonObject } from '../../contract/index.ts'
import type { Weigh } from '../dialect.ts'

/** Members that appear together only in other tools' documents, whose payload may have an `ok`. */
const NEVER_TOGETHER = ['timestamp', 'command', 'exit_code']

/** Weighs a document for td: a typed result on stdout, an error on stderr, and nothing besides. */
export const weigh: Weigh = ({ document, stream, has }) => {
  const { error, type } = document
  if (!has('ok') || has('schema') || has('meta') || has('warnings')) return undefined
  if (has(...NEVER_TOGETHER)) return undefined
  if (has('data') && typeof type === 'string') {
    const isInPlace = stream === 'stdout'
    const reasons = ['ok, type and data', ...(isInPlace ? ['a result on stdout'] : [])]
    return { score: isInPlace ? 0.9 : 0.5, reasons }
  }
  if (!isJsonObject(error) || has('data')) return undefined
  const isWhole = ['code', 'message', 'suggestion'].every((name) => Object.hasOwn(error, name))
  const isInPlace = stream === 'stderr'
  return {
    score: (isWhole ? 0.6 : 0.3) + (isInPlace ? 0.3 : 0),
    reasons: [
      isWhole
        ? 'ok and an error with code, message and suggestion'
        : 'ok and an error, nothing else',
      ...(isInPlace ? ['an error on stderr'] : []),
    ],
  }
}
