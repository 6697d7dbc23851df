import type { JsonValue } from '../../contract/index.ts'
import type { Interruption } from '../process/world.ts'

/** How the work of a run ended, before it becomes an outcome. */
export type RunEnd =
  | { readonly kind: 'data'; readonly data: JsonValue; readonly type?: string }
  | { readonly kind: 'not-modified' }
  /** Bare text where no format was asked for, data otherwise: a version, a completion script. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly data: JsonValue
      readonly type?: string
    }
  | { readonly kind: 'help'; readonly text: string; readonly path: readonly string[] }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'interrupted'; readonly by: Interruption }
