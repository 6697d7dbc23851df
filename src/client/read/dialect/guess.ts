import type { FoundDialect } from './find-dialect.ts'

/** What plain output would mean if it were an envelope. Nothing follows from it: anyone can print it. */
export interface Guess {
  readonly dialect: string
  /** All dialects that fit, if there are several. */
  readonly candidates?: readonly string[]
  readonly ok: boolean
  readonly exit: string
  readonly code?: string
  readonly message?: string
}

/** Describes the dialect that an answer looks like, in few words: the document itself is in the data. */
export function guessOf({ dialect, candidates, outcome }: FoundDialect): Guess {
  const { ok, exit, error } = outcome
  return {
    dialect,
    ...(candidates.length > 1 && { candidates }),
    ok,
    exit,
    ...(error !== null && { code: error.code, message: error.message.slice(0, MOST) }),
  }
}

const MOST = 500
