import { existsSync, realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'

import type { ReadLimits, Refusal } from './program-file.ts'

export interface BuiltinCall {
  /** The folders that `cd` leads to, one for each that it may start from. */
  readonly goesTo?: readonly string[]
}

/**
 * Judges a call that bash answers itself, without a file; undefined if it starts a program. Of those that are not
 * listed here none is known to only read.
 */
export function whyNoBuiltin(
  words: readonly string[],
  limits: ReadLimits,
  folders: readonly string[],
): Refusal | BuiltinCall | undefined {
  const [name = '', ...rest] = words
  if (!BUILTINS.has(name)) return undefined
  const rule = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
  if (name === 'cd') return judgeCd(rest, limits, folders)
  if (rule?.(rest, limits, folders) === true) return {}
  return refusal(
    `'${words.slice(0, 3).join(' ')}' is a command of the shell that may change something.`,
  )
}

function refusal(message: string, code: Refusal['code'] = 'NOT_A_KNOWN_READ'): Refusal {
  return { code, message }
}

type Rule = (words: readonly string[], limits: ReadLimits, folders: readonly string[]) => boolean

const always: Rule = () => true
const testing: Rule = (words, limits, folders) =>
  words.every((word) =>
    /^-./.test(word) ? TESTS.has(word) || /^-\d+$/.test(word) : stays(word, limits, folders),
  )

/** What bash has itself, in other words than a program of that name. */
const KNOWN: Readonly<Record<string, Rule>> = {
  ':': always,
  true: always,
  false: always,
  echo: always,
  pwd: (words) => words.every((word) => /^-[LP]$/.test(word)),
  // Some conversions store a value, and an index of a list is evaluated.
  printf: ([format = '-'], _limits) =>
    !format.startsWith('-') &&
    /^(?:[^%]|%%|%[-+ #0]*\d*(?:\.\d+)?[diouxXeEfgGcsbq])*$/s.test(format),
  test: testing,
  '[': (words, ...rest) => words.at(-1) === ']' && testing(words.slice(0, -1), ...rest),
  type: (words) => words.every((word) => /^(?:-[aptP]+|[\w.+-]+)$/.test(word)),
  command: ([flag = '', ...names]) =>
    /^-[vV]$/.test(flag) && names.every((word) => /^[\w.+/-]+$/.test(word)),
  exit: (words) => words.length <= 1 && words.every((word) => /^\d{1,3}$/.test(word)),
}

/** The tests of files, texts and numbers; those of variables are not among them. */
const TESTS = new Set(
  '-e -f -d -r -w -x -s -L -h -p -S -b -c -g -k -u -O -G -N -z -n -a -o -eq -ne -lt -le -gt -ge -nt -ot -ef'.split(
    ' ',
  ),
)

const BUILTINS = new Set(
  '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait'.split(
    ' ',
  ),
)

function judgeCd(
  words: readonly string[],
  limits: ReadLimits,
  folders: readonly string[],
): Refusal | BuiltinCall {
  const [word = '-', ...rest] = words
  if (rest.length > 0 || word.startsWith('-') || word === '')
    return refusal('cd has other words than one folder.')
  if (!stays(word, limits, folders))
    return refusal(`'${word}' is outside of the folder.`, 'READ_OUTSIDE')
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
