import type { JsonValue } from '../../contract/index.ts'

/** How far work got; `done` never falls. */
export interface WorkProgress {
  readonly done: number
  readonly total?: number
  readonly unit?: string
}

/** What the run of interruptible work keeps, so that it survives the call. */
export interface InterruptibleWork {
  readonly report: (at: WorkProgress) => void
  readonly checkpoint: (state: JsonValue) => Promise<void>
  readonly restore: (fingerprint?: string | null) => Promise<JsonValue | undefined>
}
