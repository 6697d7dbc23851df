import { check, type SchemaIssue } from './check.ts'
import type { Def, DefOf, TextFormat } from './def.ts'
import { toJsonSchema } from './json-schema.ts'
import type { StandardJsonSchema, StandardProps, StandardSchema } from './standard.ts'

/** What a check ends in; always at once, never a promise. */
export type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** The standard members of a schema of ours: checks are synchronous and JSON Schema is always there. */
export interface SuretyStandardProps<Input, Output> extends StandardProps<Input, Output> {
  readonly validate: (value: unknown) => Checked<Output>
  readonly jsonSchema: StandardJsonSchema
}

/** A schema: says which values are taken, checks them, and describes itself. Never changes. */
export class Schema<Output, Input = Output> implements StandardSchema<Input, Output> {
  /** The schema as data. */
  readonly def: Def
  #standard: SuretyStandardProps<Input, Output> | undefined

  constructor(def: Def) {
    this.def = def
  }

  /** What Standard Schema libraries share; built on first use, since most schemas are never run. */
  get '~standard'(): SuretyStandardProps<Input, Output> {
    this.#standard ??= standardProps<Input, Output>(this.def)
    return this.#standard
  }

  /** Says what the value is for; shown in help, manifest and JSON Schema. */
  describe(description: string): this {
    return this.with({ description })
  }

  /** Adds a value that would be taken, for help and documentation. */
  example(value: Input): this {
    return this.with({ examples: [...(this.def.examples ?? []), value] })
  }

  /** Gives an option a one-letter form: `.short('l')` is `-l`. */
  short(letter: string): this {
    if (!/^[A-Za-z0-9?]$/.test(letter)) throw new TypeError(`'${letter}' cannot be a short flag`)
    return this.with({ short: letter })
  }

  /** Gives an option further long names. */
  alias(...names: readonly string[]): this {
    return this.with({ aliases: [...(this.def.aliases ?? []), ...names] })
  }

  /** Marks a value that must never be shown, whatever the verbosity. */
  secret(): this {
    return this.with({ secret: true })
  }

  /** Marks a value that still works and should not be used, and says what to use instead. */
  deprecated(instead?: string): this {
    return this.with({ deprecated: instead ?? true })
  }

  /** Lets the value be left out. */
  optional(): Schema<Output | undefined, Input | undefined> {
    return new Schema({ ...this.def, optional: true })
  }

  /** Also takes null. */
  nullable(): Schema<Output | null, Input | null> {
    return new Schema({ ...this.def, nullable: true })
  }

  /** Fills in a value that was left out; it is an input value and has to fit the schema. */
  default(value: Exclude<Input, undefined>): Schema<Exclude<Output, undefined>, Input | undefined> {
    const issues: SchemaIssue[] = []
    check(this.def, value, [], issues)
    if (issues[0] !== undefined)
      throw new TypeError(`the default does not fit: ${issues[0].message}`)
    return new Schema({ ...this.def, default: value })
  }

  /** Copies the schema with some of its facts changed. */
  protected with(facts: Partial<Def>): this {
    const Same = this.constructor as new (def: Def) => this
    return new Same({ ...this.def, ...facts } as Def)
  }
}

/** A schema for text. */
export class StringSchema extends Schema<string> {
  /** At least so many characters. */
  min(min: number): this {
    return this.with({ min })
  }

  /** At most so many characters. */
  max(max: number): this {
    return this.with({ max })
  }

  /** Has to match; flags other than `u` are refused, because JSON Schema cannot carry them. */
  pattern(pattern: RegExp): this {
    if (pattern.flags.replace('u', '') !== '') {
      throw new TypeError(`the flags of ${String(pattern)} cannot be said in JSON Schema`)
    }
    return this.with({ pattern: new RegExp(pattern.source, 'u') })
  }

  /** Has to be in a well-known form. */
  format(format: TextFormat): this {
    return this.with({ format })
  }

  /** Marks the name of a thing: patterns that no real identifier has are refused before the run. */
  resourceId(): this {
    return this.with({ is: 'resource-id' })
  }

  /** Marks a file path: traversal is refused before the run, and shells complete files. */
  path(): this {
    return this.with({ is: 'path' })
  }
}

/** A schema for numbers. */
export class NumberSchema extends Schema<number> {
  /** The smallest number that is taken. */
  min(min: number): this {
    return this.with({ min })
  }

  /** The largest number that is taken. */
  max(max: number): this {
    return this.with({ max })
  }
}

/** A schema for lists. */
export class ArraySchema<Output, Input> extends Schema<Output[], Input[]> {
  /** At least so many items. */
  min(min: number): this {
    return this.with({ min })
  }

  /** At most so many items. */
  max(max: number): this {
    return this.with({ max })
  }
}

/** A schema for objects with named members; others are refused unless it is open. */
export class ObjectSchema<Output, Input> extends Schema<Output, Input> {
  /** Takes and keeps members that were not declared. */
  open(): ObjectSchema<
    Output & { readonly [name: string]: unknown },
    Input & { readonly [name: string]: unknown }
  > {
    return new ObjectSchema({ ...(this.def as DefOf<'object'>), open: true })
  }

  /** Refuses members that were not declared, which is how objects start out. */
  strict(): ObjectSchema<Output, Input> {
    return new ObjectSchema({ ...(this.def as DefOf<'object'>), open: false })
  }
}

function standardProps<Input, Output>(def: Def): SuretyStandardProps<Input, Output> {
  return Object.freeze({
    version: 1,
    vendor: 'surety',
    validate(value: unknown): Checked<Output> {
      const issues: SchemaIssue[] = []
      const result = check(def, value, [], issues)
      return issues.length === 0 ? { value: result as Output } : { issues }
    },
    jsonSchema: Object.freeze({
      input: ({ target }) => toJsonSchema(def, 'input', target),
      output: ({ target }) => toJsonSchema(def, 'output', target),
    } satisfies StandardJsonSchema),
  })
}
