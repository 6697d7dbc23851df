import { NAME_EFFECT, type NameEffects } from '../../places.ts'
import { holdsInexact } from '../scan/inexact-numbers.ts'
import { isValueGap, type GapKind, type LineShape } from './line-shape.ts'
import type { LineReport } from '../report-counts.ts'
import { findStandIns, holdsStandIn, standInOf, type StandIn } from './stand-in.ts'
import type { LineResult, LineTranslator } from '../translate-line.ts'

/** How lines of one shape are translated. */
export interface KnownLine {
  /** The input between the gaps, one piece more than there are gaps. */
  readonly fixed: readonly Uint8Array[]
  readonly kinds: readonly GapKind[]
  readonly clashes: readonly number[]
  /** For each gap the first one with the same text. */
  readonly sameAs: readonly number[]
  /** The output: bytes as Latin-1, or the number of a gap. */
  readonly written: readonly Part[]
  /** How each gap is treated. */
  readonly treatments: readonly Treatment[]
  readonly report: LineReport
  /** The strings among the fixed bytes, in Latin-1. A gap that equals one of them does not fit. */
  readonly texts: ReadonlySet<string>
  /** 1 at the lengths of those texts. */
  readonly lengths: Uint8Array
}

/** Bytes as Latin-1, or the number of a gap. */
export type Part = string | number

/** A gap's bytes are moved, parsed and written again, or dropped. */
type Treatment = 'moved' | 'rewritten' | 'dropped'

/** What it takes to learn from a line. */
export interface LearningAids {
  readonly translator: LineTranslator
  /** The names of payload members that the reader or the writer looks at. */
  readonly names: NameEffects
  /** Texts that the writer compares others with. */
  readonly texts: readonly string[]
}

/**
 * Learns how lines of a shape are translated from the line at `from`: once with stand-ins in its gaps
 * and once with its own values. Returns undefined if the line is invalid or the result does not show
 * how each gap was treated, and 'by name' if the names in its runs matter.
 */
export function learnLine(
  bytes: Buffer,
  from: number,
  shape: LineShape,
  { translator, names, texts: special }: LearningAids,
): KnownLine | 'by name' | undefined {
  const kinds = shape.kinds.slice(0, shape.gaps)
  const clashes = shape.clashes.slice(0, shape.gaps)
  const sameAs = shape.sameAs.slice(0, shape.gaps)
  const fixed = fixedBytes(bytes, from, shape)
  const around = fixed.map((part) => part.toString())
  if (!isLearnable(around.join('\0'), shape)) return undefined
  const standIns = standInsFor(kinds, clashes, names)
  if (!standIns) return undefined
  const line = interleave(
    around,
    sameAs.map((same) => standIns[same]!.text),
  )
  const result = isJson(line) ? translator.translate(line) : undefined
  if (!result?.ok || holdsStandIn(JSON.stringify(result.losses))) return undefined
  // The payload of a flat failure becomes details, in which writers look for names.
  if (!result.outcome.ok && kinds.includes('run')) return 'by name'
  const cut = cutAt(`${result.text}\n`, kinds, standIns)
  if (!cut) return undefined
  const own = sameAs.map((same, n) => ownValue(bytes, shape, n) ?? standIns[same]!)
  const confirmed = translator.translate(
    interleave(
      around,
      own.map(({ text }) => text),
    ),
  )
  const values = own.map(({ text, rewritten }, n) =>
    cut.treatments[n] === 'rewritten' ? enclose(kinds[n]!, rewritten) : text,
  )
  if (!isSame(confirmed, result, textOf(cut, values))) return undefined
  const texts = textsIn(line, special)
  return {
    fixed,
    kinds,
    clashes,
    sameAs,
    ...cut,
    report: { losses: result.losses, problems: result.problems },
    texts,
    lengths: lengthsOf(texts),
  }
}

