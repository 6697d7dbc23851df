import { AsyncLocalStorage } from 'node:async_hooks'

import type { JsonValue, Outcome } from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import { createMemoryWorld, type MemoryWorld } from '../process/memory-world.ts'
import { withOwnGuard } from '../process/scoped-stdout-guard.ts'
import type { Interruption } from '../process/world.ts'
import type { Dispatch } from '../run/run-state.ts'

/** The answer to one call. */
export interface CallAnswer {
  readonly outcome: Outcome
  /** The envelope; undefined in a dialect that has none for the outcome. */
  readonly document: JsonValue | undefined
  readonly exitCode: number
}

/** What a call is made with. */
export interface CallOptions {
  readonly argv: readonly string[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

const callOf = new AsyncLocalStorage<MemoryWorld>()

/**
 * Calls commands of a tool in this process, one after the other, each in a world of its own. What breaks one
 * call off, an uncaught error or a call of `process.exit()`, answers that call and leaves the others alone.
 */
export class IsolatedCalls {
  readonly #cli: Cli
  readonly #dispatch: Dispatch
  readonly #env: Readonly<Record<string, string | undefined>> = { ...process.env }
  readonly #cwd = process.cwd()
  /** Takes what the calls write to stderr. */
  readonly #onStderr: (text: string) => void
  #current: MemoryWorld | null = null

  constructor(cli: Cli, dispatch: Dispatch, onStderr: (text: string) => void) {
    this.#cli = cli
    this.#dispatch = dispatch
    this.#onStderr = onStderr
  }

  async call({ argv, stdin = '', env = {} }: CallOptions): Promise<CallAnswer> {
    const world = createMemoryWorld({
      argv,
      stdin,
      env: { ...this.#env, ...env },
      cwd: this.#cwd,
      platform: process.platform,
      now: () => new Date(),
      monotonic: () => performance.now(),
    })
    this.#current = world
    try {
      return await callOf.run(world, () => withOwnGuard(() => this.#dispatch(this.#cli, world)))
    } finally {
      this.#current = null
      if (world.written.stderr !== '') this.#onStderr(world.written.stderr)
      this.#restoreProcess()
    }
  }

  /** Passes an interruption on to the call that it belongs to; false if there is none. */
  interrupt(by: Interruption): boolean {
    const current = this.#current
    // An error that an earlier call left behind must not be taken for one of this call.
    const isLate = by.kind === 'uncaught' && (callOf.getStore() ?? current) !== current
    if (current === null || isLate) return false
    current.interrupt(by)
    return true
  }

  /** Undoes what a call changed in the process and the next one would notice. */
  #restoreProcess(): void {
    if (process.cwd() !== this.#cwd) process.chdir(this.#cwd)
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name]
    for (const [name, value] of Object.entries(this.#env))
      if (process.env[name] !== value) process.env[name] = value
  }
}
