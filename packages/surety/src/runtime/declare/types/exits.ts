import type { CustomExitCode, FailureName, SideEffects } from '../../../contract/index.ts'

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
  // `undefined` for compilers without exactOptionalPropertyTypes, which give it to SUCCESS.
  readonly [name: string]: string | ExitEntryDeclaration | CustomExitCode | undefined
  readonly [code: number]: never
}

/** The declaration of one error code. */
export interface ErrorDeclaration {
  /** A standard exit by name, or a custom exit code. */
  readonly exit: FailureName | CustomExitCode
  readonly description?: string
  /** The default for failures with this code; the call of `fail()` can override it. */
  readonly retryable?: boolean
  readonly suggestion?: string
  /** What the caller has to correct before calling again. */
  readonly fixRequired?: string
  /**
   * One command of this tool that makes the correction: it can be run as it is and twice, so it has no
   * placeholder, needs no shell and destroys nothing. Needs `fixRequired`.
   */
  readonly fixCommand?: string
}

/** Error codes by name; a bare exit is short for `{ exit }`. */
export type ErrorDeclarations = Readonly<
  Record<string, ErrorDeclaration | FailureName | CustomExitCode>
>
