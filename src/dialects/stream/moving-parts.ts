import type { Arena } from './arena.ts'
import type { KnownSurroundings } from './known-surroundings.ts'
import type { PayloadSource } from './payload-place.ts'
import type { LineTranslator } from './translate-line.ts'

/** What every way of moving lines works with. */
export interface MovingParts {
  readonly arena: Arena
  /** The careful translator, which says how stand-ins translate. */
  readonly translator: LineTranslator
  readonly source: PayloadSource
  /** The names of payload members that either end looks at, with their marks. */
  readonly names: ReadonlyMap<string, number>
  /** The module in WebAssembly that moves lines by itself; undefined where there is none. */
  readonly surroundings: KnownSurroundings | undefined
}
