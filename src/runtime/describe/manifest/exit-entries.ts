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

/** The facts that decide the number of an exit. */
export interface NumberedExit {
  readonly name: string
  /** Set only for the author's own exit codes. */
  readonly custom?: CustomExitCode
}

/** Finds the exit number for an exit and, in some dialects, for its error code. */
export interface ExitNumbers {
  (exit: NumberedExit, code: string): number
  /** True in contract 1.0, where `retryable` also means a call that works after a correction. */
  readonly countsCorrections?: boolean
  /** True if the number follows from the exit alone, whatever the error code is. */
  readonly ignoresCodes?: boolean
}

/** Numbers exits as a generation of the contract defines them. */
export function contractNumbers(generation: Generation): ExitNumbers {
  const numberOf = ({ name, custom }: NumberedExit) => {
    if (custom) return custom.number
    if (isStandardExitName(name)) return EXIT_CODE_TABLES[generation][name].number
    // An unknown name is a general failure, as it is for the process itself.
    return isSignalExitName(name) ? SIGNAL_EXITS[name].number : 1
  }
  return Object.assign(numberOf, {
    countsCorrections: generation === '1.0',
    ignoresCodes: true,
  })
}

/** The exits of a command, before they are numbered. */
export interface Exits<Exit extends NumberedExit = NumberedExit> {
  readonly exits: readonly Exit[]
  /** The error codes of the command, and the exit of each. */
  readonly errors: readonly { readonly code: string; readonly exit: string }[]
  /** The tool's own codes for framework errors, by framework code or by exit name. */
  readonly ownCodes: Readonly<Record<string, string>>
}

/** An exit with one of its numbers, and the error codes that have this number. */
export interface ExitRow<Exit extends NumberedExit = NumberedExit> {
  readonly number: number
  readonly exit: Exit
  readonly codes: readonly string[]
}

/** Numbers the exits of a command, one row for each number that an exit can have. */
export function exitRows<Exit extends NumberedExit>(
  { exits, errors, ownCodes }: Exits<Exit>,
  numbers: ExitNumbers,
): readonly ExitRow<Exit>[] {
  return exits.flatMap((exit) => {
    const own = errors.filter((error) => error.exit === exit.name).map(({ code }) => code)
    const codes =
      own.length > 0 && !FRAMEWORK_EXITS.has(exit.name) ? own : [...own, ...frameworkCodes(exit)]
    const byNumber = new Map<number, Set<string>>()
    for (const code of codes) {
      const number = numbers(exit, code)
      byNumber.set(number, (byNumber.get(number) ?? new Set()).add(code))
    }
    return [...byNumber].map(([number, shared]) => ({ number, exit, codes: [...shared] }))
  })

  /** Lists the codes of framework errors with an exit, replaced by the tool's own codes. */
  function frameworkCodes({ name }: NumberedExit): readonly string[] {
    return (codesByExit().get(name) ?? [name]).map((code) => {
      const key = [code, name].find((each) => Object.hasOwn(ownCodes, each))
      return key === undefined ? code : ownCodes[key]!
    })
  }
}

let byExit: ReadonlyMap<string, readonly string[]> | undefined

/** Lists the codes of framework errors by their exits. */
function codesByExit(): ReadonlyMap<string, readonly string[]> {
  if (byExit) return byExit
  const codes = new Map<string, string[]>()
  for (const [code, { exit }] of Object.entries(ERROR_CODES)) {
    codes.set(exit, [...(codes.get(exit) ?? []), code])
  }
  return (byExit = codes)
}

/** Exits that the framework can cause in every command. */
const FRAMEWORK_EXITS: ReadonlySet<string> = new Set(['ARG_ERROR', 'GENERAL_ERROR', 'TIMEOUT'])

/**
 * Writes a command's exits as the map that the contract defines, from number to entry. Exits with the
 * same number share an entry, which is retryable only if all of them are.
 */
export function exitEntries(
  exits: Exits<ExitModel>,
  numbers: ExitNumbers,
): Readonly<Record<string, JsonObject>> {
  const byNumber = new Map<number, ExitModel[]>()
  const rows = numbers.ignoresCodes
    ? exits.exits.map((exit) => ({ number: numbers(exit, ''), exit }))
    : exitRows(exits, numbers)
  for (const { number, exit } of rows) {
    byNumber.set(number, [...(byNumber.get(number) ?? []), exit])
  }
  // JavaScript objects sort integer keys, so the entries need no sorting.
  return Object.fromEntries(
    [...byNumber].map(([number, shared]) => [
      String(number),
      sharedEntry(shared, numbers.countsCorrections === true),
    ]),
  )
}

const MAX_DESCRIPTION = 120

/** Exits after which contract 1.0 calls a corrected call a retry; its errors say the same. */
const CORRECTABLE: ReadonlySet<string> = new Set(['ARG_ERROR', 'AUTH_REQUIRED', 'PAYMENT_REQUIRED'])

function sharedEntry(exits: readonly ExitModel[], countsCorrections: boolean): JsonObject {
  const text = [...new Set(exits.map(({ description }) => description))].join('; ')
  const [first] = exits
  return {
    name: exits.map(({ name }) => name).join(' | '),
    description: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text,
    retryable: exits.every(
      ({ name, retryable }) => retryable || (countsCorrections && CORRECTABLE.has(name)),
    ),
    side_effects: exits.every(({ side_effects }) => side_effects === first!.side_effects)
      ? first!.side_effects
      : 'partial',
  }
}
