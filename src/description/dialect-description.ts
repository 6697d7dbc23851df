import type { FailureName, JsonValue, StandardExitName } from '../contract/index.ts'

/** A place in a document: a JSON pointer (`/error/code`) or a dotted path (`error.code`). */
export type Place = string

/** Where the parts of an error are: a hint about what to do next is `suggestion`, whatever the envelope calls it. */
export interface ErrorDescription extends Texts {
  /** The member whose presence means failure; null counts as absent. Omit it if only exit numbers tell failures. */
  readonly at?: Place
  /** The stream that error documents go to. Default `stdout`. */
  readonly stream?: 'stdout' | 'stderr'
  readonly details?: Place
  /** A boolean: whether the same call may work later. */
  readonly retryable?: Place
  readonly wait?: { readonly at: Place; readonly unit: 'ms' | 's' }
}

type Texts = { readonly [Name in (typeof ERROR_TEXTS)[number]]?: Place }

/** The description of an envelope, for dialects that need no code. */
export interface DialectDescription {
  readonly id: string
  readonly title?: string
  /** How the JSON is laid out. Default `compact`. */
  readonly layout?: 'compact' | 'pretty' | 'pretty-ascii'
  /** The member that tells success from failure, with the values for each. */
  readonly ok?: {
    readonly at: Place
    readonly success: readonly JsonValue[]
    readonly failure: readonly JsonValue[]
  }
  /** Members that are always written with the same value. */
  readonly constants?: Readonly<Record<Place, JsonValue>>
  /** Where the payload is. An empty string means every member that is not the envelope's own. */
  readonly data: Place
  readonly error?: ErrorDescription
  readonly warnings?: Place
  /** An open object for the members of meta. */
  readonly meta?: Place
  /** Single members of meta with a place of their own, by their canonical name. */
  readonly meta_members?: Readonly<Record<string, Place>>
  readonly exits?: Readonly<Record<string, StandardExitName>>
  /** The number to write for an exit name, if `exits` lists several or none. */
  readonly exit_numbers?: Readonly<Partial<Record<StandardExitName, number>>>
  /** Error code to category; `*` stands for any text. */
  readonly codes?: Readonly<Record<string, FailureName>>
  /** How `data` of a failure and `error` of a success are written. Default `absent`. */
  readonly unused?: 'absent' | 'null'
  /** The order of the top-level members on the wire. */
  readonly order?: readonly string[]
  /** An object that may take what the dialect cannot say. */
  readonly stow?: Place
}

/** The parts of an error that have a place, in the order in which they are written. */
export const ERROR_TEXTS = [
  'code',
  'message',
  'detail',
  'suggestion',
  'phase',
  'fix_required',
  'fix_command',
  'operation',
  'target',
] as const
