import type { JsonValue, Outcome } from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Interruption } from '../process/world.ts'
import type { Dispatch } from '../run/run-state.ts'
import { ActiveCalls, type CallOptions } from './active-calls.ts'

/** The answer to one call. */
export interface CallAnswer {
  readonly outcome: Outcome
  /** The envelope; undefined in a dialect that has none for the outcome. */
  readonly document: JsonValue | undefined
  readonly exitCode: number
}

/** One of the calls. */
interface NextCall {
  readonly argv: readonly string[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

/**
 * Calls commands of a tool in this process, one after the other. What breaks one call off, an uncaught error
 * or a call of `process.exit()`, answers that call and leaves the others alone.
 */
export class IsolatedCalls {
  readonly #cli: Cli
  readonly #dispatch: Dispatch
  readonly #env: Readonly<Record<string, string | undefined>> = { ...process.env }
  readonly #cwd = process.cwd()
  /** Takes what the calls write to stderr. */
  readonly #onStderr: CallOptions['onStderr']
  readonly #calls = new ActiveCalls()

  constructor(cli: Cli, dispatch: Dispatch, onStderr: CallOptions['onStderr']) {
    this.#cli = cli
    this.#dispatch = dispatch
    this.#onStderr = onStderr
  }

  async call({ argv, stdin = '', env = {} }: NextCall): Promise<CallAnswer> {
    const options = {
      argv,
      stdin,
      env: { ...this.#env, ...env },
      cwd: this.#cwd,
      onStderr: this.#onStderr,
    }
    try {
      const { result } = await this.#calls.run(options, (world) => this.#dispatch(this.#cli, world))
      return result
    } finally {
      this.#restoreProcess()
    }
  }

  /** Passes a signal on to the call at work; false if there is none. */
  interrupt(by: Interruption): boolean {
    return this.#calls.interruptAll(by)
  }

  /** Tells an error to the call that it belongs to; returns what to report if that has ended. */
  blame(error: unknown): string | null {
    return this.#calls.blameSurely(error) === 'call' ? null : this.#calls.describeLate(error)
  }

  /** Removes the secrets of calls from a text. */
  redact(text: string): string {
    return this.#calls.redact(text)
  }

  /** Undoes what a call changed in the process and the next one would notice. */
  #restoreProcess(): void {
    if (process.cwd() !== this.#cwd) process.chdir(this.#cwd)
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name]
    for (const [name, value] of Object.entries(this.#env))
      if (process.env[name] !== value) process.env[name] = value
  }
}
