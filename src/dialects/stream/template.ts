import type { LineReport } from './report-counts.ts'
import { PLAIN } from './plain-text.ts'
import { fixedPiece, gapPiece, type Piece, type Surroundings } from './surroundings.ts'
import type { Sink } from './sink.ts'
import type { LineTranslator } from './translate-line.ts'

type TemplateParts = Omit<Surroundings, 'uses' | 'texts'> & { readonly report: LineReport }

/** The surroundings of a payload before and after translation. */
export class Template implements Surroundings {
  readonly head: Uint8Array
  readonly opening: number
  readonly clash: number
  readonly isInner: boolean
  readonly report: LineReport
  readonly tail: readonly Piece[]
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
  readonly uses = 1
  readonly texts = undefined
  /** How many lines were written with it. */
  hits = 0
  readonly #starts: number[]
  readonly #ends: number[]

  constructor(parts: TemplateParts) {
    this.head = parts.head
    this.opening = parts.opening
    this.clash = parts.clash
    this.isInner = parts.isInner
    this.report = parts.report
    this.tail = parts.tail
    this.before = parts.before
    this.after = parts.after
    const gaps = parts.tail.filter((piece) => piece.gap >= 0).length
    this.#starts = Array.from({ length: gaps }, () => 0)
    this.#ends = Array.from({ length: gaps }, () => 0)
  }

  /** Tests what follows the payload; gives the index of the line feed, or -1. */
  matchTail(bytes: Uint8Array, from: number): number {
    let at = from
    for (const piece of this.tail) {
      if (piece.gap >= 0) {
        const end = piece.kind === 'digits' ? skipNumber(bytes, at) : skipPlain(bytes, at)
        if (end < 0) return -1
        this.#starts[piece.gap] = at
        this.#ends[piece.gap] = end
        at = end
      } else {
        const { text } = piece
        for (let k = 0; k < text.length; k++) if (bytes[at + k] !== text[k]) return -1
        at += text.length
      }
    }
    if (bytes[at] === 0x0d) at++
    return bytes[at] === 0x0a ? at : -1
  }

  /** Writes the line that `matchTail` just accepted. */
  write(sink: Sink, bytes: Uint8Array, start: number, end: number): void {
    const trim = this.isInner ? 1 : 0
    this.#pieces(sink, bytes, this.before)
    sink.bytes(bytes, start + trim, end - trim)
    this.#pieces(sink, bytes, this.after)
    this.hits++
  }

  #pieces(sink: Sink, bytes: Uint8Array, pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (piece.gap >= 0) sink.bytes(bytes, this.#starts[piece.gap]!, this.#ends[piece.gap]!)
      else sink.bytes(piece.text, 0, piece.text.length)
    }
  }
}

/** A line cut at its payload; all are indices into its memory. */
interface CutLine {
  readonly from: number
  readonly start: number
  readonly end: number
  /** The line feed. */
  readonly to: number
  readonly clash: number
}

/**
 * Learns how the surroundings of one payload translate, by translating them with stand-ins. Gives
 * undefined where the result does not show each stand-in exactly once or, for gaps, not at all.
 */
