import type { AsJson, CallSignature } from '../../../contract/index.ts'
import type { Result } from '../../handler/handler-result.ts'
import type { StreamItem } from '../../handler/context.ts'
import type { Command } from '../command.ts'
import type { ErrorDeclarations } from './exits.ts'
import type { InputOf, OutputOf, Shape, StandardSchema } from '../standard-schema.ts'
import type { InputFor } from './caller-signature.ts'
import type { CommandDeclaration, Fit, FitOptions, Previewed } from './command-declaration.ts'

/** A command or a group that is loaded when it is called; until then only these members are known. */
export interface LazyMember {
  readonly description?: string
  readonly aliases?: readonly string[]
  readonly hidden?: boolean
  /** The heading that help lists it under; default "Commands". */
  readonly section?: string
  /** Imports the module; it exports the member as `command`, as `group` or as default. */
  readonly load: () => Promise<unknown>
}

/** A command or a group inside a group, made by `defineCommand()` or `defineGroup()` or as a plain object. */
export type Member = Command | CommandDeclaration | LazyMember | SomeGroup

export type Members = Readonly<Record<string, Member>>

/** The declaration of a group. */
export interface GroupDeclaration {
  readonly description?: string
  /** Commands and groups by name. */
  readonly commands: Members
  readonly aliases?: readonly string[]
  readonly hidden?: boolean
  /** The heading that help lists it under; default "Commands". */
  readonly section?: string
  /** The member that runs when the call names none. */
  readonly default?: string
}

/** A group whose commands are only read by `groupOf()`, so that it fits among members of any types. */
interface SomeGroup extends Omit<GroupDeclaration, 'commands'> {
  readonly commands: never
}

/** Commands under one name; groups nest. */
export interface Group<Signature = unknown> extends SomeGroup {
  readonly kind: 'group'
  /** For the type checker only: what callers of its commands give and get. */
  readonly signature?: Signature
}

/** The members of a group as an author writes them: the first trees find the schemas, the last types the handlers. */
export type MemberTree<
  T,
  Args,
  Options,
  Env,
  Output,
  Errors,
  Levels,
  ToolErrors = {},
  Globals extends Shape = Shape,
> = Tree<Args, 'args'> &
  Tree<Options, 'options'> &
  Tree<Env, 'env'> &
  Tree<Output, 'output'> &
  Tree<Errors, 'errors'> &
  Tree<Levels, 'danger'> &
  PreviewTree<Levels> &
  HandlerTree<
    T,
    { Args: Args; Options: Options; Env: Env; Output: Output; Errors: Errors },
    ToolErrors,
    Globals
  > &
  Readonly<Record<string, SomeMember>>

/** Finds the schemas under one member of each command; a group has the tree of its commands instead. */
type Tree<T, Name extends string> = {
  readonly [K in keyof T]: { readonly [N in Name]?: T[K] } & {
    readonly commands?: Tree<T[K], Name>
  }
}

/** Demands the previews of destructive commands. */
type PreviewTree<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? Previewed<T[K]>
    : { readonly commands?: PreviewTree<T[K]> }
}

/** What the other trees say about the members of a group, or about one member. */
type Trees = Readonly<Record<'Args' | 'Options' | 'Env' | 'Output' | 'Errors', unknown>>

type Below<Of extends Trees, K> = { [Name in keyof Of]: At<Of[Name], K> }

type HandlerTree<T, Of extends Trees, ToolErrors, Globals extends Shape> = {
  readonly [K in keyof T]: PlainMember<Below<Of, K>, ToolErrors, Globals> &
    FitOptions<Is<At<Of['Options'], K>, Shape, {}>> &
    Fit<K> & {
      readonly signature?: T[K]
      readonly load?: () => Promise<T[K]>
      readonly commands?: HandlerTree<T[K], Below<Of, K>, ToolErrors, Globals>
    }
}

type At<T, K> = K extends keyof T ? T[K] : unknown
type Is<T, Wanted, Otherwise> = unknown extends T ? Otherwise : T extends Wanted ? T : Otherwise

/** Everything that a member of any kind can have. */
type PlainMember<Of extends Trees, ToolErrors, Globals extends Shape> = Partial<
  // The errors and the global options of the tool need not be repeated, so these two have trees of their own.
  Omit<
    CommandDeclaration<
      Is<Of['Args'], Shape, {}>,
      Is<Of['Options'], Shape, {}>,
      Is<Of['Env'], Shape, {}>,
      Is<Of['Output'], StandardSchema, undefined>,
      Is<Of['Errors'], ErrorDeclarations, {}> & Is<ToolErrors, ErrorDeclarations, {}>,
      Globals,
      Answered<Is<Of['Output'], StandardSchema, undefined>>
    >,
    'errors' | 'globals'
  >
> &
  Partial<Pick<GroupDeclaration, 'default'>> & {
    readonly kind?: unknown
    readonly declaration?: unknown
  }

/**
 * What the handler of a plain declaration may return. A stream whose schema describes one row needs
 * `defineCommand()`: inside an object the compiler cannot see that a handler is a generator, and its
 * callers would get the type of a row for a list.
 */
type Answered<Output> = Output extends StandardSchema
  ?
      | Result<AnyWord<InputOf<Output>>>
      | Promise<Result<AnyWord<InputOf<Output>>>>
      | (InputOf<Output> extends readonly unknown[]
          ? AsyncGenerator<StreamItem<AnyWord<InputOf<Output>>>, unknown, void>
          : never)
  : unknown

/**
 * The same data with any text for a word: inside an object the compiler takes `effect: 'created'` for a string, because
 * it looks at the handler before it knows the schema. Wrong words are found when the answer is checked.
 */
type AnyWord<T> = unknown extends T
  ? T
  : T extends string
    ? string
    : T extends Date | bigint
      ? T
      : { readonly [Name in keyof T]: AnyWord<T[Name]> }

/** Refuses what is no member; the handlers are checked by their tree. */
type SomeMember =
  | Command
  | (Omit<CommandDeclaration, Typed> & { readonly [Name in Typed]?: unknown } & {
      readonly run: unknown
    })
  | (Omit<LazyMember, 'load'> & { readonly load: unknown })
  | (Omit<GroupDeclaration, 'commands'> & { readonly commands: object })

type Typed = 'run' | 'dryRun' | 'validate' | 'view' | 'text' | 'failureText'

/** What callers of a group give and get, by command. */
export type TreeSignature<T, Args, Options, Output, Errors> = {
  readonly [K in keyof T]: unknown extends T[K]
    ? PlainSignature<At<Args, K>, At<Options, K>, At<Output, K>, At<Errors, K>>
    : T[K] extends CallSignature
      ? T[K]
      : T[K] extends LazyModule<infer Signature>
        ? Signature
        : TreeSignature<T[K], At<Args, K>, At<Options, K>, At<Output, K>, At<Errors, K>>
}

type PlainSignature<Args, Options, Output, Errors> = CallSignature<
  InputFor<Is<Args, Shape, {}>, Is<Options, Shape, {}>>,
  AsJson<Output extends StandardSchema ? OutputOf<Output> : unknown>,
  Extract<keyof Is<Errors, ErrorDeclarations, {}>, string>,
  false
>

/** A module with a member, as a lazy member loads it. */
type LazyModule<Signature> =
  | { readonly command: Kept<Signature> }
  | { readonly group: Kept<Signature> }
  | { readonly default: Kept<Signature> }

interface Kept<Signature> {
  readonly kind: 'command' | 'group'
  readonly signature?: Signature
}
