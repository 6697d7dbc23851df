import type { ErrorCode, JsonValue } from '../../contract/index.ts'

/** One thing that is wrong with the input. */
export interface InputProblem {
  /** As typed: `--size`, `<name>`, `ACME_TOKEN`. */
  readonly param: string
  /** One of the framework's input codes, or a code of the author's. */
  readonly code: ErrorCode | (string & {})
  readonly message: string
  readonly value?: JsonValue
  /** The values that would have been accepted. */
  readonly allowed?: readonly JsonValue[]
  readonly suggestion?: string
  /** More facts: the pattern that matched, the limit that was passed. */
  readonly [fact: string]: JsonValue | undefined
}
