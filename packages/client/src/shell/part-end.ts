import type { Part } from './line-tree.ts'
import type { Fate } from './line-words.ts'

/** How a part of a line ended. */
export interface PartEnd {
  readonly part: Part
  /** The words of the command. */
  readonly typed: readonly string[]
  /** The words of the call, without what starts it. */
  readonly words: readonly string[]
  /** Those of the call that its exit is of: on another machine, the last one there. */
  readonly meant: readonly string[]
  /** Undefined if nobody knows. */
  readonly exit: number | 'alive' | undefined
  readonly fate: Fate
  /** Whether its stderr goes to nowhere. */
  readonly isSilent: boolean
  /** The program that reads what it prints. */
  readonly next: string | undefined
  /** Whether it is alone in its pipeline. */
  readonly isAlone: boolean
  /** Whether it ran in another machine or container. */
  readonly isRemote: boolean
  /** Whether it may hide an end of its own: a script, a shell elsewhere, a program in the background of a group. */
  readonly hides: boolean
  readonly isNegated: boolean
  /** Whether `||` follows it somewhere, so that the line may say its failure. */
  readonly isGuarded: boolean
}

export interface Place {
  /** Who looks at the end of this line. */
  readonly fate: Fate
  readonly isSilent: boolean
  readonly isRemote: boolean
  /** The exit of the shell of this line, which is that of its last command. */
  readonly exit: number | undefined
  /** Whether only the last of several ends counts, as in a loop that tries again. */
  readonly isRetried: boolean
  readonly isBackground: boolean
  /** Whether the shell of the line runs it itself. */
  readonly isTop: boolean
  readonly isGuarded: boolean
  /** Whether another shell filled in variables before it was read. */
  readonly isFilled?: boolean
}

/** One way in which a pipeline ended. */
export interface Run {
  readonly status?: number | 'alive' | undefined
  readonly exits?: readonly (number | 'alive' | undefined)[]
  readonly words?: string | undefined
}

export interface PartPlace extends Place {
  readonly isNegated: boolean
  readonly isAlone: boolean
  readonly next: string | undefined
  readonly moved: string | undefined
}
