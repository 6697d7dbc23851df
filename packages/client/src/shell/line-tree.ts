/** A line of a shell as commands and what joins them; what nobody decided about is `other`, with its reason. */
export interface Line {
  readonly statements: readonly Statement[]
}

/** Where something stands in the text: from the first character to the one behind the last. */
export interface Span {
  readonly pos: number
  readonly end: number
}

/** Pipelines joined by `&&` and `||`; a `&` behind them is a part of it. */
export interface Statement extends Span {
  readonly pipelines: readonly Pipeline[]
  /** What stands before each pipeline but the first. */
  readonly joints: readonly ('&&' | '||')[]
  readonly isBackground: boolean
}

/** Its span begins behind `!` and `time`. */
export interface Pipeline extends Span {
  readonly parts: readonly Part[]
  /** Whether a part sends stderr along as well, by `|&`; one for each pipe. */
  readonly pipes: readonly ('|' | '|&')[]
  readonly isNegated: boolean
  readonly isTimed: boolean
}

export type Part = SimpleCommand | Group | OtherCommand

interface AnyPart extends Span {
  /** As it was typed. */
  readonly text: string
  readonly redirects: readonly Redirect[]
  /** What runs for a word of it: `$( )` and `<( )`. */
  readonly inner: readonly Inner[]
}

export interface Inner extends Span {
  readonly line: Line
  readonly isStream: boolean
}

export interface SimpleCommand extends AnyPart {
  readonly kind: 'simple'
  /** Variables that are set for it, or for the shell if there are no words. */
  readonly assignments: readonly { readonly name: string; readonly value: Word }[]
  readonly words: readonly Word[]
}

/** Commands in parentheses or braces. */
export interface Group extends AnyPart {
  readonly kind: 'group'
  readonly isSubshell: boolean
  readonly line: Line
}

/** A loop, a function, a condition, … */
export interface OtherCommand extends AnyPart {
  readonly kind: 'other'
  readonly type: 'if' | 'case' | 'for' | 'while' | 'test' | 'function' | 'coprocess'
  readonly why: string
  readonly conditions: readonly Line[]
  readonly bodies: readonly Line[]
  /** The name of a function. */
  readonly name?: string
}

export interface Word extends Span {
  readonly text: string
  /** Texts that stand for themselves, and patterns for file names. */
  readonly pieces: readonly Piece[]
  /** Why the shell makes something else of it; undefined if the pieces are all. */
  readonly why?: string
}

export type Piece =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'pattern'; readonly value: string }

export interface Redirect {
  readonly text: string
  /** The streams that go elsewhere; `other` is a descriptor of the caller, or input. */
  readonly of: 'stdout' | 'stderr' | 'both' | 'stdin' | 'other'
  readonly to: 'null' | 'stdout' | 'stderr' | 'elsewhere'
  /** The text of a here-document. */
  readonly body?: Span & { readonly isQuoted: boolean }
}

/** Returns the text that a word stands for; undefined if the shell decides that. */
export function literalOf(word: Word): string | undefined {
  if (word.why !== undefined || word.pieces.some(({ kind }) => kind === 'pattern')) return undefined
  return word.pieces.map(({ value }) => value).join('')
}

export function partsIn({ statements }: Line): readonly Part[] {
  return statements.flatMap(({ pipelines }) => pipelines.flatMap(({ parts }) => parts))
}

/** Tests whether redirections send stderr to nowhere. */
export function isSilenced(redirects: readonly Redirect[]): boolean {
  let [out, err] = [false, false]
  for (const { of, to } of redirects) {
    const isNull = to === 'null' || (to === 'stdout' ? out : to === 'stderr' ? err : false)
    if (of === 'stdout' || of === 'both') out = isNull
    if (of === 'stderr' || of === 'both') err = isNull
  }
  return err
}
