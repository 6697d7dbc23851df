import type { Outcome } from '../../../contract/index.ts'
import type { DeclaredCommand } from '../../decide/policy.ts'
import type { Verdict } from '../../decide/verdict.ts'
import type { Settings } from '../../settings.ts'
import type { ToolName } from '../redirect/command-line.ts'

/** The next step of a call. */
export type Move =
  | { readonly kind: 'end'; readonly verdict: Verdict }
  | {
      readonly kind: 'again'
      readonly argv: readonly string[]
      readonly waitMs: number
      readonly env?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'fix_first'; readonly command: readonly string[] }
  | {
      readonly kind: 'continue'
      readonly argv: readonly string[]
      /** True when a job goes on by itself, so that there is time between two looks at it. */
      readonly isRunning: boolean
    }
  | {
      readonly kind: 'cancel_first'
      readonly command: readonly string[]
      readonly verdict: Verdict
    }
  | {
      readonly kind: 'redirect'
      readonly argv: readonly string[]
      readonly elsewhere: boolean
      readonly permanent: boolean
    }

/** What the next step depends on besides the verdict. */
export interface MoveContext {
  readonly settings: Settings
  readonly tool: ToolName
  readonly argv: readonly string[]
  readonly outcome: Outcome
  readonly report: (message: string) => void
  /** Looks a command line up in the tool's manifest. */
  readonly declared: (argv: readonly string[]) => Promise<DeclaredCommand | undefined>
}
