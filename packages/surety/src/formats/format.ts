import type { JsonValue } from '../contract/index.ts'

/** Options for rendering; a format ignores those that it has no use for. */
export interface FormatOptions {
  /** Spaces per level, for formats that indent; 0 is one line. */
  readonly indent?: number
  /** Escapes everything outside ASCII, where the format can. */
  readonly ascii?: boolean
}

/** Renders JSON values as text, and parses the text if the format is complete enough. */
export interface Format {
  readonly id: string
  readonly mediaType: string
  /** Whether `parse(render(x))` gives x back. */
  readonly lossless: boolean
  /** Renders a value, without a final line feed. */
  render(value: JsonValue, options?: FormatOptions): string | Promise<string>
  parse?(text: string): JsonValue | Promise<JsonValue>
}
