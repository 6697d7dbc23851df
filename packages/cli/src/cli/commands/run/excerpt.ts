import { lastDrawn } from '@surety/internal/last-drawn.ts'

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

/** Bytes of the line that stands for a gap, and those of the one that also says how to read what was there. */
const NOTE = 40
const HINT = 160

/**
 * Cuts a text to so many bytes, by lines; a line says what is left out where it was. The longest gap is told in full, by
 * `say`, and the others by their `lines` alone: a text with many gaps would be longer than it was.
 */
export function excerptOf(
  text: string,
  bytes: number,
  kind: Kind,
  say = (lines: string, _gap: Gap) => `[… ${lines} left out …]`,
  asSeen = (gap: Gap) => gap,
) {
  const lines = text.split('\n').map(lastDrawn)
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1)
  if (sizes.reduce((sum, size) => sum + size, 0) <= bytes + 1)
    return { text: lines.join('\n'), gap: null, left: 0 }
  const { start, errors } = SHARES[kind]
  const room = Math.max(bytes / 2, bytes - HINT)
  const kept = new Set<number>()
  const take = (indexes: Iterable<number>, share: number, isWanted?: (line: string) => boolean) => {
    let left = share
    for (const index of indexes) {
      if (isWanted?.(lines[index]!) === false) continue
      // A line that stands alone has a gap beside it.
      left -= sizes[index]! + (isWanted === undefined || kept.has(index - 1) ? 0 : NOTE)
      if (left < 0) break
      kept.add(index)
    }
  }
  take(lines.keys(), room * start)
  take(lines.keys(), room * errors, (line) => ERROR.test(line))
  take([...lines.keys()].toReversed(), room * (1 - start - errors))
  // A line that is longer than all of the room.
  if (kept.size === 0 || (kept.size === 1 && lines.at(-1) === '' && kept.has(lines.length - 1)))
    return {
      text: ends(lines.findLast((line) => line !== '') ?? '', bytes, kind),
      gap: null,
      left: 1,
    }
  const gaps = gapsIn(lines, kept)
  const [longest = null] = gaps.toSorted((one, other) => other.to - other.from - one.to + one.from)
  const begun = new Map(gaps.map((gap) => [gap.from, gap]))
  const shown = lines.flatMap((line, index) => {
    if (kept.has(index)) return line
    const gap = begun.get(index + 1)
    if (gap === undefined) return []
    const { from, to } = asSeen(gap)
    const told = `lines ${from} to ${to}`
    return gap === longest ? say(told, gap) : `[… ${told} left out …]`
  })
  return { text: shown.join('\n'), gap: longest, left: lines.length - kept.size }
}

/** Lists the lines that are not kept, counted from one. */
function gapsIn(lines: readonly string[], kept: ReadonlySet<number>): readonly Gap[] {
  const gaps: { from: number; to: number }[] = []
  for (const index of lines.keys()) {
    const last = gaps.at(-1)
    if (kept.has(index)) continue
    if (last?.to === index) last.to = index + 1
    else gaps.push({ from: index + 1, to: index + 1 })
  }
  return gaps
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
