import { findUnusableText } from '@surety/internal/usable-text.ts'
import type { StandardIssue } from '../../schema/index.ts'
import type { FlagValues } from '../declare/framework-flags.ts'
import { validateWith } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { isText, listIn, type Param } from './params.ts'
import type { Line, Token, Word } from './read.ts'

/** Something that is wrong with a line; whoever refuses it has the sentences. */
export type Finding =
  | Exclude<Token, { readonly kind: 'given' }>
  | { readonly kind: 'too-many'; readonly text: string }
  /** A required value; `variable` could have given it. */
  | { readonly kind: 'missing'; readonly param: Param; readonly variable?: string }
  | { readonly kind: 'problem'; readonly problem: InputProblem }
  | {
      readonly kind: 'invalid'
      readonly param: Param
      readonly issues: readonly (StandardIssue & { readonly code?: string })[]
      readonly text: string | undefined
      /** How its name is written here. */
      readonly spelled?: string
    }

/** What a line gives to its parameters, before their schemas check it. */
export interface Taken {
  readonly values: Map<Param, unknown>
  /** The text behind each value, for messages. */
  readonly texts: Map<Param, string>
  /** What has a value that cannot be read, or none at all. */
  readonly failed: Set<Param>
  readonly findings: Finding[]
  /** The texts of secret parameters, valid or not; they must not be shown. */
  readonly secrets: string[]
}

/** Takes a text as the value of a parameter, or as an item of its list. */
export type TakeText = (taken: Taken, param: Param, text: string, spelled?: string) => void

export type Values = Readonly<Record<string, unknown>>

/** The values of a line that their schemas accept, and what is wrong with the line. */
export interface Checked {
  readonly args: Values
  readonly options: Values
  readonly globals: Values
  readonly env: Values
  readonly flags: FlagValues
  readonly findings: readonly Finding[]
  /** The line as it was read with the names of the command; none if its words are its values. */
  readonly line?: Line
}

export function nothingTaken(): Taken {
  return { values: new Map(), texts: new Map(), failed: new Set(), findings: [], secrets: [] }
}

/** Tests whether nothing but schemas decides about the words of a line, which are values as they are. */
export function isPlain({ tokens, words }: Line, args: readonly Param[]): boolean {
  if (tokens.length > 0 || words.length > args.length) return false
  return words.every(({ text }, at) => {
    const { def } = args[at]!
    const isMarked = def.deprecated ?? def.secret ?? (def.kind === 'string' && def.is)
    return isText(def) && !isMarked && findUnusableText(text) === undefined
  })
}

/** Gives words to the arguments without a value; a list at the end takes the rest. */
export function takeWords(
  taken: Taken,
  given: readonly Word[],
  args: readonly Param[],
  take: TakeText,
): void {
  const open = args.filter((param) => !taken.values.has(param) && !taken.failed.has(param))
  const list = open.at(-1)
  const takesRest = list !== undefined && listIn(list.def) !== undefined
  let words = given
  if (!takesRest && words.length > open.length) {
    // The word behind an unknown option is probably its value, so it is not a second problem.
    let excess = words.length - open.length
    words = words.filter((word) => !(word.isAfterUnknown && excess-- > 0))
  }
  for (const [index, { text }] of words.entries()) {
    const param = open[index] ?? (takesRest ? list : undefined)
    if (param) take(taken, param, text)
    else taken.findings.push({ kind: 'too-many', text })
  }
}

/** Checks all values by their schemas; `supplied` has those from elsewhere, such as variables. */
export function checkValues(
  params: readonly Param[],
  taken: Taken,
  supplied: ReadonlyMap<Param, unknown> = taken.values,
): Checked | Promise<Checked> {
  const { values, failed } = taken
  const open = params.filter((param) => !failed.has(param))
  const given = open.map((param) => (values.has(param) ? values : supplied).get(param))
  const checking = open.map(({ schema }, at) => validateWith(schema, given[at]))
  const judge = (results: readonly Validity[]) => {
    const checked: Record<Param['set'], Record<string, unknown>> = {
      args: {},
      options: {},
      globals: {},
      env: {},
      flags: {},
    }
    const findings = [...taken.findings]
    for (const [at, param] of open.entries()) {
      const { issues, value } = results[at] as Validity & { readonly value?: unknown }
      if (issues === undefined) {
        if (value !== undefined) checked[param.set][param.key] = value
      } else if (given[at] === undefined) findings.push({ kind: 'missing', param })
      else findings.push({ kind: 'invalid', param, issues, text: taken.texts.get(param) })
    }
    return { ...checked, findings }
  }
  return checking.some((each) => each instanceof Promise)
    ? Promise.all(checking as readonly Promise<Validity>[]).then(judge)
    : judge(checking as readonly Validity[])
}

type Validity = Awaited<ReturnType<typeof validateWith>>
