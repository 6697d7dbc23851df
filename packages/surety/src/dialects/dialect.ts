import type {
  CustomExitCode,
  Generation,
  JsonObject,
  JsonValue,
  Outcome,
  OutcomeErrorInput,
  ReadOutcome,
} from '../contract/index.ts'
import type kinds from './write/loss-kinds.json'

/** What a dialect may be unable to say. */
export type LossKind = keyof typeof kinds.meaning

/** Something that a dialect has no member for. */
export interface Loss {
  /** JSON pointer into the outcome. */
  readonly pointer: string
  readonly kind: LossKind
  /** JSON pointer to where the document keeps it instead; null if it is gone for good. */
  readonly stowed_at: string | null
  /**
   * `made up`: the dialect demands the member and the outcome has none. `kept aside`: the reader
   * had no place for it in the outcome, so the writer never saw it.
   */
  readonly note?: 'made up' | 'kept aside'
}

/** What a process left behind. */
export interface Capture {
  readonly stdout: string | Uint8Array
  readonly stderr: string | Uint8Array
  readonly exit_code: number
  /** The words of the call, the program first, where they are known. */
  readonly argv?: readonly string[]
}

export type Layout = 'compact' | 'pretty' | 'pretty-ascii'

/** An outcome as a document of a dialect, and how a process would leave it behind. */
export interface EncodedDocument {
  /** Undefined if the dialect prints nothing, as incur-compact does for a null result. */
  readonly document: JsonValue | undefined
  readonly stream: 'stdout' | 'stderr'
  readonly exit_code: number
  readonly layout: Layout
  /** What the dialect cannot say, if somebody asked. */
  readonly losses?: readonly Loss[]
}

/** An outcome as a process would leave it behind. */
export interface Encoded {
  readonly stdout: string
  readonly stderr: string
  readonly exit_code: number
}

/** The same, with what the dialect cannot say. */
export interface EncodedWithLosses extends Encoded {
  readonly losses: readonly Loss[]
}

/**
 * What a writer does with facts that its dialect has no member for.
 *
 * - `never`: leaves them out.
 * - `plain`: writes them under plain names where the dialect is open (`details`, `next_steps`), and
 *   leaves out the others. `encode` and `translate` use it.
 * - `exact`: keeps all others under the reserved member, and how members are spelt, so that reading gives
 *   back the very same outcome. `surety translate --lossless` uses it.
 */
export type StowMode = 'never' | 'plain' | 'exact'

export interface EncodeOptions {
  /** The author's own exit codes, for dialects that have room for them. */
  readonly exits?: readonly CustomExitCode[]
  /** Error code to exit number, for dialects whose tools keep such a table (pay on incur). */
  readonly exitByCode?: Readonly<Record<string, number>>
  /** The time to write if the dialect demands one and the outcome has none. */
  readonly now?: () => Date
  /**
   * What happens to facts without a member. Default: as a tool answers in its own dialect. What an author said
   * stands under its plain name then, and what the framework adds is left out.
   */
  readonly stow?: StowMode
  /**
   * What `retryable: true` meant in the dialect that the outcome was read in. Contract 1.0 allows it
   * for timeouts that may have written something, contract 1.6 does not. Default `identical_call`.
   */
  readonly meaning?: 'safe_to_retry' | 'identical_call'
  /**
   * How much an error says in the dialects of incur. `framework`: an error that the tool did not raise,
   * without `retryable` and context. `plain`: an error of the tool without `extra` and `next_steps`, for
   * answers that are measured or cut. Default `enriched`.
   */
  readonly errorBody?: 'enriched' | 'plain' | 'framework'
}

export interface DecodeOptions extends Pick<EncodeOptions, 'exits' | 'exitByCode'> {
  /** More schema tags to accept, for instance `ao.cli.v1`, the former name of animus. */
  readonly aliases?: readonly string[]
}

/** Where a list of problems with the input goes: members for the error, or for meta. */
export interface InputErrorPlace {
  readonly error?: Pick<OutcomeErrorInput, 'details' | 'field_errors'>
  readonly meta?: JsonObject
}

export interface DialectHabits {
  /** Whether a call without a command is an error. */
  readonly requiresCommand?: boolean
  /** Their formats: in a pipe, with NO_COLOR at a terminal, by other names; the exit of input errors in text. */
  readonly output?: {
    readonly piped?: string
    readonly noColor?: string
    readonly values?: Readonly<Record<string, string>>
    readonly inputErrorExit?: number
  }
}

/**
 * What others need to know about a dialect besides its documents. Of a built-in dialect it is known
 * without loading it, see `traitsOf`. A dialect states only what is unusual about it.
 */
