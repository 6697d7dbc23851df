import { listOf, objectOf, type JsonObject, type JsonValue } from 'surety/unstable/contract'
import { settlingRead } from '../../programs/index.ts'
import { findCommand } from './declared-command.ts'
import { wholeCommands } from 'surety/unstable/description'

/** A read of a tool that shows whether a call of it did its work. */
export interface DeclaredRead {
  /** The words after those that start the tool. */
  readonly words: readonly string[]
  readonly proves: boolean
}

/** Gives the read that a manifest names for a call, filled from its words; only commands that it calls safe. */
export function declaredRead(
  manifest: JsonValue,
  words: readonly string[],
  tool?: string,
): DeclaredRead | undefined {
  const command = findCommand(manifest, words, tool)
  if (command?.settles === undefined) return undefined
  const { read, proves } = command.settles
  const entry = objectOf(wholeCommands(manifest)?.[command.path])
  const given = inputsOf(words.slice(command.length), entry)
  const filled = given && settlingRead([read], given, [])
  const isSafe = filled && findCommand(manifest, filled, tool)?.danger === 'safe'
  return isSafe ? { words: filled, proves } : undefined
}

type Input = readonly [name: string, value: string | undefined]

/** Reads what a call gives to its command; undefined if a word of it is not known. */
function inputsOf(words: readonly string[], entry: JsonObject): readonly Input[] | undefined {
  const flags = objectOf(entry['flags'])
  const given: Input[] = []
  const operands: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (word === '--') {
      operands.push(...words.slice(at + 1))
      break
    }
    if (!/^-[^\d.]/.test(word)) {
      operands.push(word)
      continue
    }
    const [, typed = word, value] = /^(-[^=]+)=([^]*)$/.exec(word) ?? []
    const name = nameOf(typed, flags)
    if (name === undefined) return undefined
    const flag = objectOf(flags[name])
    const isBare = value === undefined && takesNoValue(flag)
    if (value === undefined && !isBare) at += 1
    const isOneOfMany = flag['type'] === 'array' && given.some(([other]) => other === name)
    given.push([name, isBare || isOneOfMany ? undefined : (value ?? words[at])])
  }
  const unnamed = listOf(entry['arguments']).filter((name) => !given.some(([own]) => own === name))
  return [...defaultsOf(flags), ...given, ...byPlace(unnamed, operands, flags)]
}

/** Finds the flag that a word names: `--zone`, `-z`, `--no-wait`; clusters such as `-fq` are not taken apart. */
function nameOf(typed: string, flags: JsonObject): string | undefined {
  const long = /^--(.+)$/.exec(typed)?.[1]
  if (long === undefined)
    return Object.keys(flags).find((name) => objectOf(flags[name])['short'] === typed.slice(1))
  const positive = long.replace(/^no-/, '')
  if (Object.hasOwn(flags, long)) return long
  return takesNoValue(objectOf(flags[positive])) ? positive : undefined
}

/** Counting flags are whole numbers, and only their description says that they take no value. */
function takesNoValue({ type, description }: JsonObject): boolean {
  return (
    type === 'boolean' ||
    (typeof description === 'string' && /\btakes no value\b/.test(description))
  )
}

/** The values that inputs have if the call does not give them. */
function defaultsOf(flags: JsonObject): readonly Input[] {
  return Object.entries(flags).flatMap(([name, entry]) => {
    const { default: value } = objectOf(entry)
    const isWord = typeof value === 'string' || typeof value === 'number'
    return isWord ? [[name, String(value)] as const] : []
  })
}

/** Gives words to arguments in order; of a list that has several words none is the one that is meant. */
function byPlace(
  names: readonly JsonValue[],
  operands: readonly string[],
  flags: JsonObject,
): readonly Input[] {
  return names.flatMap((name, at) => {
    if (typeof name !== 'string' || operands[at] === undefined) return []
    const isMany = objectOf(flags[name])['type'] === 'array' && operands.length > at + 1
    return [[name, isMany ? undefined : operands[at]] as const]
  })
}
