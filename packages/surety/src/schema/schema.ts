import { check, type SchemaIssue } from './check.ts'
import type { Definition, DefinitionOf, TextFormat } from './definition.ts'
import { toJsonSchema } from './json-schema.ts'
import type {
  StandardJsonSchema,
  StandardProps,
  StandardResult,
  StandardSchema,
} from './standard-schema.ts'

/** `~standard` of our own schemas: checks are synchronous, and JSON Schema is always there. */
interface SuretyStandardProps<Input, Output> extends StandardProps<Input, Output> {
  readonly validate: (value: unknown) => StandardResult<Output, SchemaIssue>
  readonly jsonSchema: StandardJsonSchema
}

// Not a private field: a tool with many commands makes thousands of schemas and runs few.
const standards = new WeakMap<object, SuretyStandardProps<unknown, unknown>>()

/** An immutable schema, which checks values and describes itself. */
export class Schema<Output, Input = Output> implements StandardSchema<Input, Output> {
  /** The schema as data. */
  declare readonly def: Definition

  constructor(def: Definition) {
    this.def = def
  }

  /** The Standard Schema interface; built on first use, since most schemas are never run. */
  get '~standard'(): SuretyStandardProps<Input, Output> {
    let known = standards.get(this)
    if (!known) standards.set(this, (known = standardProps(this.def)))
    return known as SuretyStandardProps<Input, Output>
  }

  /** Says what the value is for; shown in help, manifest and JSON Schema. */
  describe(description: string): this {
    return this.with({ description })
  }

  /** Adds a valid value, for help and documentation. */
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

  /** Lists names that callers guess for an option: they are refused, with the right name as the suggestion. */
  mistakes(...names: readonly string[]): this {
    return this.with({ mistakes: [...(this.def.mistakes ?? []), ...names] })
  }

  /** Marks a value that must never be shown, whatever the verbosity. */
  secret(): this {
    return this.with({ secret: true })
  }

  /**
   * Names the environment variable that sets an option when the command line does not. Of several, the first one that
   * is set counts.
   */
  env(variable: string, ...more: readonly string[]): this {
    return this.with({ env: more.length === 0 ? variable : [variable, ...more] })
  }

  /** Leaves an option out of help, completions and suggestions; it still works. */
  hidden(): this {
    return this.with({ hidden: true })
  }

  /** Lists an option under a heading of its own in help. */
  group(heading: string): this {
    return this.with({ group: heading })
  }

  /** Names the options, by their keys, without which this one is refused. */
  requires(...keys: readonly string[]): this {
    return this.with({ requires: keys })
  }

  /** Names the options, by their keys, that cannot be given together with this one. */
  conflicts(...keys: readonly string[]): this {
    return this.with({ conflicts: keys })
  }

  /** Marks a value that still works but should no longer be used, and says what to use instead. */
  deprecated(instead?: string): this {
    return this.with({ deprecated: instead ?? true })
  }

  /** Makes the value optional. */
  optional(): Schema<Output | undefined, Input | undefined> {
    return new Schema({ ...this.def, optional: true })
  }

  /** Also accepts null. */
  nullable(): Schema<Output | null, Input | null> {
    return new Schema({ ...this.def, nullable: true })
  }

  /** Sets the value to use when none is given; it is an input value and has to fit the schema. */
  default(value: Exclude<Input, undefined>): Schema<Exclude<Output, undefined>, Input | undefined> {
    const issues: SchemaIssue[] = []
    check(this.def, value, { issues, path: [] })
    if (issues[0] !== undefined)
      throw new TypeError(`the default does not fit: ${issues[0].message}`)
    return new Schema({ ...this.def, default: value })
  }

  protected with(facts: Partial<Definition>): this {
    const Same = this.constructor as new (def: Definition) => this
    return new Same({ ...this.def, ...facts } as Definition)
  }
}

/** A schema with limits: for the number itself, or for the number of characters or items. */
class LimitedSchema<Output, Input = Output> extends Schema<Output, Input> {
  /** Sets the smallest allowed number, of characters or of items. */
  min(min: number): this {
    return this.with({ min })
  }

  /** Sets the largest allowed number, of characters or of items. */
  max(max: number): this {
    return this.with({ max })
  }
}

/** A schema for text. */
export class StringSchema extends LimitedSchema<string> {
  /** Sets the most bytes that the text may have in UTF-8, such as the size of a column that it is written to. */
  maxBytes(maxBytes: number): this {
    return this.with({ maxBytes })
  }

  /**
   * Requires a match; flags other than `u` are refused, because JSON Schema has no flags. Give what it asks for in words,
   * such as `'text that is not blank'`: who is refused reads them in place of the pattern.
   */
  pattern(pattern: RegExp, want?: string): this {
    if (pattern.flags.replace('u', '') !== '') {
      throw new TypeError(`JSON Schema cannot express the flags of ${String(pattern)}`)
    }
    return this.with({ pattern: new RegExp(pattern.source, 'u'), want })
  }

  /** Requires a well-known format. */
  format(format: TextFormat): this {
    return this.with({ format })
  }

  /** Marks an identifier: text that no real identifier looks like is refused before the run. */
  resourceId(): this {
    return this.with({ is: 'resource-id' })
  }

  /**
   * Marks a file path: path traversal is refused before the run, and shells complete files. Answers of contract 1.16 have
   * the whole path.
   */
  path(): this {
    return this.with({ is: 'path' })
  }
}

/** A schema for numbers. */
export class NumberSchema extends LimitedSchema<number> {}

/** A schema for lists. */
export class ArraySchema<Output, Input> extends LimitedSchema<Output[], Input[]> {
  /** Splits each value on the command line: with `.split()`, `--tag a,b` is two items. */
  split(separator = ','): this {
    return this.with({ separator })
  }
}

/** A schema for objects with named members; others are refused unless it is open. */
export class ObjectSchema<Output, Input> extends Schema<Output, Input> {
  /** Accepts and keeps undeclared members. */
  open(): ObjectSchema<
    Output & { readonly [name: string]: unknown },
    Input & { readonly [name: string]: unknown }
  > {
    return new ObjectSchema({ ...(this.def as DefinitionOf<'object'>), open: true })
  }

  /** Refuses undeclared members, which is the default. */
  strict(): ObjectSchema<Output, Input> {
    return new ObjectSchema({ ...(this.def as DefinitionOf<'object'>), open: false })
  }
}

function standardProps<Input, Output>(def: Definition): SuretyStandardProps<Input, Output> {
  return Object.freeze({
    version: 1,
    vendor: 'surety',
    validate(value: unknown): StandardResult<Output, SchemaIssue> {
      const issues: SchemaIssue[] = []
      const result = check(def, value, { issues, path: [] })
      return issues.length === 0 ? { value: result as Output } : { issues }
    },
    jsonSchema: Object.freeze({
      input: ({ target }) => toJsonSchema(def, 'input', target),
      output: ({ target }) => toJsonSchema(def, 'output', target),
    } satisfies StandardJsonSchema),
  })
}
