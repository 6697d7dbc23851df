import type { Dialect, DialectTraits } from '../dialect.ts'

/** The dialects that were added at run time. */
export const added = new Map<string, () => Promise<Dialect>>()
/** The traits of dialects that are not built in, once they have been loaded. */
export const loaded = new Map<string, DialectTraits>()
