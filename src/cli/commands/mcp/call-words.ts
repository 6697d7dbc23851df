import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { findParameter } from '../../../internal/argument-names.ts'

/** A parameter of a command, as far as the spelling of its value depends on it. */
export interface WordParameter {
  /** As on the command line, without dashes. */
  readonly name: string
  readonly kind: 'switch' | 'list' | 'value'
}

/**
 * Spells arguments by name as words that most tools understand. An unknown name is passed on, so that the
 * tool refuses it in its own words. A list is a flag for each item.
 */
export function toWords(args: JsonObject, parameters: readonly WordParameter[]): readonly string[] {
  return Object.entries(args).flatMap(([key, value]) => {
    const parameter = findParameter(key, parameters)
    const name = parameter?.name ?? key.replace(/^-+/, '')
    return value === null ? [] : spell(name, parameter?.kind, value)
  })
}

function spell(
  name: string,
  kind: WordParameter['kind'] | undefined,
  value: JsonValue,
): readonly string[] {
  if (typeof value === 'boolean' && (kind === 'switch' || kind === undefined))
    return [value ? `--${name}` : `--no-${name}`]
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((item) => `--${name}=${toText(item)}`)
  return [`--${name}=${toText(value)}`]
}

/** Writes a value as a word: texts as they are, everything else as JSON. */
export function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