export interface DialectTraits {
  /** The generation of the spec that it implements; the contract has the exit numbers. */
  readonly generation?: Generation
  /** Whether answers cannot be requested as YAML. */
  readonly refusesYaml?: true
  /** False if a success is the bare result, so that no output proves the dialect. Default true. */
  readonly hasEnvelope?: boolean
  /** The id of the dialect that puts an envelope around the same output. */
  readonly fullVariant?: string
  /** Whether token flags count and cut an error like a result. Default: an error is always whole. */
  readonly measuresErrors?: boolean
  /** Whether `meta` holds only facts that can change a caller's decision. Default: every fact of the run. */
  readonly isLean?: boolean
  /** Whether a pipe gets a marker as the answer to `--help`, and the text is on stderr. */
  readonly marksHelp?: boolean
  /** Whether errors have no member for advice, so that the message of an input error ends with it. */
  readonly lacksSuggestions?: boolean
  /** Whether documents have no room for members of others, except in the details of an error. */
  readonly isClosed?: boolean
  /** Whether documents have no member for warnings, which then go to stderr. */
  readonly lacksWarnings?: boolean
  /** Whether documents have no member for the mark of a cut answer; a note then goes to stderr. */
  readonly lacksPaging?: boolean
  /** Whether its document asks for answers in one line. */
  readonly isOneLine?: true
  /** Whether lines of JSON are envelopes too, and not bare records. */
  readonly wrapsLines?: boolean
  /** A format in a variable that does not exist is warned of, and not refused. */
  readonly ignoresUnknownFormat?: boolean
  /** Whether rows are items with a last line that counts them. */
  readonly endsStreams?: boolean
  /** Whether `meta.pagination` says all about a page, and nothing beside it. */
  readonly hasPagination?: boolean
  /** Whether an option that is given two values is refused. Default: the last one counts. */
  readonly refusesRepeats?: boolean
  /** Whether a warning begins with its code, and facts about warnings are in `meta`. */
  readonly codesWarnings?: boolean
  /** Whether what others print to stdout is told in a warning. Default: it goes to stderr. */
  readonly reportsNoise?: boolean
  /** Whether the data of a call that a signal ended says that it is partial. Default: `meta` does. */
  readonly marksPartialData?: boolean
  /** When and how a failed call may be repeated, by its exit. */
  readonly retryHints?: (
    exit: string,
  ) => Pick<OutcomeErrorInput, 'retry_after_ms' | 'retry_strategy'>
  /** The form of a manifest; one that has no form of its own is short, and complete in that of 1.6. */
  readonly manifest?: '1.6' | '1.16'
  /** Whether a success cannot carry null; no result is then written as an empty object. */
  readonly rejectsNull?: boolean
  /** Writes Markdown in a way of its own; undefined for a value that it cannot write. */
  readonly toMarkdown?: (value: JsonValue) => Promise<string | undefined>
  /** What its tools do unless they declare something else. */
  readonly habits?: DialectHabits
  /** Its words for errors that the framework raises, by code, by exit or, as `*`, for all others; see `wordFor`. */
  readonly frameworkErrors?: Readonly<Record<string, string>>
  /** Whether every error says what to do next; one without a suggestion is given one. */
  readonly advises?: boolean
  /** Whether a failure in the tool's own words for people is on stdout, like its documents. Default: on stderr. */
  readonly tellsPeopleOnStdout?: boolean
  /** Whether its document says of `retryable` that the caller can safely repeat the call. */
  readonly retryableIsSafe?: true
  /** Whether an error names what it is about, by default the first argument. */
  readonly namesTarget?: boolean
  /** Places the list of problems with the input. Default: `errors` in the error's details. */
  readonly placeInputErrors?: (errors: JsonObject[]) => InputErrorPlace
}

/** What writes a dialect; a tool needs no more of it. */
export interface Encoder extends DialectTraits {
  readonly id: string
  /** Turns an outcome into a document. */
  toDocument(outcome: Outcome, options?: EncodeOptions): EncodedDocument
}

/** One mistake in a document: one of a dialect, or one that describes a dialect. */
export interface DocumentProblem {
  /** JSON pointer into the document; empty for the document as a whole. */
  readonly pointer: string
  readonly message: string
}

/** A pair of functions between outcomes and what tools of one kind print. */
export interface Dialect extends Encoder {
  readonly title: string
  /** Reads any bytes; never throws, never calls a failure a success. */
  decode(capture: Capture, options?: DecodeOptions): ReadOutcome
  /** Turns a capture in another format into JSON, for dialects that are printed in several formats. */
  toJson?(capture: Capture): Promise<Capture>
  /** The JSON Schema of the dialect's document. */
  readonly schema: JsonObject
  /**
   * Checks what the schema cannot say about a document, and about its exit code if that is known. With
   * `byTable`, the standard table of exits counts too, which entries of a manifest outrank.
   */
  rules?(document: JsonValue, exitCode?: number, byTable?: boolean): readonly DocumentProblem[]
  /** Whether the payload stands beside the envelope's own members, or in `data` if it does not fit there. */
  readonly isFlat?: boolean
  /**
   * Returns a pointer to the object of a document that may take a member of ours, for exact answers; null if
   * there is none. Objects on the way need not exist.
   */
  roomFor?(outcome: Outcome, document: JsonValue | undefined): string | null
  /**
   * Returns the exit number that belongs to a document, for readers that rely on it and logs that lack
   * it. Without this method a line is read as if the process had exited with 0.
   */
  impliedExit?(document: JsonValue): number
  /**
   * The exit that its document gives to a call that a signal cancelled. Default: 128 and the number of the
   * signal, which a tool may use here too.
   */
  readonly cancelledExit?: number
  /** Words in answers that no older generation has; without one, an answer that fits both is of the older. */
  readonly ownWords?: RegExp
  /** What `retryable: true` means here; only contract 1.0 has `safe_to_retry`. */
  readonly meaning?: 'safe_to_retry' | 'identical_call'
}

/** A document of a capture with what a dialect may ask about it. */
export interface Sighting {
  readonly document: JsonObject
  readonly stream: 'stdout' | 'stderr'
  readonly exit: number
  /** Tests whether the document has all of these members. */
  readonly has: (...names: readonly string[]) => boolean
}

/** How well one document fits a dialect, and why. */
export interface Evidence {
  /** From 0 to 1. */
  readonly score: number
  readonly reasons: readonly string[]
  /** Whether other dialects with the same score come first. */
  readonly yields?: boolean
}

/** Weighs a document for one dialect; undefined if it cannot be of that dialect. */
export type Weigh = (sighting: Sighting) => Evidence | undefined
