const loaded: Record<string, object> = {}

/**
 * Loads a part of the framework without waiting, even in the middle of a loop. Such parts are built
 * into files of their own that depend on no other; null where they were not packed along. Node's own
 * `require()` would take three milliseconds to get going in a program that has no use for it.
 */
export function loadNow(part: 'watchdog' | 'answer-sync'): unknown {
  try {
    return (loaded[part] ??= evaluate(new URL(`../watchdog/${part}.cjs`, import.meta.url)))
  } catch {
    // Then the event loop guards the time alone.
    return null
  }
}

function evaluate(url: URL): object {
  const builtin = (id: string): unknown => process.getBuiltinModule(id)
  const text = process.getBuiltinModule('node:fs').readFileSync(url, 'utf8')
  const { runInThisContext } = process.getBuiltinModule('node:vm')
  const exported = {}
  runInThisContext(`(function(exports,require){${text}\n})`, url.href)(exported, builtin)
  return exported
}
