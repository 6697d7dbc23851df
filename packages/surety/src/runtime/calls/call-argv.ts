import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { findParameter, problemInArguments } from '@surety/internal/argument-names.ts'
import { inputJsonSchema } from '../../schema/index.ts'
import type { Cli } from '../declare/cli.ts'
import { isCommand, type Command } from '../declare/command.ts'
import { flagName } from '../declare/framework-flag.ts'
import { loadMember } from '../declare/command-tree.ts'
import type { Members } from '../declare/types/member-tree.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { follow, readLine } from '../line/read.ts'

/** Finds a command by its key in the manifest, its path, and the words that reach it; null if there is none. */
export async function findCommand(
  cli: Cli,
  builtins: Members,
  key: string,
): Promise<{
  readonly words: readonly string[]
  readonly path: readonly string[]
  readonly command: Command | null
}> {
  const isRoot = cli.root !== null && key === cli.declaration.name
  const words = isRoot ? [] : key.split('.')
  for (;;) {
    const found = follow(cli, readLine(words), builtins)
    if (found.kind !== 'command') return { words, path: [], command: null }
    const { path, member, rest } = found
    const loaded = await loadMember(path, member)
    if (isCommand(loaded)) return { words, path, command: rest.length > 0 ? null : loaded }
  }
}

/** Spells input as tokens, so that data passes the same stages; joined to its name, no value can become a flag. */
export function inputTokens(
  input: JsonObject,
  parameters: readonly { readonly name: string }[],
): readonly string[] {
  return Object.entries(input).flatMap(([key, value]) => {
    const name = findParameter(key, parameters)?.name ?? flagName(key.replace(/^-+/, ''))
    return tokensOf(name, value)
  })
}

function tokensOf(name: string, value: JsonValue): readonly string[] {
  if (value === null) return []
  // A list of lists cannot be told from a list, so each inner one is a value of its own.
  if (Array.isArray(value) && value.some(Array.isArray))
    return value.map((item) => `--${name}=${JSON.stringify(item)}`)
  return [`--${name}=${toWord(value)}`]
}

/** Writes a value as a word: texts as they are, everything else as JSON. */
export function toWord(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Lists what the author of a command lets callers give: its arguments and options, and those of the tool. */
export function declaredInput(cli: Cli, command: Command) {
  const { args, options } = command.declaration
  const shape: Shape = { ...args, ...options, ...cli.declaration.globals }
  return Object.entries(shape).map(([key, schema]) => ({ name: flagName(key), schema }))
}

export function problemInInput(
  declared: ReturnType<typeof declaredInput>,
  input: JsonObject,
): string | null {
  return problemInArguments(input, (key) => {
    const found = findParameter(key, declared)
    return found && inputJsonSchema(found.schema)
  })
}

/** Lists members that are not declared. Data must never set flags of the framework, such as `confirm-destructive`. */
export function undeclaredInput(
  declared: readonly { readonly name: string }[],
  input: JsonObject,
): readonly string[] {
  return Object.keys(input).filter((key) => !findParameter(key, declared))
}
