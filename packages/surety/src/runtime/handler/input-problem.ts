import type { ErrorCode, JsonValue } from '../../contract/index.ts'

/** One problem with the input. */
export interface InputProblem {
  /** The name as the user writes it: `--size`, `<name>`, `ACME_TOKEN`. */
  readonly param: string
  /** One of the framework's input codes, or a code of the tool. */
  readonly code: ErrorCode | (string & {})
  readonly message: string
  readonly value?: JsonValue
  /** The accepted values. */
  readonly allowed?: readonly JsonValue[]
  readonly suggestion?: string
  /** More facts, for instance the pattern that matched or the limit that was exceeded. */
  readonly [fact: string]: JsonValue | undefined
}
