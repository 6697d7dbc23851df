import type { AsJson, CallSignature, SuretyError } from '../../../contract/index.ts'
import type { NotModifiedResult, PageResult, TypedResult } from '../../handler/handler-result.ts'
import type { InputOf, OutputOf, Shape, StandardSchema } from '../standard-schema.ts'

/** What a caller gives for arguments or options: the input of their schemas, those with defaults optional. */
export type GivenFor<S extends Shape> = {
  [Name in keyof S as undefined extends InputOf<S[Name]> ? never : Name]: InputOf<S[Name]>
} & {
  [Name in keyof S as undefined extends InputOf<S[Name]> ? Name : never]?: InputOf<S[Name]>
}

/** Shows the members of an intersection as one object. */
export type Flat<T> = { [Name in keyof T]: T[Name] }

export type InputFor<Args extends Shape, Options extends Shape> = Flat<
  GivenFor<Omit<Args, keyof Options>> & GivenFor<Options>
>

/** What a caller gets: by the output schema, else by what the handler returns. */
type DataFor<Output, Return> = Output extends StandardSchema
  ? AsJson<StreamsRows<Return> extends true ? RowOf<OutputOf<Output>> : OutputOf<Output>>
  : AsJson<Widened<DataOf<Return>>>

type StreamsRows<Return> = [Extract<Return, AsyncGenerator>] extends [never] ? false : true

export type SignatureFor<
  Args extends Shape,
  Options extends Shape,
  Output,
  Errors,
  Return,
> = CallSignature<
  InputFor<Args, Options>,
  DataFor<Output, Return>,
  Extract<keyof Errors, string>,
  StreamsRows<Return>
>

/**
 * The type of data by an example of it: `{ id: 1 }` is an object with a number. The compiler keeps the literals of
 * what a handler returns, because an `output` schema may demand them. Unions of literals stay.
 */
type Widened<T, All = T> = unknown extends T
  ? T
  : T extends Opaque
    ? T
    : T extends string
      ? Same<T, Extract<All, string>, string>
      : T extends number
        ? Same<T, Extract<All, number>, number>
        : T extends boolean
          ? boolean
          : T extends readonly unknown[]
            ? Widened<T[number]>[]
            : T extends object
              ? { -readonly [Name in keyof T]: Widened<T[Name]> }
              : T

/** Objects that are not the sum of their members. */
type Opaque =
  | ((...args: never) => unknown)
  | { toJSON(...args: never): unknown }
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | Error
  | RegExp

type Same<T, All, Wide> = [All] extends [T] ? Wide : T

type RowOf<Data> = Data extends readonly (infer Row)[] ? Row : Data

/** The data in what a handler returns; failures are no data. */
type DataOf<Return> = Return extends AsyncGenerator<infer Row> ? Row : AnswerOf<Awaited<Return>>

type AnswerOf<Answer> = unknown extends Answer
  ? unknown
  : Answer extends SuretyError
    ? never
    : Answer extends PageResult<infer Item>
      ? Item[]
      : Answer extends TypedResult<infer Data>
        ? Data
        : Answer extends NotModifiedResult
          ? null
          : Answer
