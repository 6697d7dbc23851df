import type { FailureName } from '../../contract/index.ts'

export interface KnownProgram {
  /** Whether the call only reads, so that a failure of it changed nothing. */
  readonly reads: boolean
  /** Says what an exit other than 0 means; undefined if that is not known. */
  readonly understand: (exit: number, printed: Printed) => Promise<KnownEnd | undefined>
}

export interface Printed {
  readonly stdout: string
  readonly stderr: string
}

/** What an exit means: an answer such as "no", or a failure. */
export type KnownEnd =
  | { readonly success: string }
  | {
      readonly exit: FailureName
      readonly code: string
      /** Default the line with which the program says why. */
      readonly message?: string
      readonly suggestion?: string
    }
