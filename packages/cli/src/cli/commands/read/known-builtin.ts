import { existsSync, realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'

import { builtinFacts } from '@surety/client/unstable/shell'
import type { ReadLimits, Refusal } from './program-file.ts'

export interface BuiltinCall {
  /** The folders that `cd` leads to, one for each that it may start from. */
  readonly goesTo?: readonly string[]
}

/** Judges a call that bash answers itself, without a file; undefined if it starts a program. */
export function whyNoBuiltin(
  words: readonly string[],
  limits: ReadLimits,
  folders: readonly string[],
): Refusal | BuiltinCall | undefined {
  const facts = builtinFacts(words)
  if (facts === undefined) return undefined
  const { isHarmless, goesTo, looksAt } = facts
  if (!isHarmless)
    return refusal(
      `'${words.slice(0, 3).join(' ')}' is a command of the shell that may change something.`,
    )
  const outside = [...looksAt, ...(goesTo === undefined ? [] : [goesTo])].find(
    (word) => !stays(word, limits, folders),
  )
  if (outside !== undefined)
    return refusal(`'${outside}' is outside of the folder.`, 'READ_OUTSIDE')
  return goesTo === undefined ? {} : followed(goesTo, folders)
}

function refusal(message: string, code: Refusal['code'] = 'NOT_A_KNOWN_READ'): Refusal {
  return { code, message }
}

function followed(word: string, folders: readonly string[]): Refusal | BuiltinCall {
  const goesTo = folders.map((cwd) => resolve(cwd, word))
  // A link could lead elsewhere a moment later.
  const isPlain = (path: string) =>
    existsSync(path) && statSync(path).isDirectory() && realpathSync(path) === path
  return goesTo.every(isPlain) ? { goesTo } : refusal(`'${word}' is no folder, or a link.`)
}

/** Tests whether a word names nothing outside of the folder, from wherever it is read. */
function stays(
  word: string,
  { mayLeave, cwd, from = cwd }: ReadLimits,
  folders: readonly string[],
) {
  if (mayLeave) return true
  return folders.every((folder) => {
    const place = resolve(folder, word)
    const real = existsSync(place) ? realpathSync(place) : place
    return [place, real].every((each) => each === from || each.startsWith(`${from}${sep}`))
  })
}
