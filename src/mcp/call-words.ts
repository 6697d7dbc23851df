import type { JsonObject, JsonValue } from '../contract/index.ts'

/** A parameter of a command, as far as the spelling of its value depends on it. */
export interface WordParameter {
  /** As on the command line, without dashes. */
  readonly name: string
  readonly kind: 'switch' | 'count' | 'list' | 'value'
}

/**
 * Spells arguments by name as the words of a command line. An unknown name is passed on, so that the tool
 * refuses it in its own words. A list is one value in JSON, or with `repeat` a flag for each item.
 */
export function toWords(
  args: JsonObject,
  parameters: readonly WordParameter[],
  lists: 'json' | 'repeat' = 'json',
): readonly string[] {
  return Object.entries(args).flatMap(([key, value]) => {
    const parameter = findParameter(key, parameters)
    const name = parameter?.name ?? key.replace(/^-+/, '')
    return value === null ? [] : spell(name, parameter?.kind, value, lists)
  })
}

/** Finds a parameter by its name in any usual spelling: `dry-run`, `dryRun`, `dry_run`, `--dry-run`. */
export function findParameter<Parameter extends { readonly name: string }>(
  key: string,
  parameters: readonly Parameter[],
): Parameter | undefined {
  const bare = key.replace(/^-+/, '')
  const exact = parameters.find(({ name }) => name === bare)
  if (exact) return exact
  const plain = toPlainName(bare)
  return parameters.find(({ name }) => toPlainName(name) === plain)
}

/** Spells a name as flags are: `dryRun` and `dry_run` are `dry-run`. */
export function toPlainName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}

function spell(
  name: string,
  kind: WordParameter['kind'] | undefined,
  value: JsonValue,
  lists: 'json' | 'repeat',
): readonly string[] {
  if (typeof value === 'boolean' && (kind === 'switch' || kind === undefined))
    return [value ? `--${name}` : `--no-${name}`]
  if (kind === 'count' && typeof value === 'number' && value >= 0 && value <= MAX_COUNT)
    return Array.from({ length: Math.trunc(value) }, () => `--${name}`)
  if (Array.isArray(value) && lists === 'repeat')
    return (value as readonly JsonValue[]).map((item) => `--${name}=${toText(item)}`)
  return [`--${name}=${toText(value)}`]
}

/** More repetitions than anybody means. */
const MAX_COUNT = 100

/** Writes a value as a word: texts as they are, everything else as JSON. */
export function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