/** Returns the gap's own value; undefined if a stand-in is at least as good. */
function ownValue(bytes: Buffer, shape: LineShape, gap: number): StandIn | undefined {
  const { starts, ends, kinds } = shape
  const start = starts[gap]!
  const end = ends[gap]!
  if (end - start > LONG) return undefined
  const text = bytes.toString('utf8', start, end)
  const kind = kinds[gap]!
  if (kind !== 'members' && kind !== 'items' && kind !== 'escaped' && kind !== 'unnormalised')
    return { text, rewritten: text }
  const rewritten = rewrite(bytes, shape, gap)
  if (rewritten === undefined) return undefined
  return { text, rewritten: isValueGap(kind) ? rewritten.slice(1, -1) : rewritten }
}

/** Adds the brackets that a gap leaves out. */
function enclose(kind: GapKind, inner: string): string {
  if (kind === 'members') return `{${inner}}`
  return kind === 'items' ? `[${inner}]` : inner
}

/**
 * Parses the value of a gap and writes it again, an object or list with its brackets. Undefined if a
 * number would change, which has to be reported.
 */
export function rewrite(bytes: Buffer, shape: LineShape, gap: number): string | undefined {
  const { starts, ends, kinds } = shape
  const kind = kinds[gap]!
  const around = kind === 'unnormalised' ? 0 : 1
  const text = bytes.toString('utf8', starts[gap]! - around, ends[gap]! + around)
  if (kind !== 'escaped' && holdsInexact(text)) return undefined
  const rewritten = JSON.stringify(JSON.parse(text))
  return kind === 'escaped' ? rewritten.slice(1, -1) : rewritten
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
  // Stowed members may say that data is inside a gap, and escapes could hide that.
  if (hasStrangeName || around.includes('"/data')) return false
  return [...around.matchAll(/"data_at": ?("[^"]*")?/g)].every(([, place]) => ELSEWHERE.has(place))
}

/** Places that hold nothing but data. */
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
    // In a flat document an own name of the envelope cannot represent the others.
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
    // Translating the line itself reports what is wrong.
    return false
  }
}

type Cut = Pick<KnownLine, 'written' | 'treatments'>

/** Cuts translated text at the stand-ins, which show how each gap was treated. */
function cutAt(
  text: string,
  kinds: readonly GapKind[],
  standIns: readonly StandIn[],
): Cut | undefined {
  const written: Part[] = []
  const treatments = standIns.map((): Treatment => 'dropped')
  let at = 0
  for (const [gap, index] of findStandIns(text)) {
    const standIn = standIns[gap]
    if (!standIn || index < at) return undefined
    const isMoved = text.startsWith(standIn.text, index)
    if (!isMoved && !text.startsWith(standIn.rewritten, index)) return undefined
    let start = index
    let end = index + (isMoved ? standIn.text : standIn.rewritten).length
    if (treatments[gap] === (isMoved ? 'rewritten' : 'moved')) return undefined
    treatments[gap] = isMoved ? 'moved' : 'rewritten'
    if (!isMoved && isValueGap(kinds[gap]!)) {
      start -= 1
      end += 1
      // Beside other members, order and repeated names would matter.
      if (!isEnclosed(text, start, end)) return undefined
    }
    written.push(toLatin1(text.slice(at, start)), gap)
    at = end
  }
  written.push(toLatin1(text.slice(at)))
  const isClear = written.every((part) => typeof part === 'number' || !holdsStandIn(part))
  return isClear ? { written, treatments } : undefined
}

function isEnclosed(text: string, start: number, end: number): boolean {
  return '{['.includes(text[start]!) && '}]'.includes(text[end - 1]!)
}

/** Returns the output for a line with these values. */
function textOf({ written }: Cut, values: readonly string[]): string {
  const pieces = written.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1').toString() : values[part]!,
  )
  return pieces.join('')
}

/** Compares what was learnt with the translation of the line's own values. */
function isSame(own: LineResult, learnt: LineResult & { ok: true }, text: string): boolean {
  if (!own.ok || text !== `${own.text}\n`) return false
  return (
    JSON.stringify([own.losses, own.problems]) === JSON.stringify([learnt.losses, learnt.problems])
  )
}

/** Lists the strings of a line, names included, as JSON.stringify writes them. */
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
/** A longer comparison would cost as much as a thousand lines. */
const LONG = 1024
