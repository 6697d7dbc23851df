import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/index.ts'

/** The minor version that brought a member of a command, where it is not 3.0. */
const COMMAND_MEMBERS: Readonly<Record<string, number>> = {
  builtin: 1,
  output_file: 3,
  stdin: 8,
  arguments: 9,
  confirm_flag: 14,
  idempotent: 15,
  stdout: 16,
  mcp: 17,
  interruption: 20,
  requires_person: 21,
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
    if (JSON.stringify(command['requires'] ?? '').includes('"one_of"')) found.push(2)
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
