import { startedCall } from '../programs/index.ts'
import { isIn, meaningOf, nameOf } from './line-rules.ts'
import { literalOf, partsIn, type Part, type Pipeline, type Statement } from './line-tree.ts'
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

/** Tests whether a shell runs a text that only it knows: `eval "$x"`, `bash -c "$x"`. */
export function runsUnknown(part: Part, nested: Nested | undefined): boolean {
  if (part.kind !== 'simple') return false
  const at = part.words.findIndex(({ text }) => SHELL.test(text))
  const [name, ...rest] = part.words.slice(at).map(({ text }) => text)
  if (at === -1 || (name !== 'eval' && !rest.some((word) => /^-[a-z]*c$/.test(word)))) return false
  if (nested === undefined)
    return rest.length > 0 && !rest.every((word) => /^[\w./=:@,+-]+$/.test(word))
  return nested.isFilled === true && partsIn(nested.line).some(isVariable)
}

/** Tests whether the first word of a command is made by the shell. */
export function isVariable(part: Part): boolean {
  return part.kind === 'simple' && part.words[0]?.text.startsWith('$') === true
}

const SHELL = /^(?:eval|(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh)$/

/** The words of the call that the exit of a line elsewhere is of: the last one, or a question before it. */
export function meantOf(there: readonly string[], nested: Nested | undefined): readonly string[] {
  const { pipelines = [], joints = [] } = nested?.line.statements.at(-1) ?? {}
  const calls = pipelines.map(({ parts }) => wordsOf(parts.at(-1)!))
  const asked = calls.find((words, at) => joints[at] === '&&' && isQuestion(words))
  return asked ?? calls.at(-1) ?? there
}

/** Tests whether a call answers "no" with 1. */
export const isQuestion = (words: readonly string[]) =>
  meaningOf(words, 1, { stdout: '', stderr: '', isShared: false }).isAnswer

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
  const isTest = part?.kind === 'other' && part.type === 'test'
  if (part?.kind === 'other' && !isTest)
    return part.type === 'if' || part.type === 'case' ? fate : undefined
  const name = part?.kind === 'simple' ? (part.words[0]?.text ?? '') : undefined
  if (name !== undefined && /^(?:|echo|printf|exit|return|local|export|declare)$/.test(name))
    return fate
  if (!isTest && !/^(?:\[|test)$/.test(name ?? '-')) return undefined
  // What follows says something where it failed.
  return joints.includes('||') || (joints[0] === '&&' && ASKS_FOR_FAILURE.test(text))
    ? fate
    : undefined
}

const ASKS_FOR_FAILURE = /-(?:ne|gt|ge) |!=|>|^\(\( *\$\{?\?\}? *\)\)/
