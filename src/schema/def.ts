/** Text formats that the light builder checks; the names are those of JSON Schema. */
export type TextFormat = 'email' | 'uri' | 'uuid' | 'date' | 'date-time' | 'ipv4' | 'hostname'
/** What a text stands for; screening and completion go by it. */
export type TextKind = 'resource-id' | 'path'

/** What can be said of any schema beside the values that it takes. */
export interface Annotations {
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly short?: string
  readonly aliases?: readonly string[]
  readonly secret?: true
  /** True, or what to use instead. */
  readonly deprecated?: true | string
  readonly optional?: true
  readonly nullable?: true
  /** An input value; it is checked like one each time that it is used. */
  readonly default?: unknown
}

/** A schema as data: what it takes, and what is said of it. */
export type Def = Annotations &
  (
    | {
        readonly kind: 'string'
        readonly min?: number
        readonly max?: number
        readonly pattern?: RegExp
        readonly format?: TextFormat
        readonly is?: TextKind
      }
    | {
        readonly kind: 'number'
        readonly whole: boolean
        readonly min?: number
        readonly max?: number
      }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'enum'; readonly values: readonly string[] }
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | { readonly kind: 'array'; readonly item: Def; readonly min?: number; readonly max?: number }
    | {
        readonly kind: 'object'
        readonly members: readonly (readonly [name: string, def: Def])[]
        readonly open: boolean
      }
    | { readonly kind: 'record'; readonly value: Def; readonly key?: Def }
    | { readonly kind: 'union'; readonly options: readonly Def[] }
    | { readonly kind: 'date' }
    | { readonly kind: 'duration' }
    | { readonly kind: 'json' }
    | { readonly kind: 'unknown' }
  )

/** The def of one kind. */
export type DefOf<Kind extends Def['kind']> = Extract<Def, { readonly kind: Kind }>
