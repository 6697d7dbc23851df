import { AsyncLocalStorage } from 'node:async_hooks'

import { takeWrites } from './stdout-guard.ts'

interface Guard {
  readonly onNoise: (text: string, bytes?: string | Uint8Array) => void
  /** The guard around it; null at the edge of `withOwnGuard`, undefined outside of one. */
  readonly around: Guard | null | undefined
  /** Whether the rest of the process is silent, so that what nobody owns up to is its noise. */
  readonly takesStrays: boolean
}

/** Which guard the code that runs now belongs to, across every await. */
const scope = new AsyncLocalStorage<Guard>()
const active = new Set<Guard>()
let restore = (): void => {}

/** Calls a function whose guards end where its own work ends, and do not reach its caller. */
export function withOwnGuard<Result>(work: () => Result, takesStrays = true): Result {
  // A store of its own, because run() opens no scope for the store that is there already.
  return scope.run({ onNoise: () => {}, around: null, takesStrays }, work)
}

/** Catches what a handler prints to stdout. Runs may overlap: each hears its own; the last puts the stream back. */
export function guardStdout(onNoise: Guard['onNoise']): () => void {
  const around = innermost(scope.getStore())
  const guard: Guard = { onNoise, around, takesStrays: around?.takesStrays ?? true }
  if (active.size === 0)
    restore = takeWrites(process.stdout, (chunk) =>
      isTestReport(chunk) ? undefined : guardOfCaller()?.onNoise,
    )
  active.add(guard)
  scope.enterWith(guard)
  return () => {
    if (active.delete(guard) && active.size === 0) restore()
  }
}

/** Tests for the binary reports under `node --test`; one that is missing is a test that never ran. */
function isTestReport(chunk: unknown): boolean {
  return (
    process.env['NODE_TEST_CONTEXT'] === 'child-v8' &&
    chunk instanceof Uint8Array &&
    chunk[0] === 0xff &&
    chunk[1] === 0x0f
  )
}

/** Tells the run that printed something, or without one somebody else. */
export function catchNoise(text: string, otherwise: (text: string) => void): void {
  const guard = guardOfCaller()
  if (guard) guard.onNoise(text)
  else otherwise(text)
}

/** Finds whose noise it is; a callback that lost its context belongs to the only run there is. */
function guardOfCaller(): Guard | undefined {
  const found = innermost(scope.getStore())
  if (found) return active.has(found) ? found : undefined
  const [only] = active
  return active.size === 1 && only!.takesStrays ? only : undefined
}

/** Finds the innermost guard that is active, or else the edge: what comes after a run is not another's. */
function innermost(guard: Guard | undefined): Guard | undefined {
  let at = guard
  while (at && at.around !== null && !active.has(at)) at = at.around
  return at
}
