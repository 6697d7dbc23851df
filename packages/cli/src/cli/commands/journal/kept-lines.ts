import { isJsonObject, type JsonObject, type JsonValue } from 'surety/unstable/contract'

export interface WantedLines {
  readonly lines?: string | undefined
  readonly grep?: string | undefined
  readonly stream?: 'stdout' | 'stderr' | undefined
}

/** As much as one answer of a plain program holds. */
const MAX_BYTES = 8 * 1024

export function keptLines(answer: JsonValue, wanted: WantedLines): JsonObject {
  const printed = isJsonObject(answer) ? (answer[wanted.stream ?? 'stdout'] ?? answer) : answer
  const all = (typeof printed === 'string' ? printed : JSON.stringify(printed, null, 2)).split('\n')
  const [from = 1, to = all.length] = wanted.lines?.split('-').map(Number) ?? []
  const last = Math.min(to, all.length)
  const pattern = wanted.grep === undefined ? undefined : new RegExp(wanted.grep)
  const shown: string[] = []
  const answerWith = (next: object) => ({ text: shown.join('\n'), lines: all.length, ...next })
  let bytes = 0
  for (let number = from; number <= last; number += 1) {
    const line = all[number - 1]!
    if (pattern && !pattern.test(line)) continue
    const text = pattern ? `${number}:${line}` : line
    bytes += Buffer.byteLength(text) + 1
    if (bytes > MAX_BYTES && shown.length > 0)
      return answerWith({ next: `--lines ${number}-${last}` })
    shown.push(text)
  }
  return answerWith({})
}

export function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
