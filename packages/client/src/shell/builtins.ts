import { isPlainVariable } from '../programs/index.ts'

/** What is known of a call that bash answers itself, without a program. */
export interface BuiltinFacts {
  /** Whether it changes nothing, neither outside of the shell nor in what later commands of the line do. */
  readonly isHarmless: boolean
  /** The folder that it goes to. */
  readonly goesTo?: string
  /** The files that it looks at. */
  readonly looksAt: readonly string[]
}

/** Says what is known of a command of bash; undefined if the words start a program. What is not listed may change something. */
export function builtinFacts(words: readonly string[]): BuiltinFacts | undefined {
  const [name = '', ...rest] = words
  if (!BUILTINS.has(name)) return undefined
  if (name === 'cd') return folderFacts(rest)
  const isHarmless = Object.hasOwn(RULES, name) && RULES[name]!(rest)
  const isLooking = /^(?:test|\[|command)$/.test(name)
  const looksAt = isLooking ? rest.filter((word) => !/^-./.test(word)) : []
  return { isHarmless, looksAt }
}

function folderFacts([folder = '', ...rest]: readonly string[]): BuiltinFacts {
  const isHarmless = rest.length === 0 && folder !== '' && !folder.startsWith('-')
  return { isHarmless, looksAt: [], ...(isHarmless && { goesTo: folder }) }
}

type Rule = (words: readonly string[]) => boolean

const always: Rule = () => true
const NUMBER = /^[-+]?\d+$/
const testing: Rule = (words) =>
  words.every((word, at) => {
    // What is compared as a number could be evaluated.
    if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(word))
      return [words[at - 1], words[at + 1]].every((each) => NUMBER.test(each ?? ''))
    return !/^-./.test(word) || TESTS.has(word) || NUMBER.test(word)
  })

/** Which words of a command of bash change nothing. */
const RULES: Readonly<Record<string, Rule>> = {
  ':': always,
  true: always,
  false: always,
  echo: always,
  pwd: (words) => words.every((word) => /^-[LP]$/.test(word)),
  // Some conversions store a value, and an index of a list is evaluated.
  printf: ([format = '-']) =>
    !format.startsWith('-') &&
    /^(?:[^%]|%%|%[-+ #0]*\d*(?:\.\d+)?[diouxXeEfgGcsbq])*$/s.test(format),
  test: testing,
  '[': (words) => words.at(-1) === ']' && testing(words.slice(0, -1)),
  type: (words) => words.every((word) => /^(?:-[aptP]+|[\w.+-]+)$/.test(word)),
  command: ([flag = '', ...names]) =>
    /^-[vV]$/.test(flag) && names.every((word) => /^[\w.+/-]+$/.test(word)),
  exit: (words) => words.length <= 1 && words.every((word) => /^\d{1,3}$/.test(word)),
  // Options with which a line ends sooner, or with another exit.
  set: (words) =>
    words.length > 0 && words.every((word) => /^(?:-[eu]+o?|-o|pipefail)$/.test(word)),
  export: (words) => words.every(isPlainVariable) && words.length > 0,
}

/** The tests of files, texts and numbers; those of variables are not among them. */
const TESTS = new Set(
  '-e -f -d -r -w -x -s -L -h -p -S -b -c -g -k -u -O -G -N -z -n -a -o -nt -ot -ef'.split(' '),
)

const BUILTINS = new Set(
  '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait'.split(
    ' ',
  ),
)
