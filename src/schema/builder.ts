import { ArraySchema, NumberSchema, ObjectSchema, Schema, StringSchema } from './schema.ts'
import type { Infer, InferInput } from './standard-schema.ts'

export type AnySchema = Schema<unknown, unknown>
export type Members = Readonly<Record<string, AnySchema>>

type Scalar = string | number | boolean | null
type Simplify<T> = { [K in keyof T]: T[K] } & {}
type MayBeAbsent<T> = unknown extends T ? false : undefined extends T ? true : false

export type ObjectOutput<M extends Members> = Simplify<
  { [K in keyof M as MayBeAbsent<Infer<M[K]>> extends true ? never : K]: Infer<M[K]> } & {
    [K in keyof M as MayBeAbsent<Infer<M[K]>> extends true ? K : never]?: Infer<M[K]>
  }
>
export type ObjectInput<M extends Members> = Simplify<
  { [K in keyof M as MayBeAbsent<InferInput<M[K]>> extends true ? never : K]: InferInput<M[K]> } & {
    [K in keyof M as MayBeAbsent<InferInput<M[K]>> extends true ? K : never]?: InferInput<M[K]>
  }
>

/**
 * The light schema builder: typed, self-describing, and cheap to load.
 *
 * @example
 * ```ts
 * import { s, type Infer } from 'surety/schema'
 *
 * const volume = s.object({
 *   name: s.string().min(1).describe('Name of the volume'),
 *   size: s.integer().min(1).default(10),
 *   zone: s.enum(['a', 'b']).optional(),
 * })
 * type Volume = Infer<typeof volume> // { name: string; size: number; zone?: 'a' | 'b' | undefined }
 * ```
 */
export const s = Object.freeze({
  /** Text. */
  string: (): StringSchema => new StringSchema({ kind: 'string' }),
  /** A finite number. */
  number: (): NumberSchema => new NumberSchema({ kind: 'number', whole: false }),
  /** A number without a fraction. */
  integer: (): NumberSchema => new NumberSchema({ kind: 'number', whole: true }),
  /** As an option, how often it is given: `-vvv` is 3. */
  count: (): Schema<number, number | undefined> =>
    new Schema({ kind: 'number', whole: true, min: 0, count: true, default: 0 }),
  /** True or false; as an option, a switch. */
  boolean: (): Schema<boolean> => new Schema({ kind: 'boolean' }),
  /** One of several texts. */
  enum: <const V extends string>(values: readonly V[]): Schema<V> => {
    if (values.length === 0) throw new TypeError('an enum needs at least one value')
    return new Schema({ kind: 'enum', values: Object.freeze([...values]) })
  },
  /** Exactly one value. */
  literal: <const V extends Scalar>(value: V): Schema<V> => new Schema({ kind: 'literal', value }),
  /** A list; as an option, one that may be repeated. */
  array: <S extends AnySchema>(item: S): ArraySchema<Infer<S>, InferInput<S>> =>
    new ArraySchema({ kind: 'array', item: item.def }),
  /** An object with these members and no others. */
  object: <M extends Members>(members: M): ObjectSchema<ObjectOutput<M>, ObjectInput<M>> =>
    new ObjectSchema({
      kind: 'object',
      members: Object.entries(members).map(([name, { def }]) => [name, def] as const),
      open: false,
    }),
  /** An object whose members all fit one schema. */
  record: <S extends AnySchema>(
    value: S,
    key?: StringSchema,
  ): Schema<Record<string, Infer<S>>, Record<string, InferInput<S>>> =>
    new Schema({ kind: 'record', value: value.def, ...(key && { key: key.def }) }),
  /** One of several schemas; the first that accepts the value counts. */
  union: <const S extends readonly [AnySchema, ...AnySchema[]]>(
    options: S,
  ): Schema<Infer<S[number]>, InferInput<S[number]>> =>
    new Schema({ kind: 'union', options: options.map((option) => option.def) }),
  /** A schema that also accepts null. */
  nullable: <S extends AnySchema>(schema: S): Schema<Infer<S> | null, InferInput<S> | null> =>
    new Schema({ ...schema.def, nullable: true }),
  /** A schema for a value that may be missing. */
  optional: <S extends AnySchema>(
    schema: S,
  ): Schema<Infer<S> | undefined, InferInput<S> | undefined> =>
    new Schema({ ...schema.def, optional: true }),
  /** An ISO 8601 date or date-time, which the command gets as a Date. */
  date: (): Schema<Date, string> => new Schema({ kind: 'date' }),
  /** A duration such as `30s` or `1h30m`, which the command gets in milliseconds. */
  duration: (): Schema<number, string> => new Schema({ kind: 'duration' }),
  /** A whole number of any length, such as an id, which the command gets as a BigInt. */
  bigint: (): Schema<bigint, string | number | bigint> => new Schema({ kind: 'bigint' }),
  /** Any JSON; on the command line its text. */
  json: (): Schema<unknown> => new Schema({ kind: 'json' }),
  /** Anything, unchecked. */
  unknown: (): Schema<unknown> => new Schema({ kind: 'unknown' }),
})
