import { SuretyError } from '../../contract/index.ts'
import { parseInvocation } from './invocation.ts'

/** The ids of a batch: with the same id twice, the answer of one call would be returned for the other. */
export class CallIds {
  readonly #lines = new Map<string, number>()

  /** Takes the id of a line; returns a message if an earlier line has it. */
  take(id: string | undefined, line: number): string | undefined {
    if (id === undefined) return undefined
    const earlier = this.#lines.get(id)
    if (earlier !== undefined) return `its id '${id}' is that of line ${earlier}`
    this.#lines.set(id, line)
    return undefined
  }

  /** Takes the id of a line; throws if an earlier line has it. */
  takeLine(text: string, line: number): void {
    // Most lines without an id need not be parsed.
    const parsed = text.includes('id') ? parseInvocation(text) : undefined
    const message = parsed?.ok === true ? this.take(parsed.invocation.id, line) : undefined
    if (message === undefined) return
    throw new SuretyError('ID_REPEATED', 'ARG_ERROR', `Line ${line} cannot be run: ${message}.`, {
      phase: 'validation',
      fix_required: 'Give every call an id of its own. Nothing was run.',
    })
  }
}
