import type { JsonValue } from '../../../contract/index.ts'

/** A step or a piece of advice in the guide for agents. */
export interface GuideStep {
  readonly step: string
  readonly why: string
  /** A complete command line. */
  readonly command?: string
  readonly notes?: readonly string[]
}

/** What only the author of a tool can tell agents; the rest of the guide follows from the commands. */
export interface GuideDeclaration {
  /** What the tool is for, in a few sentences. */
  readonly intro?: string
  /** The calls that lead to the usual result, in order. */
  readonly goldenPath?: readonly GuideStep[]
  readonly pitfalls?: readonly GuideStep[]
  /** The command that installs the tool, which asks nothing and may be repeated; for `skills agents-file`. */
  readonly install?: string
  /** Further members of the guide, which also replace those that the framework writes. */
  readonly sections?: Readonly<Record<string, JsonValue | readonly GuideStep[]>>
}

/** A guide, or a function that loads it, so that an ordinary call does not. */
export type GuideSource = GuideDeclaration | (() => GuideDeclaration | Promise<GuideDeclaration>)
