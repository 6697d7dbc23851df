/**
 * Loads a part of the framework without waiting, even in the middle of a loop. Such parts are built
 * into files of their own that depend on no other; null where they were not packed along.
 */
export function loadNow(part: 'watch-pending' | 'busy-answer'): unknown {
  const { createRequire } = process.getBuiltinModule('node:module')
  try {
    return createRequire(import.meta.url)(`../runtime/${part}.cjs`)
  } catch {
    // Then the event loop guards the time alone.
    return null
  }
}
