import {
  ERROR_CODES,
  EXIT_CODE_TABLES,
  isSignalExitName,
  isStandardExitName,
  SIGNAL_EXITS,
  type CustomExitCode,
  type Generation,
  type JsonObject,
} from '../../../contract/index.ts'
import type { ExitModel } from './model.ts'

/** An exit as far as its number depends on it. */
export interface NumberedExit {
  readonly name: string
  /** Set on an author's own exit code, and only there. */
  readonly custom?: CustomExitCode
}

/** Gives the number that a process ends with: by its exit and, in some dialects, by its error code. */
export type ExitNumbers = (exit: NumberedExit, code: string) => number

/** Numbers exits as a generation of the contract does. */
export function contractNumbers(generation: Generation): ExitNumbers {
  return ({ name, custom }) => {
    if (custom) return custom.number
    if (isStandardExitName(name)) return EXIT_CODE_TABLES[generation][name].number
    // A name that nobody knows is a general failure, as it would be on the way out.
    return isSignalExitName(name) ? SIGNAL_EXITS[name].number : 1
  }
}

/** The ways in which a command can end, before they are numbered. */
export interface Exits<Exit extends NumberedExit = NumberedExit> {
  readonly exits: readonly Exit[]
  /** The error codes that it can fail with, and the exit of each. */
  readonly errors: readonly { readonly code: string; readonly exit: string }[]
  /** The tool's own words for errors that the framework raises, by code or by exit. */
  readonly words: Readonly<Record<string, string>>
}

/** Numbers the exits of a command: one row for each number that an exit can come with. */
export function exitRows<Exit extends NumberedExit>(
  { exits, errors, words }: Exits<Exit>,
  numbers: ExitNumbers,
): readonly { readonly number: number; readonly exit: Exit }[] {
  return exits.flatMap((exit) => {
    const own = errors.filter((error) => error.exit === exit.name).map(({ code }) => code)
    const codes = own.length > 0 && !FROM_FRAMEWORK.has(exit.name) ? own : [...own, ...raised(exit)]
    return [...new Set(codes.map((code) => numbers(exit, code)))].map((number) => ({
      number,
      exit,
    }))
  })

  /** The codes that the framework raises with an exit, in the tool's words. */
  function raised({ name }: NumberedExit): readonly string[] {
    const codes = Object.entries(ERROR_CODES).filter(([, row]) => row.exit === name)
    const known = codes.length > 0 ? codes.map(([code]) => code) : [name]
    return known.map((code) => {
      const key = [code, name].find((word) => Object.hasOwn(words, word))
      return key === undefined ? code : words[key]!
    })
  }
}

/** Exits that come from the framework as well, whatever errors a command declares. */
const FROM_FRAMEWORK: ReadonlySet<string> = new Set(['ARG_ERROR', 'GENERAL_ERROR', 'TIMEOUT'])

/**
 * Writes a command's exits as the map of the contract: number as text to entry, in numeric order.
 * Exits that a dialect gives the same number share an entry, which promises no more than all of them do.
 */
export function exitEntries(
  exits: Exits<ExitModel>,
  numbers: ExitNumbers,
): Readonly<Record<string, JsonObject>> {
  const byNumber = new Map<number, ExitModel[]>()
  for (const { number, exit } of exitRows(exits, numbers)) {
    byNumber.set(number, [...(byNumber.get(number) ?? []), exit])
  }
  // Keys that are whole numbers keep numeric order in an object, whatever order they come in.
  return Object.fromEntries(
    [...byNumber].map(([number, shared]) => [String(number), sharedEntry(shared)]),
  )
}

const LONGEST_DESCRIPTION = 120

function sharedEntry(exits: readonly ExitModel[]): JsonObject {
  const text = [...new Set(exits.map(({ description }) => description))].join('; ')
  const [first] = exits
  return {
    name: exits.map(({ name }) => name).join(' | '),
    description:
      text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION - 1)}…` : text,
    retryable: exits.every(({ retryable }) => retryable),
    side_effects: exits.every(({ side_effects }) => side_effects === first!.side_effects)
      ? first!.side_effects
      : 'partial',
  }
}
