import type { CustomExitCode, SideEffects } from '../../../contract/index.ts'

/** The declaration of one exit of a command. */
export interface ExitEntryDeclaration {
  /** The state of the system after this exit, present tense, 1 to 120 characters. */
  readonly description: string
  /** Whether the same call may succeed later; true only with side effects `none`. */
  readonly retryable?: boolean
  readonly sideEffects?: SideEffects
}

/** The exits of a command by name; numbers are refused. */
export interface ExitCodesDeclaration {
  readonly SUCCESS?: string | ExitEntryDeclaration
  readonly [name: string]: string | ExitEntryDeclaration | CustomExitCode
  readonly [code: number]: never
}
