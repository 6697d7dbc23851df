import { TIMEOUT_MESSAGE } from '../claw-members.ts'
import type { LineReport } from './report-counts.ts'
import type { GapKind, LineShape } from './line-shape.ts'
import { fixedPiece, gapPiece, type Piece, type Surroundings } from './surroundings.ts'
import { STAND_IN, standInFor } from './template.ts'
import type { LineTranslator } from './translate-line.ts'

/** How lines of one shape translate. */
export interface KnownLine {
  /** What stands between the gaps on the way in, one more than there are gaps. */
  readonly fixed: readonly Uint8Array[]
  readonly kinds: readonly GapKind[]
  /** What the payload starts with; 0 where there is none. */
  readonly opening: number
  readonly clash: number
  /** What is written: bytes as Latin-1, or the number of a gap. */
  readonly written: readonly Part[]
  /** Whether the payload's members are written without its brackets. */
  readonly isInner: boolean
  readonly report: LineReport
  /** The texts among the fixed bytes, in Latin-1; a gap that holds one of them is another case. */
  readonly texts: ReadonlySet<string>
  /** 1 at the lengths of those texts. */
  readonly lengths: Uint8Array
  /** The same for the module that moves lines by itself; undefined where it cannot. */
  readonly surroundings: Surroundings | undefined
  /** How many lines were written with it. */
  hits: number
}

type Part = string | number

/**
 * Learns how lines of a shape translate: from the line at `from`, once with stand-ins in its gaps
 * and once with its own values there. Gives undefined where the line is not valid, or where the
 * result does not show how each gap got there.
 */
export function learnLine(
  bytes: Buffer,
  from: number,
  shape: LineShape,
  translator: LineTranslator,
  clashing: string | undefined,
): KnownLine | undefined {
  const kinds = shape.kinds.slice(0, shape.gaps)
  const payloadAt = kinds.indexOf('payload')
  const fixed = fixedBytes(bytes, from, shape)
  const around = fixed.map((part) => part.toString())
  const payload = payloadAt < 0 ? '' : standInFor(shape.opening, shape.clash, clashing)
  if (payload === undefined || !isLearnable(around.join('\0'), shape, payloadAt >= 0))
    return undefined
  const standIns = kinds.map((kind, n) => standInOf(kind, n) ?? payload)
  const line = interleave(around, standIns)
  const result = isJson(line) ? translator.translate(line) : undefined
  if (!result?.ok || (payloadAt >= 0 && !result.isVerbatim)) return undefined
  if (JSON.stringify(result.losses).includes(MARK)) return undefined
  // Members that come without brackets stand by themselves in the output as well.
  const isInner = payloadAt >= 0 && !result.text.includes(payload)
  const written = cut(`${result.text}\n`, standIns, payloadAt, isInner)
  if (!written) return undefined
  const own = kinds.map((kind, n) =>
    kind === 'payload' ? payload : bytes.toString('utf8', shape.starts[n], shape.ends[n]),
  )
  if (!isConfirmed(translator, interleave(around, own), written, own, payloadAt, isInner))
    return undefined
  const texts = textsIn(line)
  const { opening, clash } = shape
  const known = { fixed, kinds, opening, clash, written, isInner, texts }
  return {
    ...known,
    report: { losses: result.losses, problems: result.problems },
    lengths: lengthsOf(texts),
    surroundings: toSurroundings(known),
    hits: 0,
  }
}

function fixedBytes(bytes: Buffer, from: number, shape: LineShape): readonly Buffer[] {
  const { gaps, starts, ends, to } = shape
  return Array.from({ length: gaps + 1 }, (_, n) =>
    Buffer.from(bytes.subarray(n === 0 ? from : ends[n - 1], n === gaps ? to : starts[n])),
  )
}

function isLearnable(around: string, shape: LineShape, hasPayload: boolean): boolean {
  if (around.length > LONGEST) return false
  if ([MARK, NUMBER_MARK, STAND_IN].some((mark) => around.includes(mark))) return false
  // What was stowed may say that data is somewhere inside the payload; escapes could hide that.
  return !hasPayload || (!shape.hasStrangeName && !/"data_at"|"\/data/.test(around))
}

/** What stands for a gap while a line is translated; undefined for the payload. */
function standInOf(kind: GapKind, gap: number): string | undefined {
  if (kind === 'payload') return undefined
  return `${kind === 'text' || kind === 'plain' ? MARK : NUMBER_MARK}${gap + FIRST}`
}

function interleave(fixed: readonly string[], values: readonly string[]): string {
  return fixed.map((part, n) => part + (values[n] ?? '')).join('')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Whoever translates the line itself says what is wrong with it.
    return false
  }
}

