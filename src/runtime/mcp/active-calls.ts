import { AsyncLocalStorage } from 'node:async_hooks'

import type { MemoryWorld } from '../process/memory-world.ts'
import type { Interruption } from '../process/world.ts'

/** The calls that run now; what happens in the process is told to the one that caused it. */
export class ActiveCalls {
  readonly #scope = new AsyncLocalStorage<MemoryWorld>()
  readonly #worlds = new Set<MemoryWorld>()

  /** Runs a call in its world. */
  async run<Result>(world: MemoryWorld, work: () => Promise<Result>): Promise<Result> {
    this.#worlds.add(world)
    try {
      return await this.#scope.run(world, work)
    } finally {
      this.#worlds.delete(world)
    }
  }

  /**
   * Interrupts the call whose code is running, or the only one there is. Returns false if none can be
   * blamed, because it has ended or there are several.
   */
  interruptCurrent(by: Interruption): boolean {
    const own = this.#scope.getStore()
    const only = this.#worlds.size === 1 ? [...this.#worlds][0] : undefined
    const world = own && this.#worlds.has(own) ? own : own ? undefined : only
    world?.interrupt(by)
    return world !== undefined
  }

  interruptAll(by: Interruption): void {
    for (const world of this.#worlds) world.interrupt(by)
  }
}
