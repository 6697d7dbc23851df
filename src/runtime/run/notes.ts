import type { JsonObject } from '../../contract/index.ts'
import type { Effect, NextStep } from '../handler/context.ts'
import type { Signal } from '../process/world.ts'

class HandlerNotes {
  readonly nextSteps: NextStep[] = []
  readonly completedSteps: string[] = []
  /** What the author could do better; shown under test, never to callers. */
  readonly advice: string[] = []
  /** Facts about warnings by their texts, for dialects that have a place for them. */
  readonly warningContexts = new Map<string, JsonObject>()
  /** The effect that the handler reported by `ctx.effect()`. */
  effect: Effect | null = null
  /** Throws the failure that answers a signal, if there is one. */
  answerSignal: (signal: Signal) => void = () => {}

  setEffect(effect: Effect): void {
    this.effect = effect
  }

  onSignal(answer: (signal: Signal) => void): void {
    this.answerSignal = answer
  }
}

/** What a handler said about its work besides the data. */
export type Notes = Readonly<HandlerNotes>

export function createNotes(): Notes {
  return new HandlerNotes()
}
