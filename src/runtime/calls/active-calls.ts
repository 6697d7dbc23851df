import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

import type { Redactor } from '../../internal/redact/redactor.ts'
import { createMemoryWorld, type MemoryOptions, type MemoryWorld } from '../process/memory-world.ts'
import { exitCalled } from '../process/node-world.ts'
import { withOwnGuard } from '../process/scoped-stdout-guard.ts'
import type { Interruption, World } from '../process/world.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import { watchStdin } from './standard-streams.ts'

/** What a call inside this process is made with. */
export interface CallOptions extends Omit<
  MemoryOptions,
  'argv' | 'env' | 'platform' | 'monotonic'
> {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Fires when the caller no longer wants the answer. */
  readonly signal?: AbortSignal
  /** Takes what the call logs and prints, without secrets. */
  readonly onStderr: (text: string | Uint8Array) => void | Promise<void>
  /** What the world of the call has besides. */
  readonly more?: Partial<World>
}

/** Who an error belongs to: a call at work, one that has ended, or none. */
type Blamed = 'call' | 'ended' | 'nobody'

const FAULTS: ReadonlySet<string | symbol> = new Set(['uncaughtException', 'unhandledRejection'])

interface Call {
  readonly world: MemoryWorld
  /** Resolves when the call has ended and cleaned up. */
  over: Promise<unknown>
  redactor: Redactor | null
}

let hosted: ActiveCalls | undefined

/** The calls in a program that belongs to somebody else; their faults are claimed from the first one on. */
export function hostedCalls(): ActiveCalls {
  if (!hosted) {
    hosted = new ActiveCalls()
    hosted.claimFaults((problem) => process.emitWarning(problem, 'SuretyWarning'))
  }
  return hosted
}

/**
 * The calls that run now, each in a world of its own: for `exec`, MCP and HTTP alike. What happens in the
 * process is told to the call that caused it.
 */
export class ActiveCalls {
  readonly #scope = new AsyncLocalStorage<Call>()
  readonly #active = new Set<Call>()
  /** Where the process was before any of them. */
  #folder = process.cwd()
  /** Errors that were told or described. */
  readonly #known = new WeakSet<object>()

  /** Runs a call in a world with the clocks of the process. Rejects only if `run` does. */
  async run<Result>(
    { signal, onStderr, more, ...surroundings }: CallOptions,
    run: (world: MemoryWorld) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly stdout: string }> {
    const memory = createMemoryWorld({
      cwd: process.cwd(),
      platform: process.platform,
      now: () => new Date(),
      monotonic: () => performance.now(),
      ...surroundings,
    })
    if (this.#active.size === 0) this.#folder = process.cwd()
    const knowsSecrets = (redactor: Redactor): void => void (call.redactor = redactor)
    const write: World['write'] = (stream, text) => {
      if (stream === 'stdout') return memory.write(stream, text)
      return onStderr(typeof text === 'string' ? this.redact(text) : text)
    }
    const own = { write, knowsSecrets, stdinUse: watchStdin() }
    const world: MemoryWorld = { ...memory, ...more, ...own }
    const call: Call = { world, over: Promise.resolve(), redactor: null }
    const leave = () => world.interrupt({ kind: 'signal', signal: 'SIGTERM' })
    signal?.addEventListener('abort', leave)
    this.#active.add(call)
    try {
      const running = this.#scope.run(call, () => withOwnGuard(() => run(world)))
      call.over = running.catch(() => {})
      if (signal?.aborted) leave()
      return { result: await running, stdout: memory.written.stdout }
    } finally {
      this.#active.delete(call)
      // What a handler changed for itself must not meet the next call.
      if (process.cwd() !== this.#folder) process.chdir(this.#folder)
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Tells an error to the call whose code threw it. One that is known by no call is nobody's. */
  blame(error: unknown): Blamed {
    const own = this.#scope.getStore()
    if (!own) return 'nobody'
    if (this.#isRepeated(error)) return 'call'
    if (!this.#active.has(own)) return 'ended'
    own.world.interrupt({ kind: 'uncaught', error })
    return 'call'
  }

  /** Does the same in a process that does nothing else: the only call there is must have been it. */
  blameSurely(error: unknown): Blamed {
    const blamed = this.blame(error)
    if (blamed !== 'nobody' || this.#active.size !== 1) return blamed
    this.interruptAll({ kind: 'uncaught', error })
    return 'call'
  }

  /**
   * Keeps what goes wrong in calls from a process that belongs to somebody else: uncaught errors and
   * `process.exit()` in the code of a call answer that call, or are reported once it has ended. Errors of the
   * host have the effect that they always had, because no listener is added.
   */
  claimFaults(report: (problem: string) => void): void {
    const emit = process.emit.bind(process) as (
      event: string | symbol,
      ...given: unknown[]
    ) => boolean
    const exit = process.exit.bind(process)
    const claim = (error: unknown): boolean => {
      const blamed = this.blame(error)
      const problem = blamed === 'ended' ? this.describeLate(error) : null
      if (problem !== null) report(problem)
      return blamed !== 'nobody'
    }
    process.emit = ((event: string | symbol, ...given: unknown[]) =>
      (FAULTS.has(event) && claim(given[0])) || emit(event, ...given)) as typeof process.emit
    process.exit = (code?: number | string | null): never => {
      const error = exitCalled(code)
      if (claim(error)) throw error
      return exit(code)
    }
    // For `import { exit } from 'node:process'`.
    syncBuiltinESMExports()
  }

  /** Interrupts all calls; returns whether there were any. */
  interruptAll(by: Interruption): boolean {
    for (const { world } of this.#active) world.interrupt(by)
    return this.#active.size > 0
  }

  /** Ends all calls as a signal does, and resolves when they have cleaned up; runs limit how long that takes. */
  async endAll(by: Interruption): Promise<void> {
    this.interruptAll(by)
    await Promise.all([...this.#active].map(({ over }) => over))
  }

  /** Describes an error that no call can answer, without secrets; null if that was done before. */
  describeLate(error: unknown): string | null {
    const isOwn = this.#scope.getStore() !== undefined
    if (!isOwn && this.#isRepeated(error)) return null
    const when = isOwn ? 'after the call ended' : 'outside of a call'
    return this.redact(`${when}: ${describeThrown(error)}`)
  }

  /** An exit in a timer is heard twice: when it is called, and when nobody catches what it throws. */
  #isRepeated(error: unknown): boolean {
    if (typeof error !== 'object' || error === null) return false
    const isRepeated = this.#known.has(error)
    this.#known.add(error)
    return isRepeated
  }

  /**
   * Removes secrets from a text: those of the call, at work or ended, whose code runs now, and those of all
   * others at work, because a logger that they share may write them.
   */
  redact(text: string): string {
    const own = this.#scope.getStore()
    let clean = own?.redactor?.redact(text) ?? text
    for (const { redactor } of this.#active)
      if (redactor && redactor !== own?.redactor) clean = redactor.redact(clean)
    return clean
  }
}