export function learnTemplate(
  bytes: Buffer,
  line: CutLine,
  translator: LineTranslator,
  clashing: string | undefined,
): Template | undefined {
  const { from, start, end, to, clash } = line
  const head = bytes.toString('utf8', from, start)
  let stop = to
  if (bytes[stop - 1] === 0x0d) stop--
  const tail = bytes.toString('utf8', end, stop)
  // What was stowed may say that data is somewhere inside the payload; escapes could hide that.
  if (tail.length + head.length > LONGEST || /"data_at"|"\/data|\\/.test(head + tail))
    return undefined
  const opening = bytes[start]!
  const payload = standInFor(opening, clash, clashing)
  if (payload === undefined) return undefined
  const gaps = findGaps(tail)
  const result = translator.translate(head + payload + fillGaps(tail, gaps))
  // A payload that went elsewhere was rewritten on the way.
  if (!result.ok || !result.isVerbatim) return undefined
  // Members that come without brackets need some, unless they stand by themselves again.
  const hasBrackets = opening !== QUOTE
  const whole = hasBrackets ? payload : `{${payload}}`
  const isWhole = result.text.includes(whole)
  const around = result.text.split(isWhole ? whole : whole.slice(1, -1))
  if (around.length !== 2 || around.join('').includes(STAND_IN)) return undefined
  const [open, close] = isWhole && !hasBrackets ? ['{', '}'] : ['', '']
  const isInner = !isWhole && hasBrackets
  const before = toPieces(around[0]! + open, gaps)
  const after = toPieces(`${close}${around[1]!}\n`, gaps)
  if (!before || !after) return undefined
  const used = [...before, ...after].filter((piece) => piece.gap >= 0).map((piece) => piece.gap)
  if (new Set(used).size !== used.length) return undefined
  return new Template({
    head: Uint8Array.from(bytes.subarray(from, start)),
    opening,
    clash,
    isInner,
    report: { losses: result.losses, problems: result.problems },
    tail: tailPieces(tail, gaps),
    before,
    after,
  })
}

/** Makes a payload of the same kind, as far as a writer looks at it. */
export function standInFor(
  opening: number,
  clash: number,
  clashing: string | undefined,
): string | undefined {
  if (opening === 0x5b) return `["${STAND_IN}"]`
  if (clash > 1) return undefined
  const name = clash === 1 && clashing !== undefined ? `,${JSON.stringify(clashing)}:0` : ''
  const members = `"${STAND_IN}":0${name}`
  if (opening === QUOTE) return members
  return opening === 0x7b ? `{${members}}` : undefined
}

/** What stands for the payload while surroundings are translated. */
export const STAND_IN = 'surety-stand-in-for-the-payload'
const LONGEST = 4096
const QUOTE = 0x22

interface Gap {
  readonly from: number
  readonly to: number
  readonly isNumber: boolean
  readonly standIn: string
}

/**
 * Members that differ on every line and that every dialect either copies or drops. A zero and an
 * empty text stay out: they may be treated as nothing. The comma or brace before the name shows
 * that it is a name and not part of a text.
 */
const CHANGING =
  /(?<=[{,] ?)"(?:(?:\/meta\/)?duration_ms": ?([1-9]\d{0,14})(?=[,}])|duration": ?"([1-9]\d{0,14})(?=ms"[,}])|(?:\/meta\/)?(?:request_id|cursor|timestamp)": ?"([\w .:+/=-]+)")/g

function findGaps(tail: string): readonly Gap[] {
  return [...tail.matchAll(CHANGING)].map((match, index): Gap => {
    const value = (match[1] ?? match[2] ?? match[3])!
    const isNumber = match[3] === undefined
    const to = match.index + match[0].length - (isNumber ? 0 : 1)
    const standIn = isNumber ? String(730_000_000_000_117 + index) : `stand-in-${index}-of-a-gap`
    return { from: to - value.length, to, isNumber, standIn }
  })
}

function fillGaps(tail: string, gaps: readonly Gap[]): string {
  let text = ''
  let at = 0
  for (const gap of gaps) {
    text += tail.slice(at, gap.from) + gap.standIn
    at = gap.to
  }
  return text + tail.slice(at)
}

function tailPieces(tail: string, gaps: readonly Gap[]): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const [index, gap] of gaps.entries()) {
    pieces.push(fixedPiece(tail.slice(at, gap.from)), gapPiece(index, kindOf(gap)))
    at = gap.to
  }
  return [...pieces, fixedPiece(tail.slice(at))]
}

/** Cuts translated text at the stand-ins of the gaps; each has to stand where the value would. */
function toPieces(text: string, gaps: readonly Gap[]): readonly Piece[] | undefined {
  if (gaps.length === 0) return [fixedPiece(text)]
  const known = new Map(gaps.map((gap, index) => [gap.standIn, { index, gap }]))
  const pieces: Piece[] = []
  for (const part of text.split(
    /((?<=")stand-in-\d+-of-a-gap(?=")|(?<=:)7300000000001\d\d(?=[,}])|(?<=:")7300000000001\d\d(?=ms"))/,
  )) {
    const found = known.get(part)
    pieces.push(found ? gapPiece(found.index, kindOf(found.gap)) : fixedPiece(part))
  }
  const rest = pieces.map((piece) => Buffer.from(piece.text).toString('utf8')).join('\0')
  return gaps.some((gap) => rest.includes(gap.standIn)) ? undefined : pieces
}

function kindOf({ isNumber }: Gap): 'digits' | 'plain' {
  return isNumber ? 'digits' : 'plain'
}

function skipNumber(bytes: Uint8Array, from: number): number {
  let at = from
  if (bytes[at]! < 0x31) return -1
  while (bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++
  return at === from || at - from > 15 ? -1 : at
}

/** Skips what the pattern of the changing texts allows, which is less than JSON does. */
function skipPlain(bytes: Uint8Array, from: number): number {
  let at = from
  while (PLAIN[bytes[at]!] === 1) at++
  return at === from ? -1 : at
}
