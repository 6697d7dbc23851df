import { startedCall } from '../programs/index.ts'
import { isIn, nameOf } from './line-rules.ts'
import { literalOf, type Part, type Pipeline, type Statement } from './line-tree.ts'
import type { Nested } from './nested-line.ts'

/** Who looks at the end of a part: the exit of the line, the line itself, one who forgives all, or nobody. */
export type Fate = 'exit' | 'heeded' | 'forgiven' | 'lost'

/** The words of a call, without what starts it. What a variable stands for is in what bash told. */
export function wordsOf(part: Part, moved?: string): readonly string[] {
  if (part.kind !== 'simple') return []
  const words = part.words.map((word) => literalOf(word) ?? word.text)
  const isMoved = moved !== undefined && part.words[0] && /^"?\$/.test(part.words[0].text)
  const all = isMoved
    ? [...moved.split(' '), ...(/[@*]/.test(words[0]!) ? [] : words.slice(1))]
    : words
  return startedCall(all, null).words
}

/** Tests whether a line elsewhere has parts whose end its shell does not tell. */
export function hidesInside(nested: Nested | undefined): boolean {
  if (nested === undefined) return false
  const { statements } = nested.line
  return statements.some(
    ({ pipelines, isBackground }, at) =>
      isBackground ||
      pipelines.some(
        ({ parts }, index) =>
          parts.some(({ kind }) => kind !== 'simple') ||
          parts.slice(0, -1).some((part) => !isHarmless(part)) ||
          (at < statements.length - 1 &&
            index === pipelines.length - 1 &&
            !isHarmless(parts.at(-1)!)),
      ),
  )
}

/** The words of the call that the exit of a line elsewhere is of. */
export function meantOf(there: readonly string[], nested: Nested | undefined): readonly string[] {
  const last = nested?.line.statements.at(-1)?.pipelines.at(-1)?.parts.at(-1)
  return last ? wordsOf(last) : there
}

function isHarmless(part: Part): boolean {
  const name = nameOf(wordsOf(part))
  return isIn('quiet', name) || isIn('readers', name)
}

/** Says whether the next statement shows how this one ended. */
export function shownBy({ pipelines, joints }: Statement): Fate | 'all' | undefined {
  const [{ parts }] = pipelines as readonly [Pipeline]
  const [part] = parts
  const text = parts.map((each) => each.text).join(' | ')
  const all = /PIPESTATUS/.test(text)
  if (!all && !/\$\?|\$\{\?/.test(text)) return undefined
  const fate = all ? 'all' : 'heeded'
  if (part?.kind === 'other') return part.type === 'if' || part.type === 'case' ? fate : undefined
  if (part?.kind !== 'simple') return undefined
  const name = part.words[0]?.text ?? ''
  if (/^(?:|echo|printf|exit|return|local|export|declare)$/.test(name)) return fate
  return /^(?:\[|test)$/.test(name) && joints.includes('||') ? fate : undefined
}
