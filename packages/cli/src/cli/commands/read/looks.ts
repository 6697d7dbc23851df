import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs'

/** How files are looked at. */
export interface Looks {
  /** What has a name, without following it; undefined if nothing can be seen there. */
  readonly facts: (path: string) => Stats | undefined
  /** The same of what a link leads to. */
  readonly target: (path: string) => Stats | undefined
  /** The place without links; throws where one leads nowhere. */
  readonly real: (path: string) => string
}

/** Looks each time. */
export const FRESH: Looks = {
  facts(path) {
    try {
      return lstatSync(path, { throwIfNoEntry: false })
    } catch {
      return undefined
    }
  },
  target(path) {
    try {
      return statSync(path, { throwIfNoEntry: false })
    } catch {
      return undefined
    }
  },
  real: (path) => realpathSync.native(path),
}
