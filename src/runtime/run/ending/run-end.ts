import type { JsonValue } from '../../../contract/index.ts'
import type { Interruption } from '../../process/world.ts'
import type { UnfinishedOutcome } from './unfinished-outcome.ts'

/** The way a run ended, before it is converted to an outcome. */
export type RunEnd =
  | { readonly kind: 'data'; readonly data: JsonValue; readonly type?: string }
  | { readonly kind: 'not-modified' }
  /** Text if the caller requests no format, else data: a version, a completion script. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly data: JsonValue
      readonly type?: string
    }
  /** Text for people, and the marker that a pipe gets instead of it. */
  | { readonly kind: 'help'; readonly text: string; readonly outcome: UnfinishedOutcome }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'interrupted'; readonly by: Interruption }
