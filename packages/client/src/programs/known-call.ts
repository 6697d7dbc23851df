import type { Caps, Flags, KnownCalls, KnownCommand, Wants } from 'surety/unstable/description'
import { given } from '@surety/internal/given.ts'
import { kindIn, type FlagKind } from './flag-list.ts'

export type KnownCall = ReturnType<typeof knownCall>
export type PlainCall = ReturnType<typeof plainCall>

/** Says what a call is and how it ends, which is all that a hook after it asks: what it does is not worked out. */
export function plainCall(argv: readonly string[], calls: KnownCalls) {
  const { program, path, found, flags, operands, isFine } = readCall(argv, calls)
  const about = found ?? {}
  const { decisive = calls.decisive } = about
  return {
    program,
    exits: { ...calls.exits, ...about.exits },
    errors: [...(about.errors ?? []), ...(calls.errors ?? [])],
    /** The words of the command; empty if the program has none, null if it was not found. */
    command: found ? path : null,
    /** Its operands, a program such as that of sed among them. */
    operands,
    /** Its options, for `capOf` and `settlesOf`. */
    flags,
    /** Whether all of its options are known. */
    isFine,
    about,
    /** Whether a code of its own stands in place of ours. */
    ownCodes: calls.own_codes === true,
    /** Whether it runs other programs, so that what stands on its stderr may be theirs. */
    runsOthers: about.runs_others ?? calls.runs_others === true,
    ...given({ failed: calls.failed, decisive }),
  }
}

/** Says what is known of a call. Whatever is not in the knowledge makes the effect unknown. */
export function knownCall(argv: readonly string[], calls: KnownCalls) {
  const call = plainCall(argv, calls)
  const { about: command, flags, operands } = call
  const effect = effectOf(call)
  const { length: count } = operands
  const { instead, changes, dry } = command
  return {
    ...call,
    /** `read` only if every word is known to change nothing. */
    effect,
    /** Whether the command can change anything, with these words or others. */
    mayChange: call.command === null || changes !== undefined || dry !== undefined,
    /** Whether it may be repeated without harm: reads, and changes that end in the same state. */
    repeatable: effect === 'read' || (effect === 'change' && command.repeatable === true),
    // What does not know an option ends and says so.
    terminal: call.isFine && isWanted(command.terminal, flags, count),
    stdin: isWanted(command.stdin, flags, count),
    reveals: isRevealing(command.reveals, flags, operands),
    ...given({ instead }),
  }
}

/** Reads the words of a call: its command, options and operands, and whether all of them are known. */
function readCall(argv: readonly string[], calls: KnownCalls) {
  const [program = '', ...words] = argv
  const { clusters = true, values = {} } = calls
  const start = readWords(words, calls.options, clusters, true)
  const [path, found, used] = findCommand(calls.commands, start.rest)
  const { dry = '', changes, reads = '' } = found ?? {}
  // The last one counts.
  const known = `${calls.options ?? ''} ${reads} ${changes === true ? '' : (changes ?? '')} ${dry}`
  const call = readWords(start.rest.slice(used), known, clusters, false)
  const flags = [...start.given, ...call.given]
  const patterns: Readonly<Record<string, string>> = { ...values, ...found?.values }
  const hasFineValues = flags.every(
    ([flag, value]) =>
      patterns[flag] === undefined || (value !== undefined && allMatch(patterns[flag], [value])),
  )
  const isFine = !start.isUnknown && !call.isUnknown && hasFineValues
  return { program, path, found, flags, operands: call.operands, isFine }
}

type Given = readonly [flag: string, value: string | undefined]

function scriptsOf({ script }: KnownCommand, operands: readonly string[], given: readonly Given[]) {
  const optional = given.flatMap(([flag, text]) =>
    kindIn(script?.options, flag) ? [text ?? ''] : [],
  )
  const [first] = script && optional.length === 0 ? operands : []
  return first === undefined
    ? { all: optional, files: operands }
    : { all: [first], files: operands.slice(1) }
}

/** Says what a call does; `read` only if every word is known to change nothing. */
export function effectOf({
  about,
  operands,
  flags,
  isFine,
}: Pick<PlainCall, 'about' | 'operands' | 'flags' | 'isFine'>): 'read' | 'change' | 'unknown' {
  const { all, files } = scriptsOf(about, operands, flags)
  const { reads, changes, spares, dry, operands: most, operands_with: lifting, operand } = about
  if (changes === true && !hasOneOf(flags, dry)) return 'change'
  const spared = hasOneOf(flags, spares?.with) ? spares?.flags : undefined
  const left = spared ? flags.filter(([flag]) => !kindIn(spared, flag)) : flags
  const changing = typeof changes === 'string' ? changes : spares?.flags
  if (changing !== undefined && hasOneOf(left, changing)) return 'change'
  if (reads === undefined && dry === undefined) return 'unknown'
  if (dry !== undefined && !hasOneOf(flags, dry)) return 'unknown'
  if (!isFine || !allMatch(about.script?.matches, all) || !allMatch(operand, files))
    return 'unknown'
  return most !== undefined && files.length > most && !hasOneOf(flags, lifting) ? 'change' : 'read'
}

function allMatch(pattern: string | undefined, texts: readonly string[]): boolean {
  return pattern === undefined || texts.every((text) => new RegExp(pattern, 'u').test(text))
}

