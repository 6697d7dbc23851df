import type { JsonValue } from '../json/json-value.ts'

/** The types of one command as its callers see them; for the type checker only. */
export interface CallSignature<
  Input = unknown,
  Data = unknown,
  Code extends string = string,
  Streams extends boolean = boolean,
> {
  readonly kind: 'call'
  /** Arguments and options by name. */
  readonly input: Input
  /** The data of a success; of a stream, one row. */
  readonly data: Data
  /** The declared error codes. */
  readonly code: Code
  readonly streams: Streams
}

/** The type of a value after it became JSON: dates are text, functions and undefined members are gone. */
export type AsJson<T> = JsonValue extends T ? JsonValue : [T] extends [JsonValue] ? T : Converted<T>

type Converted<T> = T extends string | number | boolean | null
  ? T
  : T extends undefined | void | symbol | ((...args: never) => unknown)
    ? null
    : T extends bigint
      ? number | string
      : T extends { toJSON(...args: never): infer Json }
        ? AsJson<Json>
        : T extends ReadonlySet<infer Item>
          ? AsJson<Item>[]
          : T extends ReadonlyMap<unknown, unknown> | Error | RegExp | Promise<unknown>
            ? JsonValue
            : T extends readonly unknown[]
              ? { -readonly [Index in keyof T]: AsJson<T[Index]> }
              : T extends object
                ? AsJsonObject<T>
                : JsonValue

type AsJsonObject<T> = {
  -readonly [
    Name in keyof T as Name extends symbol
      ? never
      : T[Name] extends undefined | symbol | ((...args: never) => unknown)
        ? never
        : Name
  ]: AsJson<Exclude<T[Name], undefined>>
}
