import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** A flag or positional argument as a manifest lists it. */
export interface ListedFlag {
  /** Without dashes. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isPositional: boolean
  /** The values of an enumeration; empty for other types. */
  readonly values: readonly string[]
}

/** A command as a manifest lists it. What the manifest does not say is null. */
export interface ListedCommand {
  /** Its words separated by dots. */
  readonly path: string
  readonly danger: 'safe' | 'mutating' | 'destructive' | null
  readonly flags: readonly ListedFlag[]
  readonly exits: readonly number[] | null
  /** Command lines, the name of the tool first. */
  readonly examples: readonly string[]
  /** True if it only holds other commands. */
  readonly isGroup: boolean
  readonly isStreaming: boolean
  /** True if it belongs to the framework of the tool. */
  readonly isBuiltin: boolean
}

/** Lists the commands of a manifest; empty if the document is none. */
export function listCommands(manifest: JsonValue): readonly ListedCommand[] {
  const commands = isJsonObject(manifest) ? manifest['commands'] : undefined
  if (!isJsonObject(commands)) return []
  const { flags, exit_codes: exits } = manifest as JsonObject
  return Object.entries(commands).flatMap(([path, entry]) =>
    isJsonObject(entry) ? [toListed(path, withShared(entry, flags, exits), commands)] : [],
  )
}

/** Adds what a manifest lists once for all commands; what a command says itself wins. */
function withShared(
  entry: JsonObject,
  flags: JsonValue | undefined,
  exits: JsonValue | undefined,
): JsonObject {
  const merged = (name: string, shared: JsonValue | undefined) => {
    const own = entry[name]
    if (!isJsonObject(shared) || (own !== undefined && !isJsonObject(own))) return {}
    return { [name]: { ...shared, ...own } }
  }
  return { ...entry, ...merged('flags', flags), ...merged('exit_codes', exits) }
}

function toListed(path: string, entry: JsonObject, commands: JsonObject): ListedCommand {
  const { danger_level: danger, exit_codes: exits, examples, subcommands } = entry
  const flags = isJsonObject(entry['flags']) ? entry['flags'] : {}
  const positionals = Array.isArray(entry['positionals']) ? entry['positionals'] : []
  return {
    path,
    danger: danger === 'safe' || danger === 'mutating' || danger === 'destructive' ? danger : null,
    flags: [
      ...Object.entries(flags).flatMap(([name, flag]) =>
        isJsonObject(flag) ? [toFlag(name, flag)] : [],
      ),
      ...(positionals as readonly JsonValue[]).flatMap((one) =>
        isJsonObject(one) && typeof one['name'] === 'string'
          ? [{ ...toFlag(one['name'], one), isPositional: true }]
          : [],
      ),
    ],
    exits: isJsonObject(exits) ? Object.keys(exits).map(Number) : null,
    examples: (Array.isArray(examples) ? (examples as readonly JsonValue[]) : []).flatMap((one) =>
      isJsonObject(one) && typeof one['command'] === 'string' ? [one['command']] : [],
    ),
    isGroup:
      Array.isArray(subcommands) ||
      Object.keys(commands).some((other) => other.startsWith(`${path}.`)),
    isStreaming: entry['streaming_default'] === true,
    isBuiltin: entry['builtin'] === true,
  }
}

/** In manifests without positionals an argument is a flag whose description starts with its number. */
const ARGUMENT = /^Argument \d+\b/

function toFlag(name: string, flag: JsonObject): ListedFlag {
  const { type, required, description, enum_values: values } = flag
  return {
    name,
    type: typeof type === 'string' ? type : 'string',
    isRequired: required === true,
    isPositional: typeof description === 'string' && ARGUMENT.test(description),
    values: (Array.isArray(values) ? (values as readonly JsonValue[]) : []).filter(
      (value) => typeof value === 'string',
    ),
  }
}