function isWanted(want: Wants | undefined, given: readonly Given[], operands: number): boolean {
  if (want === undefined || typeof want === 'boolean') return want === true
  if (want.with !== undefined && hasOneOf(given, want.with)) return true
  if (want.without === undefined && want.operands === undefined) return false
  return !hasOneOf(given, want.without) && operands <= (want.operands ?? Number.POSITIVE_INFINITY)
}

function isRevealing(
  reveals: KnownCommand['reveals'],
  given: readonly Given[],
  operands: readonly string[],
): boolean {
  if (reveals === undefined || reveals === true) return reveals === true
  const { operand, operands: least, values = {} } = reveals
  return (
    hasOneOf(given, reveals.with) ||
    (reveals.without !== undefined && !hasOneOf(given, reveals.without)) ||
    (least !== undefined && operands.length >= least) ||
    (operand !== undefined && operands.some((each) => allMatch(operand, [each]))) ||
    given.some(
      ([flag, value = '']) => values[flag] !== undefined && allMatch(values[flag], [value]),
    )
  )
}

/** Says where the list of a call stops by itself; undefined if the call says how many rows it wants. */
export function capOf(call: Pick<KnownCall, 'about' | 'flags' | 'operands'>): Caps | undefined {
  const { caps } = call.about
  if (caps === undefined || hasOneOf(call.flags, caps.option)) return undefined
  const isWith = caps.with === undefined || hasOneOf(call.flags, caps.with)
  return isWith && allMatch(caps.operand, call.operands) ? caps : undefined
}

/** Finds the longest words that name a command, and how many they are. */
function findCommand(
  commands: KnownCalls['commands'],
  words: readonly string[],
): readonly [string, KnownCommand | undefined, number] {
  // Words that name no command are not operands, except in a program without commands.
  const isAlone = Object.keys(commands).length === 1 || !/^[^-]/.test(words[0] ?? '-')
  for (let count = Math.min(3, words.length); count >= (isAlone ? 0 : 1); count -= 1) {
    const own = words.slice(0, count)
    if (own.some((word) => word.startsWith('-'))) continue
    const path = own.join(' ')
    // Most names are not even near, and a hook waits for this.
    const found = Object.entries(commands).find(
      ([names]) =>
        (names.includes(path) || names.includes('*')) &&
        names.split('|').some((name) => isNamed(path, name)),
    )
    if (found) return [path, found[1], count]
  }
  return ['', undefined, 0]
}

/** Tests the words of a command against a name; a word such as `list-*` or `*` stands for many. */
function isNamed(path: string, name: string): boolean {
  if (!name.includes('*')) return path === name
  const [words, patterns] = [path.split(' '), name.split(' ')]
  const fits = (pattern: string, word: string) =>
    pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
  return words.length === patterns.length && patterns.every((each, at) => fits(each, words[at]!))
}

/** Reads words as options and operands; before the command they end with the first operand. */
function readWords(
  words: readonly string[],
  known: Flags | undefined,
  clusters: boolean,
  isStart: boolean,
) {
  const kindOf = (flag: string) => kindIn(known, flag)
  const given: Given[] = []
  const operands: string[] = []
  let isUnknown = false
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (word === '--' && !isStart) {
      operands.push(...words.slice(at + 1))
      // Where options stand together with operands, as in `find`, nothing ends them.
      if (!clusters) isUnknown = true
      break
    }
    if (!/^-./.test(word)) {
      if (isStart) return { given, operands, isUnknown, rest: words.slice(at) }
      operands.push(word)
      continue
    }
    const flags = flagsIn(word, kindOf, clusters)
    // An option of the command itself may stand first if there are no commands.
    if (!flags && isStart) return { given, operands, isUnknown, rest: words.slice(at) }
    if (!flags) isUnknown = true
    for (const [name, value] of flags ?? [[word.split('=')[0]!, undefined]]) {
      const isNext = value === undefined && kindOf(name) === 'value'
      if (isNext) at += 1
      if (kindOf(name) === 'two') at += 2
      // Perhaps no value after all: nothing that looks like an option is passed over.
      if (isNext && !/^(?:-?\d+$|-$|[^-])/.test(words[at] ?? '-x')) isUnknown = true
      given.push([name, isNext ? words[at] : value])
    }
  }
  return { given, operands, isUnknown, rest: [] }
}

/** Takes an option apart; undefined if a part of it is not known. */
function flagsIn(
  word: string,
  kindOf: (flag: string) => FlagKind | undefined,
  clusters: boolean,
): readonly Given[] | undefined {
  if (kindOf(word)) return [[word, undefined]]
  if (/^-\d+$/.test(word) && kindOf('-NUM')) return [['-NUM', word.slice(1)]]
  const [, name, value] = /^(-[^=]+)=([^]*)$/.exec(word) ?? []
  if (name !== undefined && (kindOf(name) ?? 'none') !== 'none') return [[name, value]]
  if (word.startsWith('--')) return undefined
  const found: Given[] = []
  for (let at = 1; at < word.length; at += 1) {
    const flag = `-${word[at]}`
    const kind = kindOf(flag)
    if (kind === undefined || (!clusters && at === 1 && kind === 'none')) return undefined
    if (kind !== 'none' && at + 1 < word.length) return [...found, [flag, word.slice(at + 1)]]
    found.push([flag, undefined])
    if (!clusters) return word.length === 2 ? found : undefined
  }
  return found
}

function hasOneOf(given: readonly Given[], flags: Flags | undefined): boolean {
  return flags !== undefined && given.some(([flag]) => kindIn(flags, flag) !== undefined)
}
