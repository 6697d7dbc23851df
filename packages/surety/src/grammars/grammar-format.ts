import type { Description } from '../description/index.ts'

/** A format in which programs describe themselves. */
export interface GrammarFormat {
  readonly id: string
  /** Reads a document; throws a `GrammarError` that says why it is none. */
  readonly read: (text: string, hints?: ReadHints) => Promise<ReadGrammar>
  /** Writes a description; absent where a format exists only to be read. */
  readonly write?: (description: Description, options?: WriteOptions) => Promise<string>
}

export interface ReadHints {
  /** The name of the program, where a document has several or none. */
  readonly name?: string
}

export interface ReadGrammar {
  readonly description: Description
  /** The document as JSON, for finding what the description has no member for. */
  readonly document?: unknown
  /** The same, found by a reader whose format can say one thing in several ways: pointers into the document. */
  readonly unread?: readonly string[]
}

export interface WriteOptions {
  /** Members of the description that the format cannot say, by their pointers, for the room it has for others. */
  readonly stow?: Stowed
}

export type Stowed = Readonly<Record<string, unknown>>

/** The name under which formats with room for others keep what they cannot say. */
export const STOW_NAME = 'x-surety'

/** What a reader says of a text that is no document of its format. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError'
}

/** What each format is, and where it comes from. */
export interface GrammarFacts {
  readonly title: string
  /** The version that is read and written. */
  readonly version: string
  /** The day of the text that this was written after, or why none is known. */
  readonly date: string
  readonly source: string
  /** Words with which a program prints it, the usual ones first. */
  readonly asks?: readonly (readonly string[])[]
  /** The end of the name of a file beside the program that holds it. */
  readonly beside?: string
  /** The name of a file in the folder of its npm package that holds it. */
  readonly inPackage?: string
  /** What its help must have, where the words mean something else to other programs. */
  readonly helpHas?: string
  readonly writes: boolean
}
