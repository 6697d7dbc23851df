/** Text formats that the light builder checks; the names are those of JSON Schema, the last two of the spec. */
export type TextFormat =
  | 'email'
  | 'uri'
  | 'uuid'
  | 'date'
  | 'date-time'
  | 'ipv4'
  | 'hostname'
  | 'alphanumeric-id'
  | 'semver'

/** What any schema may say besides which values it accepts. */
export interface Annotations {
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly short?: string
  readonly aliases?: readonly string[]
  /** Names that are refused with a suggestion of the right one. */
  readonly mistakes?: readonly string[]
  readonly secret?: true
  /** The environment variable that sets it when the command line does not, or several: the first one set counts. */
  readonly env?: string | readonly string[]
  /** The media type of bytes. */
  readonly contentType?: string
  readonly hidden?: true
  /** Whether equal calls may answer different values. */
  readonly volatile?: true
  /** The heading of the option in help. */
  readonly group?: string
  /** Keys of the options that must be given as well. */
  readonly requires?: readonly string[]
  /** Keys of the options that cannot be given as well. */
  readonly conflicts?: readonly string[]
  /** True, or what to use instead. */
  readonly deprecated?: true | string
  readonly optional?: true
  readonly nullable?: true
  /** An input value, checked each time it is used. */
  readonly default?: unknown
}

/** For the number itself, or for the number of characters or items. */
interface Limits {
  readonly min?: number
  readonly max?: number
}

/** A schema as data. */
export type Definition = Annotations &
  (
    | (Limits & {
        readonly kind: 'string'
        /** The most bytes of it in UTF-8. */
        readonly maxBytes?: number
        readonly pattern?: RegExp
        readonly format?: TextFormat
        /** The role of a text; input screening and completion depend on it. */
        readonly is?: 'resource-id' | 'path'
      })
    | (Limits & {
        readonly kind: 'number'
        readonly whole: boolean
        /** As an option it takes no value: each time that it is given adds one. */
        readonly count?: true
      })
    | { readonly kind: 'boolean' }
    | { readonly kind: 'enum'; readonly values: readonly string[] }
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | (Limits & {
        readonly kind: 'array'
        readonly item: Definition
        /** The text between the items of one value on the command line. */
        readonly separator?: string
        /** Whether answers have it sorted, or the member that it is sorted by. */
        readonly sorted?: true | string
      })
    | {
        readonly kind: 'object'
        readonly members: readonly (readonly [name: string, def: Definition])[]
        readonly open: boolean
      }
    | { readonly kind: 'record'; readonly value: Definition; readonly key?: Definition }
    | { readonly kind: 'union'; readonly options: readonly Definition[] }
    | { readonly kind: 'date' }
    | { readonly kind: 'bigint' }
    | { readonly kind: 'duration' }
    | { readonly kind: 'json' }
    | { readonly kind: 'bytes' }
    | { readonly kind: 'unknown' }
  )

export type DefinitionOf<Kind extends Definition['kind']> = Extract<
  Definition,
  { readonly kind: Kind }
>
