import {
  ERROR_EXITS,
  EXIT_ROWS,
  fail,
  isSignalExitName,
  isStandardExitName,
  NEEDS_A_CHANGE,
  SIGNAL_EXITS,
  type CustomExitCode,
  type ErrorCode,
  type Generation,
  type JsonObject,
  type OutcomeErrorInput,
} from '../../../contract/index.ts'
import {
  isKnownDialect,
  loadDialect,
  loadEncoder,
  traitsOf,
  wordFor,
  type Encoder,
} from '../../../dialects/wires.ts'
import { given } from '@surety/internal/given.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import type { Cli } from '../../declare/cli.ts'
import type { ExitEntry } from '../../declare/exits/exit-table.ts'

/** What documents say, by name or number. */
export type Entries = Readonly<Record<string, JsonObject>>

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
  /** The words of the dialect for errors of the framework. */
  readonly words?: Encoder['frameworkErrors']
}

export function contractNumbers(generation: Generation): ExitNumbers {
  const numberOf = ({ name, custom }: NumberedExit) => {
    if (custom) return custom.number
    if (isStandardExitName(name)) return EXIT_ROWS[generation][name].number
    // An unknown name is a general failure, as it is for the process itself.
    return isSignalExitName(name) ? SIGNAL_EXITS[name].number : 1
  }
  return Object.assign(numberOf, { countsCorrections: generation === '1.0' })
}

/** Finds the exit numbers of a dialect with its encoder, so that listed and real numbers agree. */
export async function dialectExits(cli: Cli, dialect: string): Promise<ExitNumbers> {
  if (!hasOwnWords(dialect)) return contractNumbers(traitsOf(dialect).generation ?? '1.6')
  const encoder = await loadEncoder(dialect)
  const numberOf = (exit: NumberedExit, code: string) => {
    if (exit.name === 'SUCCESS') return 0
    const { outcome, options } = failureOf(cli, exit, code)
    return encoder.toDocument(outcome, options).exit_code
  }
  return Object.assign(numberOf, { words: encoder.frameworkErrors })
}

/** Finds the code that callers read for an error; null if the dialect writes none. */
export type WrittenCode = (exit: NumberedExit, code: string) => string | null

/** Finds the codes as a dialect writes them; some have a few codes of their own. */
export async function dialectCodes(cli: Cli, dialect: string): Promise<WrittenCode> {
  if (!hasOwnWords(dialect)) return (_exit, code) => code
  const known = await loadDialect(dialect)
  return (exit, code) => {
    const { outcome, options } = failureOf(cli, exit, code)
    const { document, stream, exit_code } = known.toDocument(outcome, { ...options, stow: 'never' })
    const printed = document === undefined ? '' : JSON.stringify(document)
    const capture = { stdout: '', stderr: '', exit_code, [stream]: printed }
    const { error } = known.decode(capture, options)
    return error === null || error.synthesised ? null : error.code
  }
}

function hasOwnWords(dialect: string): boolean {
  return traitsOf(dialect).generation === undefined && isKnownDialect(dialect)
}

function failureOf({ declaration }: Cli, { name, custom }: NumberedExit, code: string) {
  const { exitByCode } = declaration
  const error: OutcomeErrorInput = {
    code,
    message: code,
    ...(name === 'REDIRECTED' && { redirect: { command: declaration.name, permanent: true } }),
  }
  const exits = custom && [custom]
  const options = given({ exits, exitByCode, now: () => new Date(0) })
  // Some dialects write no error if the data of a failure says enough.
  return { outcome: fail({ exit: custom ?? name, error, data: {} }), options }
}

interface Exits {
  readonly exits: readonly ExitEntry[]
  readonly errors: readonly { readonly code: string; readonly exit: string }[]
}

/** An exit with one of its numbers, and the error codes that have this number. */
export interface ExitRow {
  readonly number: number
  readonly exit: ExitEntry
  readonly codes: readonly string[]
}

export function exitRows({ exits, errors }: Exits, numbers: ExitNumbers): readonly ExitRow[] {
  return exits.flatMap((exit) => {
    const own = errors.filter((error) => error.exit === exit.name).map(({ code }) => code)
    const codes =
      own.length > 0 && !FRAMEWORK_EXITS.has(exit.name) ? own : [...own, ...frameworkCodes(exit)]
    const byNumber = groupBy(new Set(codes), (code) => numbers(exit, code))
    return [...byNumber].map(([number, shared]) => ({ number, exit, codes: shared }))
  })

  function frameworkCodes({ name }: NumberedExit): readonly string[] {
    byExit ??= groupBy(Object.keys(ERROR_EXITS) as ErrorCode[], (code) => ERROR_EXITS[code])
    const codes = byExit.get(name) ?? [name]
    return codes.map((code) => wordFor(numbers.words, code, name) ?? code)
  }
}

/** The codes of the framework, made on first use. */
let byExit: ReadonlyMap<string, readonly string[]> | undefined

/** Exits that the framework can cause in every command. */
const FRAMEWORK_EXITS: ReadonlySet<string> = new Set(['ARG_ERROR', 'GENERAL_ERROR', 'TIMEOUT'])

/** Writes exits by number; those that share one share an entry, which is retryable only if all of them are. */
export function exitEntries(exits: Exits, numbers: ExitNumbers): Entries {
  const byNumber = groupBy(exitRows(exits, numbers), ({ number }) => number)
  // JavaScript objects sort integer keys, so the entries need no sorting.
  return Object.fromEntries(
    [...byNumber].map(([number, rows]) => [
      String(number),
      sharedEntry(
        rows.map(({ exit }) => exit),
        numbers.countsCorrections === true,
      ),
    ]),
  )
}

const MAX_DESCRIPTION = 120

function sharedEntry(exits: readonly ExitEntry[], countsCorrections: boolean): JsonObject {
  const text = [...new Set(exits.map(({ description }) => description))].join('; ')
  const [first] = exits
  return {
    name: exits.map(({ name }) => name).join(' | '),
    description: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text,
    retryable: exits.every(
      ({ name, retryable }) =>
        retryable || (countsCorrections && NEEDS_A_CHANGE.some((each) => each === name)),
    ),
    side_effects: exits.every(({ side_effects }) => side_effects === first!.side_effects)
      ? first!.side_effects
      : 'partial',
  }
}
