import { defect } from '../../../contract/index.ts'
import type { Signal } from '../../process/world.ts'

class EndingState {
  /** Called before the answer, the last one first. */
  readonly cleanups: (() => void | Promise<void>)[] = []
  /** True as soon as the command has ended, in whatever way; only its answer follows. */
  isEnded = false
  /** True as soon as the answer is being made; a run has only one. */
  isAnswered = false
  /** True as soon as the answer is being written, after which no other can replace it. */
  isWriting = false
  /** True as soon as the run is cut off. */
  isAborted = false
  /** The last signal that came after the end of the command. */
  lateSignal: Signal | null = null
  #controller: AbortController | null = null

  /** The abort signal of the run, created on first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.isAborted) this.abort()
    return this.#controller.signal
  }

  /** Aborts the signal, also if it is created later. */
  abort(): void {
    this.isAborted = true
    this.#controller?.abort(new Error('The run is over.'))
  }

  /** Ends the command; returns whether it had not ended before. */
  end(): boolean {
    const isFirst = !this.isEnded
    this.isEnded = true
    return isFirst
  }

  hearLate(signal: Signal): void {
    this.lateSignal = signal
  }

  /** Begins the answer, of which there is one. */
  beginAnswer(): void {
    if (this.isAnswered) throw defect('ANSWERED_TWICE', 'a run can be answered only once')
    this.isAnswered = true
  }

  /** Lets another answer take the place of one that could not be made. */
  discardAnswer(): void {
    this.isAnswered = false
  }

  beginWriting(): void {
    this.isAnswered = true
    this.isWriting = true
  }
}

/** How far the end of a run has come: it ends once, is answered once, and cleans up in between. */
export type Ending = Readonly<EndingState>

export function createEnding(): Ending {
  return new EndingState()
}
