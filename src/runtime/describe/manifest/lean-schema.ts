import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import { describeParts } from './command-schema.ts'
import { exitEntries, type ExitNumbers } from './exit-entries.ts'
import { leanFlagEntry } from './flag-entry.ts'
import { commonExits } from './from-declaration.ts'
import type { CliModel, CommandModel, ParameterModel } from './model.ts'
import { relationNotes } from './option-relations.ts'

type Entries = Readonly<Record<string, JsonObject>>

/**
 * Describes in the answer of `--schema` what is particular to the command: one form of its input, its own
 * exits, and no member that says nothing.
 */
export function leanSchema(
  cli: CliModel,
  command: CommandModel,
  numbers: ExitNumbers,
  defaultTimeoutMs: number,
): JsonObject {
  const { timeout_ms: timeout, ...rest }: JsonObject = describeParts(command, {
    input: { flags: ownOptions(cli, command) },
    exits: ownExits(cli, command, numbers),
  })
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => saysSomething(value))),
    ...(timeout !== defaultTimeoutMs && timeout !== undefined && { timeout_ms: timeout }),
  }
}

function saysSomething(value: JsonValue): boolean {
  if (value === false) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}

/** Describes the arguments and options that a command does not share with all others; the model is lean. */
export function ownOptions(cli: CliModel, command: CommandModel): Entries {
  const all = [...command.args, ...command.options, ...command.sharedOptions]
  const notes = relationNotes(all, command.exactlyOne)
  const isShared = ({ name, schema }: ParameterModel) =>
    cli.globals.some(
      (other) => other.name === name && (other.schema === schema || isSame(other.schema, schema)),
    )
  const entries: Record<string, JsonObject> = {}
  for (const option of all) {
    if (!isShared(option)) {
      setMember(entries, option.name, leanFlagEntry(option, notes.get(option.name)))
    }
  }
  return entries
}

/** Describes the exits of every command, in the words of the contract. */
export function commonEntries({ ownCodes }: CliModel, numbers: ExitNumbers): Entries {
  return exitEntries({ exits: commonExits(), errors: [], ownCodes }, numbers)
}

/** Describes the exits that a command does not share with all others; the author's words are kept. */
export function ownExits(
  cli: CliModel,
  command: CommandModel,
  numbers: ExitNumbers,
  common = commonEntries(cli, numbers),
): Entries {
  const exits = exitEntries({ ...command, ownCodes: cli.ownCodes }, numbers)
  return Object.fromEntries(
    Object.entries(exits).filter(
      ([number, entry]) => common[number] === undefined || !isSame(common[number], entry),
    ),
  )
}

/** Compares descriptions that one function has made, so that their members are in the same order. */
function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
