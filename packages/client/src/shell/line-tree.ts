/** A line of a shell as commands and what joins them; what nobody decided about is `other`, with its reason. */
export interface Line {
  readonly statements: readonly Statement[]
}

/** Pipelines joined by `&&` and `||`. */
export interface Statement {
  readonly pipelines: readonly Pipeline[]
  /** What stands before each pipeline but the first. */
  readonly joints: readonly ('&&' | '||')[]
  readonly isBackground: boolean
}

export interface Pipeline {
  readonly parts: readonly Part[]
  /** Whether a part sends stderr along as well, by `|&`; one for each pipe. */
  readonly pipes: readonly ('|' | '|&')[]
  readonly isNegated: boolean
  readonly isTimed: boolean
}

export type Part = SimpleCommand | Group | OtherCommand

export interface SimpleCommand {
  readonly kind: 'simple'
  /** As it was typed. */
  readonly text: string
  /** Variables that are set for it, or for the shell if there are no words. */
  readonly assignments: readonly { readonly name: string; readonly value: Word }[]
  readonly words: readonly Word[]
  readonly redirects: readonly Redirect[]
}

/** Commands in parentheses or braces. */
export interface Group {
  readonly kind: 'group'
  readonly text: string
  readonly isSubshell: boolean
  readonly line: Line
  readonly redirects: readonly Redirect[]
}

/** A loop, a function, a condition, … */
export interface OtherCommand {
  readonly kind: 'other'
  readonly text: string
  readonly why: string
}

export interface Word {
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
}

/** Returns the text that a word stands for; undefined if the shell decides that. */
export function literalOf(word: Word): string | undefined {
  if (word.why !== undefined || word.pieces.some(({ kind }) => kind === 'pattern')) return undefined
  return word.pieces.map(({ value }) => value).join('')
}

/** Lists the simple commands of a line, those of its groups too. */
export function simpleCommands(line: Line): readonly SimpleCommand[] {
  return partsIn(line).flatMap((part) =>
    part.kind === 'simple' ? [part] : part.kind === 'group' ? simpleCommands(part.line) : [],
  )
}

/** Tests whether the line has a loop, a function or the like anywhere. */
export function hasOther(line: Line): boolean {
  return partsIn(line).some(
    (part) => part.kind === 'other' || (part.kind === 'group' && hasOther(part.line)),
  )
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
