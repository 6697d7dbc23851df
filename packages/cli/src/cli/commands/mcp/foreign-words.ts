import type { JsonObject, JsonValue } from 'surety/unstable/contract'
import { findParameter } from '@surety/internal/argument-names.ts'
import type { ForeignCommand, WordParameter } from './foreign-commands.ts'

export type ForeignCall =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly fix: string }

/** Spells a call of a foreign tool. Nothing destructive gets that far without its confirmation. */
export function spellCall(command: ForeignCommand, args: JsonObject): ForeignCall {
  const { confirmedBy, preview, positionals, parameters } = command
  const isPreview = preview !== null && isSet(args, preview.replace(/^-+/, ''))
  const flags: Record<string, JsonValue> = {}
  const given = new Map<string, JsonValue>()
  for (const [key, value] of Object.entries(args)) {
    const name = findParameter(key, parameters)?.name
    if (name !== undefined && positionals.includes(name)) given.set(name, value)
    else if (isOurs(key, command)) continue
    else if (name === undefined && isPreview && isSame(key, preview)) flags[preview] = true
    else flags[key] = value
  }
  const words = positionals.flatMap((name) => wordsOf(given.get(name)))
  const isHarmless = isPreview || isKnown(command, words, flags)
  if (confirmedBy !== null && !isHarmless && !isSet(args, confirmedBy))
    return refuse(command, confirmedBy)
  const options = [...toWords(flags, parameters), ...command.machineWords]
  // Words of the caller's own name the command.
  if (command.harmless !== null) return { ok: true, words: [...words, ...options] }
  const end = words.some((word) => word.startsWith('-')) ? ['--'] : []
  return { ok: true, words: [...command.words, ...options, ...end, ...words] }
}

function refuse({ name, preview, harmless }: ForeignCommand, confirmedBy: string): ForeignCall {
  const what = harmless === null ? 'is destructive and needs' : 'may destroy something and needs'
  return {
    ok: false,
    code: 'CONFIRMATION_REQUIRED',
    message: `'${name}' ${what} ${confirmedBy}: true.`,
    fix:
      preview === null
        ? `Add ${confirmedBy}: true.`
        : `Look at it with ${preview.replace(/^-+/, '')}: true, then add ${confirmedBy}: true.`,
  }
}

function isKnown(
  { harmless }: ForeignCommand,
  words: readonly string[],
  flags: JsonObject,
): boolean {
  if (harmless === null || Object.keys(flags).length > 0) return false
  return harmless.some(
    (known) => known.length === words.length && known.every((word, at) => word === words[at]),
  )
}

/** Tests whether an argument is only for us: the tool has no flag for the confirmation. */
function isOurs(key: string, { confirmedBy, parameters }: ForeignCommand): boolean {
  if (confirmedBy === null || !isSame(key, confirmedBy)) return false
  return findParameter(confirmedBy, parameters) === undefined
}

function isSame(key: string, name: string): boolean {
  return findParameter(key, [{ name: name.replace(/^-+/, '') }]) !== undefined
}

function isSet(args: JsonObject, name: string): boolean {
  return Object.entries(args).some(([key, value]) => value === true && isSame(key, name))
}

function wordsOf(value: JsonValue | undefined): readonly string[] {
  if (value == null) return []
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(toText) : [toText(value)]
}

/** Spells arguments by name as words that most tools understand. A list is a flag for each item. */
export function toWords(args: JsonObject, parameters: readonly WordParameter[]): readonly string[] {
  return Object.entries(args).flatMap(([key, value]) => {
    const { name, type } = findParameter(key, parameters) ?? {
      name: key.replace(/^-+/, ''),
      type: 'boolean',
    }
    if (value === null) return []
    if (typeof value === 'boolean' && type === 'boolean') return [`--${value ? '' : 'no-'}${name}`]
    const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
    return values.map((item) => `--${name}=${toText(item)}`)
  })
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
