import {
  listOf,
  objectOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'
import { dangerOf, rootCommand, wholeCommands } from 'surety/unstable/description'

/** A command as a manifest lists it. What the manifest does not say is null. */
export type ListedCommand = ReturnType<typeof listCommands>[number]

export type ListedFlag = ReturnType<typeof toFlag>

export function listCommands(manifest: JsonValue) {
  const commands = wholeCommands(manifest)
  if (commands === undefined) return []
  const root = rootCommand(manifest)
  return Object.entries(commands).flatMap(([path, entry]) =>
    isJsonObject(entry)
      ? [{ ...toListed(path, entry, commands), words: path === root ? [] : path.split('.') }]
      : [],
  )
}

function toListed(path: string, entry: JsonObject, commands: JsonObject) {
  const { exit_codes: exits, subcommands } = entry
  const inOrder = listOf(entry['arguments'])
  const flags = Object.entries(objectOf(entry['flags'])).flatMap(([name, flag]) =>
    isJsonObject(flag) ? [toFlag(name, flag, inOrder.includes(name))] : [],
  )
  const positionals = listOf(entry['positionals']).flatMap((one) => {
    const { name } = objectOf(one)
    return typeof name === 'string' ? [toFlag(name, objectOf(one), true)] : []
  })
  return {
    path,
    danger: dangerOf(entry),
    flags: [...flags, ...positionals],
    exits: isJsonObject(exits) ? Object.keys(exits).map(Number) : null,
    examples: listOf(entry['examples'])
      .map((one) => objectOf(one)['command'])
      .filter((command) => typeof command === 'string'),
    isGroup:
      Array.isArray(subcommands) ||
      Object.keys(commands).some((other) => other.startsWith(`${path}.`)),
    isStreaming: entry['streaming_default'] === true,
    // Such a command may never end.
    canStream: entry['supports_streaming'] === true,
    isBuiltin: entry['builtin'] === true,
    outputSchema: isJsonObject(entry['output_schema']) ? entry['output_schema'] : null,
  }
}

/** In manifests without positionals an argument is a flag whose description starts with its number. */
const ARGUMENT = /^Argument \d+\b/

function toFlag(name: string, flag: JsonObject, isPositional: boolean) {
  const { type, required, description, enum_values: values } = flag
  return {
    name,
    type: typeof type === 'string' ? type : 'string',
    isRequired: required === true,
    isPositional: isPositional || (typeof description === 'string' && ARGUMENT.test(description)),
    values: listOf(values).filter((value) => typeof value === 'string'),
  }
}
