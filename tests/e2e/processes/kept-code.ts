import { fileURLToPath } from 'node:url'

/**
 * Where the command keeps its compiled code while tests run. A home of its own has none, and compiling and keeping it
 * anew nearly doubles what a start costs; `compile-cache.test.ts` shows what such a first start does.
 */
export const keptCode = {
  XDG_CACHE_HOME: fileURLToPath(new URL('../../../build/kept-code', import.meta.url)),
} as const
