import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { rootCommand, wholeCommands } from './whole-commands.ts'

export interface ListedFlag {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isPositional: boolean
  readonly values: readonly string[]
}

/** A command as a manifest lists it. What the manifest does not say is null. */
export interface ListedCommand {
  readonly path: string
  readonly words: readonly string[]
  readonly danger: 'safe' | 'mutating' | 'destructive' | null
  readonly flags: readonly ListedFlag[]
  readonly exits: readonly number[] | null
  readonly examples: readonly string[]
  readonly isGroup: boolean
  readonly isStreaming: boolean
  /** True if it streams when asked; such a command may never end. */
  readonly canStream: boolean
  readonly isBuiltin: boolean
}

export function listCommands(manifest: JsonValue): readonly ListedCommand[] {
  const commands = wholeCommands(manifest)
  if (commands === undefined) return []
  const root = rootCommand(manifest)
  return Object.entries(commands).flatMap(([path, entry]) =>
    isJsonObject(entry)
      ? [{ ...toListed(path, entry, commands), words: path === root ? [] : path.split('.') }]
      : [],
  )
}

function toListed(
  path: string,
  entry: JsonObject,
  commands: JsonObject,
): Omit<ListedCommand, 'words'> {
  const { danger_level: danger, exit_codes: exits, examples, subcommands } = entry
  const flags = isJsonObject(entry['flags']) ? entry['flags'] : {}
  const positionals = Array.isArray(entry['positionals']) ? entry['positionals'] : []
  const inOrder = Array.isArray(entry['arguments']) ? entry['arguments'] : []
  return {
    path,
    danger: danger === 'safe' || danger === 'mutating' || danger === 'destructive' ? danger : null,
    flags: [
      ...Object.entries(flags).flatMap(([name, flag]) =>
        isJsonObject(flag) ? [toFlag(name, flag, inOrder.includes(name))] : [],
      ),
      ...(positionals as readonly JsonValue[]).flatMap((one) =>
        isJsonObject(one) && typeof one['name'] === 'string'
          ? [toFlag(one['name'], one, true)]
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
    canStream: entry['supports_streaming'] === true,
    isBuiltin: entry['builtin'] === true,
  }
}

/** In manifests without positionals an argument is a flag whose description starts with its number. */
const ARGUMENT = /^Argument \d+\b/

function toFlag(name: string, flag: JsonObject, isPositional: boolean): ListedFlag {
  const { type, required, description, enum_values: values } = flag
  return {
    name,
    type: typeof type === 'string' ? type : 'string',
    isRequired: required === true,
    isPositional: isPositional || (typeof description === 'string' && ARGUMENT.test(description)),
    values: (Array.isArray(values) ? (values as readonly JsonValue[]) : []).filter(
      (value) => typeof value === 'string',
    ),
  }
}
