import { NAME_EFFECT, type NameEffects } from '../../places.ts'
import { holdsInexact } from '../scan/inexact-numbers.ts'
import { isValueGap, type GapKind, type LineShape } from './line-shape.ts'
import type { LineReport } from '../report-counts.ts'
import { findStandIns, holdsStandIn, standInOf, type StandIn } from './stand-in.ts'
import type { LineResult, LineTranslator } from '../translate-line.ts'

/** How lines of one shape translate. */
export interface KnownLine {
  /** What stands between the gaps on the way in, one more than there are gaps. */
  readonly fixed: readonly Uint8Array[]
  readonly kinds: readonly GapKind[]
  readonly clashes: readonly number[]
  /** For each gap the first with the same text. */
  readonly twins: readonly number[]
  /** What is written: bytes as Latin-1, or the number of a gap. */
  readonly written: readonly Part[]
  /** What becomes of each gap. */
  readonly fates: readonly Fate[]
  readonly report: LineReport
  /** The texts among the fixed bytes, in Latin-1; a gap that holds one of them is another case. */
  readonly texts: ReadonlySet<string>
  /** 1 at the lengths of those texts. */
  readonly lengths: Uint8Array
}

/** Bytes as Latin-1, or the number of a gap. */
export type Part = string | number

/** Its bytes are moved, or it is parsed and written anew, or it is nowhere to be found. */
type Fate = 'moved' | 'anew' | 'dropped'

/** What it takes to learn from a line. */
export interface LearningAids {
  readonly translator: LineTranslator
  /** The names of payload members that either end looks at. */
  readonly names: NameEffects
  /** Texts that the writer compares others with. */
  readonly texts: readonly string[]
}

/**
 * Learns how lines of a shape translate: from the line at `from`, once with stand-ins in its gaps
 * and once with its own values there. Gives undefined where the line is not valid, or where the
 * result does not show how each gap got there, and 'by name' where the names in its runs matter.
 */
export function learnLine(
  bytes: Buffer,
  from: number,
  shape: LineShape,
  { translator, names, texts: special }: LearningAids,
): KnownLine | 'by name' | undefined {
  const kinds = shape.kinds.slice(0, shape.gaps)
  const clashes = shape.clashes.slice(0, shape.gaps)
  const twins = shape.twins.slice(0, shape.gaps)
  const fixed = fixedBytes(bytes, from, shape)
  const around = fixed.map((part) => part.toString())
  if (!isLearnable(around.join('\0'), shape)) return undefined
  const standIns = standInsFor(kinds, clashes, names)
  if (!standIns) return undefined
  const line = interleave(
    around,
    twins.map((twin) => standIns[twin]!.text),
  )
  const result = isJson(line) ? translator.translate(line) : undefined
  if (!result?.ok || holdsStandIn(JSON.stringify(result.losses))) return undefined
  // What a flat failure says besides its error becomes details, in which writers look for names.
  if (!result.outcome.ok && kinds.includes('run')) return 'by name'
  const cut = cutAt(`${result.text}\n`, kinds, standIns)
  if (!cut) return undefined
  const own = twins.map((twin, n) => ownValue(bytes, shape, n) ?? standIns[twin]!)
  const confirmed = translator.translate(
    interleave(
      around,
      own.map(({ text }) => text),
    ),
  )
  const values = own.map(({ text, anew }, n) =>
    cut.fates[n] === 'anew' ? enclose(kinds[n]!, anew) : text,
  )
  if (!isSame(confirmed, result, textOf(cut, values))) return undefined
  const texts = textsIn(line, special)
  return {
    fixed,
    kinds,
    clashes,
    twins,
    ...cut,
    report: { losses: result.losses, problems: result.problems },
    texts,
    lengths: lengthsOf(texts),
  }
}

/** What stands in a gap itself; undefined where a stand-in does as well or better. */
function ownValue(bytes: Buffer, shape: LineShape, gap: number): StandIn | undefined {
  const { starts, ends, kinds } = shape
  const start = starts[gap]!
  const end = ends[gap]!
  if (end - start > LONG) return undefined
  const text = bytes.toString('utf8', start, end)
  const kind = kinds[gap]!
  if (kind !== 'members' && kind !== 'items' && kind !== 'escaped' && kind !== 'spelt')
    return { text, anew: text }
  const anew = writeAnew(bytes, shape, gap)
  if (anew === undefined) return undefined
  return { text, anew: isValueGap(kind) ? anew.slice(1, -1) : anew }
}

/** Puts the brackets around that a gap leaves out. */
function enclose(kind: GapKind, inner: string): string {
  if (kind === 'members') return `{${inner}}`
  return kind === 'items' ? `[${inner}]` : inner
}

/**
 * Parses what is in a gap and writes it anew; an object or list with its brackets. Undefined where
 * a number would change, which is to be reported.
 */
