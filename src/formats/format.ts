import type { JsonValue } from '../contract/index.ts'

/** What a format may be told about the text to make. */
export interface FormatOptions {
  /** Indentation for formats that have it: 0 is one line. */
  readonly indent?: number
  /** Escapes everything outside ASCII, where the format can. */
  readonly ascii?: boolean
}

/** A way to write a JSON value as text, and to read it back where the format keeps enough. */
export interface Format {
  readonly id: string
  readonly mediaType: string
  /** Whether `parse(render(x))` gives x back. */
  readonly lossless: boolean
  /** Renders a value; the text ends without a line feed, the writer adds it. */
  render(value: JsonValue, options?: FormatOptions): string | Promise<string>
  parse?(text: string): JsonValue | Promise<JsonValue>
}
