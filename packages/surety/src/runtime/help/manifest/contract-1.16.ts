import {
  ERROR_EXITS,
  isJsonObject,
  toCodeWord,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { flagName } from '../../declare/framework-flag.ts'
import type { Entries } from './exit-entries.ts'
import { type ToolModel, type CommandModel } from '../model.ts'

// What only the manifest of contract 1.16 (3.0 to 3.21) says.

/** The minor version that brought a member of a command, where it is not 3.0. */
const COMMAND_MEMBERS: Readonly<Record<string, number>> = {
  builtin: 1,
  stdin: 8,
  arguments: 9,
  stderr: 11,
  idempotent: 15,
  stdout: 16,
  mcp: 17,
  interruption: 20,
}
const FLAG_MEMBERS: Readonly<Record<string, number>> = { env_vars: 4, schema: 7, media_types: 12 }

/** Finds the lowest version of the manifest that has every member in use. */
export function lowestVersion(manifest: JsonObject): string {
  const found = [0]
  if (manifest['env_vars'] !== undefined) found.push(5)
  const commands = membersOf(manifest['commands'])
  const flags = [manifest, ...commands].flatMap(({ flags: own }) => membersOf(own))
  const exits = [manifest, ...commands].flatMap(({ exit_codes: own }) => membersOf(own))
  for (const command of commands) {
    found.push(...minors(command, COMMAND_MEMBERS))
    if (JSON.stringify(command['filesystem_side_effects'] ?? '').includes('"output"'))
      found.push(10)
  }
  for (const flag of flags) {
    found.push(...minors(flag, FLAG_MEMBERS))
    if (flag['type'] === 'integer' && flag['enum_values'] !== undefined) found.push(18)
  }
  if (exits.some((exit) => exit['error_codes'] !== undefined)) found.push(19)
  return `3.${Math.max(...found)}`
}

function membersOf(map: JsonValue | undefined): readonly JsonObject[] {
  return isJsonObject(map) ? Object.values(map).filter(isJsonObject) : []
}

function minors(entry: JsonObject, members: Readonly<Record<string, number>>): readonly number[] {
  return Object.keys(members).flatMap((name) => (entry[name] === undefined ? [] : [members[name]!]))
}

/** Tells the author of identifiers that accept any text. */
export function reportIds(command: CommandModel, report: (problem: string) => void): void {
  for (const { name, schema } of [...command.args, ...command.options]) {
    const { type, pattern, format, enum: values, 'x-kind': kind } = schema
    const isBounded = [pattern, format, values, kind].some((each) => each !== undefined)
    if (!command.isBuiltin && type === 'string' && !isBounded && /(?:^|-)(?:id|slug)$/.test(name))
      report(
        `PATTERN_MISSING: ${command.path.join(' ')} takes any text as ${name}; add .resourceId(), .format() or .pattern().`,
      )
  }
}

/** Lists the variables that no flag lists: those of the framework and of the commands. */
export function environment(
  cli: ToolModel,
  commands: readonly CommandModel[],
): readonly { readonly name: string; readonly description: string }[] {
  const own = new Map<string, string>()
  for (const variable of commands.flatMap(({ env }) => env))
    if (variable.schema['x-secret'] !== true)
      own.set(variable.name, variable.def.description ?? `Read by ${cli.name}`)
  // A variable that an option lists is listed there alone.
  const ofFlags = commands.flatMap(({ options }) => options.map(({ schema }) => schema['x-env']))
  const isFree = ({ name }: { readonly name: string }) => !ofFlags.flat().includes(name)
  return [
    { name: `${cli.envPrefix}_ENVELOPE`, description: 'Dialect of the answers' },
    { name: `${cli.envPrefix}_DEBUG`, description: 'Diagnostics on stderr if it is set' },
    { name: `${cli.envPrefix}_MAX_OUTPUT_BYTES`, description: 'Largest answer; 0 for no limit' },
    ...[...own].map(([name, description]) => ({ name, description })).filter(isFree),
  ]
}

/** Says which options exclude each other; one rule for each. */
export function rulesOf({ args, options }: CommandModel): readonly JsonObject[] {
  return [...args, ...options].flatMap(({ name, schema }) => {
    const keys = schema['x-conflicts']
    if (!Array.isArray(keys) || keys.length === 0) return []
    return [{ if_flag: name, prohibited: keys.map((key) => flagName(String(key))) }]
  })
}

/** Exits under which hooks, systems and unforeseen errors bring codes of their own: no list of them is complete. */
const OPEN_EXITS = /\b(?:SUCCESS|GENERAL_ERROR|ARG_ERROR|PARTIAL_FAILURE)\b/

/**
 * Lists the error codes of the exits for which a command declares any. A list has all codes or is left out.
 */
export function withErrorCodes(exits: Entries, command: CommandModel): Entries {
  const { errors } = command
  const listed = Object.entries(exits).map(([number, entry]) => {
    const { name = '' } = entry
    const names = (typeof name === 'string' ? name : '').split(' | ')
    const own = errors.filter(({ exit }) => names.includes(exit)).map(({ code }) => code)
    if (own.length === 0 || names.some((each) => OPEN_EXITS.test(each)))
      return [number, entry] as const
    const ours = Object.entries(ERROR_EXITS).filter(([, exit]) => names.includes(exit))
    const brought = ours.map(([code]) => code).filter((code) => canBring(command, code))
    const codes = new Set([...brought, ...(command.isBuiltin ? [] : names), ...own.map(toCodeWord)])
    codes.delete('')
    return [number, { ...entry, error_codes: [...codes] }] as const
  })
  return Object.fromEntries(listed)
}

/** Codes that the system and the configuration can bring to any command. */
const OF_SURROUNDINGS = /^(?:CONFIG|FILE|ACCESS|CONNECTION)_/

/** Tests whether a code of the framework can come from a command; handlers of ours have nothing else. */
function canBring({ isBuiltin }: CommandModel, code: string): boolean {
  return !isBuiltin || OF_SURROUNDINGS.test(code)
}
