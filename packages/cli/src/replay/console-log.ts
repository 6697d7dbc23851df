import type { TranscriptRecord } from './transcript.ts'

/** Bytes of one message; the rest of a longer one is left out. */
const MAX_MESSAGE = 1024 * 1024
/** What mini-swe-agent prints above each message, and between two of them. */
const STEP = /^mini-swe-agent \(step \d{1,6}, \$[\d.]{1,12}\):$/
const USER = /^(?:User|System):$/
const RULE = /^─{20,}$/
/** Colours, and moves of the cursor. */
// oxlint-disable-next-line no-control-regex -- these are the marks that it removes
const MARKS = /\u001B(?:\[[0-?]{0,32}[ -/]{0,4}[@-~]|\][^\u0007\u001B]{0,512}(?:\u0007|\u001B\\)?)/g

/** Messages of what mini-swe-agent prints on a terminal, where that was recorded. Long lines are wrapped in it. */
export class ConsoleLog {
  #role: 'assistant' | 'user' | undefined
  #lines: string[] = []
  #size = 0

  /** Whether a message has begun, so that all further lines are of this log. */
  get isOpen(): boolean {
    return this.#role !== undefined
  }

  /** Takes a line; gives the message that it ends. */
  *feed(raw: string): Generator<TranscriptRecord> {
    const text = shownOf(raw)
    const isStep = STEP.test(text)
    if (isStep || (this.isOpen && USER.test(text))) {
      yield* this.end()
      this.#role = isStep ? 'assistant' : 'user'
      return
    }
    if (!this.isOpen || RULE.test(text) || this.#size > MAX_MESSAGE) return
    this.#size += text.length + 1
    this.#lines.push(text)
  }

  *end(): Generator<TranscriptRecord> {
    const content = this.#lines.join('\n').trim()
    if (this.#role !== undefined) yield { at: 'log', value: { role: this.#role, content } }
    this.#lines = []
    this.#size = 0
  }
}

/** What a terminal shows of a line at last: a return goes back to its start. */
function shownOf(raw: string): string {
  const plain = raw.replaceAll(MARKS, '').replace(/\r+$/, '')
  return plain.slice(plain.lastIndexOf('\r') + 1)
}
