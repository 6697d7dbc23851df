import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { jsonEqual } from '../../../internal/json/json-equal.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import { exitEntries, type ExitNumbers } from './exit-entries.ts'
import { leanFlagEntry } from './flag-entry.ts'
import { commonExits } from './from-declaration.ts'
import type { CliModel, CommandModel, ParameterModel } from './model.ts'
import { relationNotes } from './option-relations.ts'

type Entries = Readonly<Record<string, JsonObject>>

/** Members of the whole answer that repeat others, or that every command of the tool has. */
const REPEATED = ['tool', 'parameters', 'input_schema', 'output_formats']

/**
 * Reduces the answer of `--schema` to what is particular to the command: one form of its input, its own
 * exits, and no member that says nothing.
 */
export function leanSchema(
  whole: JsonObject,
  own: { readonly flags: Entries; readonly exit_codes: Entries },
  defaultTimeoutMs: number,
): JsonObject {
  const { timeout_ms: timeout, ...rest }: JsonObject = { ...whole, ...own }
  return {
    ...Object.fromEntries(
      Object.entries(rest).filter(
        ([member, value]) => !REPEATED.includes(member) && saysSomething(value),
      ),
    ),
    ...(timeout !== defaultTimeoutMs && timeout !== undefined && { timeout_ms: timeout }),
  }
}

function saysSomething(value: JsonValue): boolean {
  if (value === false) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}

/** Describes the arguments and options that a command does not share with all others. */
export function ownOptions(cli: CliModel, command: CommandModel): Entries {
  const shared = [...cli.globals, ...cli.frameworkOptions]
  const all = [...command.args, ...command.options, ...command.sharedOptions]
  const notes = relationNotes(all, command.exactlyOne)
  const isShared = ({ name, schema }: ParameterModel) =>
    shared.some((other) => other.name === name && jsonEqual(other.schema, schema))
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
export function ownExits(cli: CliModel, command: CommandModel, numbers: ExitNumbers): Entries {
  const common = commonEntries(cli, numbers)
  const exits = exitEntries({ ...command, ownCodes: cli.ownCodes }, numbers)
  return Object.fromEntries(
    Object.entries(exits).filter(
      ([number, entry]) => common[number] === undefined || !jsonEqual(common[number], entry),
    ),
  )
}
