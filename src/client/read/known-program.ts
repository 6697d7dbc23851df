import type { FailureName } from '../../contract/index.ts'

export interface KnownProgram {
  readonly reads: boolean
  /** What to do instead, if it wants a terminal: then it is not started. */
  readonly instead?: string
  /** Whether it reads its standard input. */
  readonly waits?: boolean
  readonly understand: (exit: number, printed: Printed) => Promise<KnownEnd | undefined>
}

export type Printed = Readonly<Record<'stdout' | 'stderr', string>>

export type KnownEnd =
  | { readonly success: string }
  | {
      readonly exit: FailureName
      readonly code: string
      readonly message?: string
      readonly suggestion?: string
    }
