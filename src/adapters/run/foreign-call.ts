import type { PrintedForm } from '../declare/declarations.ts'
import type { RuleList } from '../declare/error-rules.ts'
import type { ForeignProgram } from '../model/foreign-program.ts'

/** What a command is run with. */
export interface ForeignCall {
  readonly program: ForeignProgram
  readonly words: readonly string[]
  readonly form: PrintedForm | undefined
  readonly rules: RuleList
}

/** How a call ended, before anyone has judged it. */
export type CallEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | {
      readonly kind: 'exited'
      readonly code: number
      readonly message?: string
      readonly error?: unknown
    }
  | { readonly kind: 'threw'; readonly error: unknown }
