import type {
  CustomExitCode,
  Generation,
  JsonObject,
  JsonValue,
  Outcome,
  OutcomeErrorInput,
  ReadOutcome,
} from '../contract/index.ts'
import type { ReadPlaces, WrittenPlaces } from './places.ts'
import type { LossKind } from './write/loss-kinds.ts'

/** What a process left behind. */
export interface Capture {
  readonly stdout: string | Uint8Array
  readonly stderr: string | Uint8Array
  readonly exit_code: number
}

/** Something that a dialect has no native place for. */
export interface Loss {
  /** JSON pointer into the outcome. */
  readonly pointer: string
  readonly kind: LossKind
  /** Where the dialect's open place took it (JSON pointer into the document), or null: gone for good. */
  readonly stowed_at: string | null
  /**
   * `made up`: the dialect demands the member and the outcome has none. `kept aside`: the reader
   * could not place it in the outcome, so that no writer saw it.
   */
  readonly note?: 'made up' | 'kept aside'
}

/** How a dialect lays its JSON out. */
export type Layout = 'compact' | 'pretty' | 'pretty-ascii'

/** An outcome as a dialect's document, before any text is made of it. */
export interface EncodedDocument {
  /** Undefined where the dialect prints nothing at all (incur-compact with a null result). */
  readonly document: JsonValue | undefined
  readonly stream: 'stdout' | 'stderr'
  readonly exit_code: number
  readonly layout: Layout
  readonly losses: readonly Loss[]
}

/** An outcome as a process would leave it behind. */
export interface Encoded {
  readonly stdout: string
  readonly stderr: string
  readonly exit_code: number
  readonly losses: readonly Loss[]
}

/**
 * How much a writer stows under the reserved member: nothing, because a CLI that speaks a dialect of
 * its own prints no strange members; what would be lost (`needed`); or also what differs only in
 * spelling, such as a member that the dialect demands and the outcome lacks, so that reading gives
 * the very same value (`exact`, which `encode` and `translate` use).
 */
export type StowMode = 'never' | 'needed' | 'exact'

/** What an encoder may need to know beyond the outcome. */
export interface EncodeOptions {
  /** The author's own exit codes, for dialects whose numbers leave room for them. */
  readonly exits?: readonly CustomExitCode[]
  /** Error code to exit number, for dialects whose tools keep such a table (pay on incur). */
  readonly exitByCode?: Readonly<Record<string, number>>
  /** The time to write where a dialect wants one and the outcome has none. */
  readonly now?: () => Date
  /** Whether to stow what the dialect cannot say. Default: `needed` in the spec dialects, `never` elsewhere. */
  readonly stow?: StowMode
  /**
   * What `retryable: true` meant where the outcome was read. Contract 1.0 says it of timeouts that
   * may have written; contract 1.6 must not repeat that. Default `identical_call`.
   */
  readonly meaning?: 'safe_to_retry' | 'identical_call'
  /**
   * How much an error says in the dialects of incur, where the framework below a tool says less than
   * the tool: `framework` is an error that the tool did not raise, with neither a word on retrying
   * nor context; `plain` is the tool's without `extra` and `next_steps`, where the answer is to be
   * measured or cut. Default `enriched`.
   */
  readonly errorBody?: 'enriched' | 'plain' | 'framework'
}

/** What a decoder may need to know beyond the capture. */
export interface DecodeOptions {
  readonly exits?: readonly CustomExitCode[]
  readonly exitByCode?: Readonly<Record<string, number>>
  /** More schema tags to accept, for instance `ao.cli.v1` where animus had its former name. */
  readonly aliases?: readonly string[]
}

/** Where a list of problems with the input goes: members for the error, or for meta. */
export interface InputErrorPlace {
  readonly error?: Pick<OutcomeErrorInput, 'details' | 'field_errors'>
  readonly meta?: JsonObject
}

/**
 * What callers need to know of a dialect besides its documents. For a built-in dialect it is known
 * without loading anything, see `traitsOf`. All of it is optional: a dialect states what is unusual.
 */
export interface DialectTraits {
  /** The generation of the spec that it is; its exit numbers are those of the contract's table. */
  readonly generation?: Generation
  /** False where a success is the bare result, so that no output can prove the dialect. Default true. */
  readonly hasEnvelope?: boolean
  /** The id of the dialect that says the same with an envelope around it. */
  readonly fullVariant?: string
  /** Whether a success cannot carry null, so that no result is written as an empty object. */
  readonly rejectsNull?: boolean
  /** Says where problems with the input are listed. Default: `errors` in the error's details. */
  readonly placeInputErrors?: (errors: JsonObject[]) => InputErrorPlace
}

/** The writing half of a dialect: the only part that a CLI's hot path loads. */
export interface Encoder extends DialectTraits {
  readonly id: string
  /** Turns an outcome into the dialect's document, with everything that it cannot say. */
  toDocument(outcome: Outcome, options?: EncodeOptions): EncodedDocument
  /** Where it puts the payload; without it every line of a log is read and written. */
  readonly writtenPlaces?: WrittenPlaces
}

/** An envelope that real tools speak, read into and written from one outcome. */
export interface Dialect extends Encoder {
  readonly title: string
  /** Reads any bytes; never throws, never calls a failure a success. */
  decode(capture: Capture, options?: DecodeOptions): ReadOutcome
  /** Turns a capture in another format into one with JSON, for dialects that are printed in several. */
  toJson?(capture: Capture): Promise<Capture>
  /** The JSON Schema of the dialect's document. */
  readonly schema: JsonObject
  /** What has no native member in this dialect. */
  readonly loses: readonly LossKind[]
  /** Where it finds the payload; without it every line of a log is read and written. */
  readonly readPlaces?: ReadPlaces
  /**
   * Gives the exit number that goes with a document, for readers that go by it and a log that has
   * none. Without it a document is read as if the process had ended with 0.
   */
  impliedExit?(document: JsonValue): number
  /** What `retryable: true` means here; only contract 1.0 has `safe_to_retry`. */
  readonly meaning?: 'safe_to_retry' | 'identical_call'
}
