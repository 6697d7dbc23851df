import { lastDrawn } from '@surety/internal/decisive-line.ts'

export interface Gap {
  readonly from: number
  readonly to: number
}

/** What of a text is kept: of a result the start and the end, of a failure the errors and the end. */
type Kind = 'result' | 'failure'

const SHARES: Readonly<Record<Kind, { readonly start: number; readonly errors: number }>> = {
  result: { start: 0.6, errors: 0 },
  failure: { start: 0.1, errors: 0.25 },
}
const ERROR =
  /\b(?:error|fatal|failed|failure|panic|exception|cannot|denied)\b|Error\b|✘|✖|^E {2,}/i

/** Cuts a text to about so many bytes, by lines; a line says what is left out where it was. */
export function excerptOf(
  text: string,
  bytes: number,
  kind: Kind,
  say: (gap: Gap) => string = ({ from, to }) => `[… lines ${from} to ${to} left out …]`,
) {
  const lines = text.split('\n').map(lastDrawn)
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1)
  if (sizes.reduce((sum, size) => sum + size, 0) <= bytes + 1)
    return { text: lines.join('\n'), gap: null }
  const { start, errors } = SHARES[kind]
  const kept = new Set<number>()
  const take = (indexes: Iterable<number>, share: number, isWanted = (_line: string) => true) => {
    let left = share
    for (const index of indexes) {
      if (!isWanted(lines[index]!)) continue
      left -= sizes[index]!
      if (left < 0) break
      kept.add(index)
    }
  }
  take(lines.keys(), bytes * start)
  take(lines.keys(), bytes * errors, (line) => ERROR.test(line))
  take([...lines.keys()].toReversed(), bytes * (1 - start - errors))
  // A line that is longer than all of the room.
  if (kept.size === 0 || (kept.size === 1 && lines.at(-1) === '' && kept.has(lines.length - 1)))
    return { text: ends(lines.findLast((line) => line !== '') ?? '', bytes, kind), gap: null }
  return join(lines, kept, say)
}

function join(lines: readonly string[], kept: ReadonlySet<number>, say: (gap: Gap) => string) {
  const shown: string[] = []
  const gaps: Gap[] = []
  let from = 1
  for (let to = 0; to <= lines.length; to += 1) {
    if (to < lines.length && !kept.has(to)) continue
    if (to >= from) {
      gaps.push({ from, to })
      shown.push(say({ from, to }))
    }
    if (to < lines.length) shown.push(lines[to]!)
    from = to + 2
  }
  const [longest = null] = gaps.toSorted((one, other) => other.to - other.from - one.to + one.from)
  return { text: shown.join('\n'), gap: longest }
}

function ends(line: string, bytes: number, kind: Kind): string {
  const most = Math.floor(bytes / 3)
  const start = kind === 'result' ? line.slice(0, most) : ''
  const end = line.slice(line.length - most)
  const left = line.length - start.length - end.length
  // A surrogate pair is not split.
  const isPair = /^[\uDC00-\uDFFF]/.test(end)
  return `${start.replace(/[\uD800-\uDBFF]$/, '')}[… ${left} characters left out …]${isPair ? end.slice(1) : end}`
}