export function writeAnew(bytes: Buffer, shape: LineShape, gap: number): string | undefined {
  const { starts, ends, kinds } = shape
  const kind = kinds[gap]!
  const around = kind === 'spelt' ? 0 : 1
  const text = bytes.toString('utf8', starts[gap]! - around, ends[gap]! + around)
  if (kind !== 'escaped' && holdsInexact(text)) return undefined
  const anew = JSON.stringify(JSON.parse(text))
  return kind === 'escaped' ? anew.slice(1, -1) : anew
}

function fixedBytes(bytes: Buffer, from: number, shape: LineShape): readonly Buffer[] {
  const { gaps, starts, ends, to } = shape
  return Array.from({ length: gaps + 1 }, (_, n) =>
    Buffer.from(bytes.subarray(n === 0 ? from : ends[n - 1], n === gaps ? to : starts[n])),
  )
}

function isLearnable(around: string, { kinds, gaps, hasStrangeName }: LineShape): boolean {
  if (around.length > LONGEST || holdsStandIn(around)) return false
  if (!kinds.some((kind, n) => n < gaps && isValueGap(kind))) return true
  // What was stowed may say that data is somewhere inside a gap; escapes could hide that.
  if (hasStrangeName || around.includes('"/data')) return false
  return [...around.matchAll(/"data_at": ?("[^"]*")?/g)].every(([, place]) => ELSEWHERE.has(place))
}

/** The places of data that a reader takes as a whole. */
const ELSEWHERE: ReadonlySet<string | undefined> = new Set([
  '"/meta/data"',
  '"/error/details/data"',
])

function standInsFor(
  kinds: readonly GapKind[],
  clashes: readonly number[],
  names: NameEffects,
): readonly StandIn[] | undefined {
  const standIns: StandIn[] = []
  for (const [n, kind] of kinds.entries()) {
    const clash = clashes[n]!
    // Among the members of a flat document none of its own names can stand for the others.
    const fits = (mark: number): boolean =>
      kind === 'run' ? mark === NAME_EFFECT.same : (mark & NAME_EFFECT.same) > 0
    const clashing = [...names].find(([, mark]) => fits(mark))?.[0]
    if (clash > 1 || (clash === 1 && clashing === undefined)) return undefined
    standIns.push(standInOf(kind, n, clash === 1 ? clashing : undefined))
  }
  return standIns
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

type Cut = Pick<KnownLine, 'written' | 'fates'>

/** Cuts translated text at the stand-ins, which show what became of each gap. */
function cutAt(
  text: string,
  kinds: readonly GapKind[],
  standIns: readonly StandIn[],
): Cut | undefined {
  const written: Part[] = []
  const fates = standIns.map((): Fate => 'dropped')
  let at = 0
  for (const [gap, index] of findStandIns(text)) {
    const standIn = standIns[gap]
    if (!standIn || index < at) return undefined
    const isMoved = text.startsWith(standIn.text, index)
    if (!isMoved && !text.startsWith(standIn.anew, index)) return undefined
    let start = index
    let end = index + (isMoved ? standIn.text : standIn.anew).length
    if (fates[gap] === (isMoved ? 'anew' : 'moved')) return undefined
    fates[gap] = isMoved ? 'moved' : 'anew'
    if (!isMoved && isValueGap(kinds[gap]!)) {
      start -= 1
      end += 1
      // Among other members the order and the repetition of names would matter.
      if (!isEnclosed(text, start, end)) return undefined
    }
    written.push(toLatin1(text.slice(at, start)), gap)
    at = end
  }
  written.push(toLatin1(text.slice(at)))
  const isClear = written.every((part) => typeof part === 'number' || !holdsStandIn(part))
  return isClear ? { written, fates } : undefined
}

function isEnclosed(text: string, start: number, end: number): boolean {
  return '{['.includes(text[start]!) && '}]'.includes(text[end - 1]!)
}

/** What is written for a line with these values. */
function textOf({ written }: Cut, values: readonly string[]): string {
  const pieces = written.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1').toString() : values[part]!,
  )
  return pieces.join('')
}

/** Compares what was learnt with what the translator makes of the line's own values. */
function isSame(own: LineResult, learnt: LineResult & { ok: true }, text: string): boolean {
  if (!own.ok || text !== `${own.text}\n`) return false
  return (
    JSON.stringify([own.losses, own.problems]) === JSON.stringify([learnt.losses, learnt.problems])
  )
}

/** Lists the texts of a line, names included, as a writer of JSON puts them down. */
function textsIn(line: string, special: readonly string[]): ReadonlySet<string> {
  const texts = [...line.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) =>
    JSON.stringify(JSON.parse(text)).slice(1, -1),
  )
  return new Set([...texts, ...special].map(toLatin1))
}

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function lengthsOf(texts: ReadonlySet<string>): Uint8Array {
  const lengths = new Uint8Array(Math.max(...[...texts].map(({ length }) => length)) + 1)
  for (const { length } of texts) lengths[length] = 1
  return lengths
}

const LONGEST = 16_384
/** Reading more for a comparison would take longer than a thousand lines. */
const LONG = 1024