/** Cuts translated text at the stand-ins; the payload has to be there once, and whole. */
function cut(
  text: string,
  standIns: readonly string[],
  payloadAt: number,
  isInner: boolean,
): readonly Part[] | undefined {
  const payload = standIns[payloadAt]
  const parts =
    payload === undefined ? [text] : text.split(isInner ? payload.slice(1, -1) : payload)
  if (parts.length !== (payload === undefined ? 1 : 2)) return undefined
  const written: Part[] = []
  for (const [index, part] of parts.entries()) {
    if (index > 0) written.push(payloadAt)
    if (part.includes(STAND_IN)) return undefined
    for (const piece of part.split(ANY_MARK)) {
      const gap = standIns.indexOf(piece)
      if (gap >= 0) written.push(gap)
      else if (piece.includes(MARK) || piece.includes(NUMBER_MARK)) return undefined
      else if (piece !== '') written.push(Buffer.from(piece).toString('latin1'))
    }
  }
  return written
}

/** Compares what was learnt with what the translator makes of the line's own values. */
function isConfirmed(
  translator: LineTranslator,
  line: string,
  written: readonly Part[],
  values: readonly string[],
  payloadAt: number,
  isInner: boolean,
): boolean {
  const result = translator.translate(line)
  const text = written.map((part) => {
    if (typeof part !== 'number') return Buffer.from(part, 'latin1').toString()
    return part === payloadAt && isInner ? values[part]!.slice(1, -1) : values[part]
  })
  return result.ok && text.join('') === `${result.text}\n`
}

/** Only a payload that precedes everything that changes can be moved by the module. */
function toSurroundings(
  known: Omit<KnownLine, 'report' | 'lengths' | 'surroundings' | 'hits'>,
): Surroundings | undefined {
  const { fixed, kinds, opening, clash, written, isInner, texts } = known
  const payloadAt = kinds.indexOf('payload')
  if (payloadAt > 0) return undefined
  const first = payloadAt + 1
  const toPiece = (part: Part): Piece => {
    if (typeof part !== 'number') return fixedPiece(Buffer.from(part, 'latin1'))
    const kind = kinds[part]!
    return kind === 'payload' ? fixedPiece('') : gapPiece(part - first, kind)
  }
  const tail = fixed.slice(1).flatMap((part, n) => [toPiece(n), fixedPiece(part)])
  const split = payloadAt === 0 ? written.indexOf(0) : written.length
  const uses = kinds.map((_, gap) => written.filter((part) => part === gap).length)
  return {
    head: fixed[0]!,
    opening,
    clash,
    isInner,
    tail,
    before: written.slice(0, split).map(toPiece),
    after: written.slice(split + 1).map(toPiece),
    uses: Math.max(1, ...uses),
    texts,
  }
}

/** Lists the texts of a line, names included, as a writer of JSON puts them down. */
function textsIn(line: string): ReadonlySet<string> {
  const texts = [...line.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) =>
    JSON.stringify(JSON.parse(text)).slice(1, -1),
  )
  return new Set([...texts, ...SPECIAL_TEXTS].map((text) => Buffer.from(text).toString('latin1')))
}

function lengthsOf(texts: ReadonlySet<string>): Uint8Array {
  const lengths = new Uint8Array(Math.max(...[...texts].map(({ length }) => length)) + 1)
  for (const { length } of texts) lengths[length] = 1
  return lengths
}

/** Texts that a writer recognises. */
const SPECIAL_TEXTS = [TIMEOUT_MESSAGE]
const LONGEST = 16_384
/** Three digits follow each mark, so that no stand-in is the beginning of another. */
const FIRST = 100
const MARK = 'surety-stand-in-for-text-'
const NUMBER_MARK = '730000000117'
const ANY_MARK = new RegExp(`(${MARK}\\d{3}|${NUMBER_MARK}\\d{3})`)
