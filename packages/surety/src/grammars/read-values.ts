import { isJsonObject, listOf, type JsonObject, type JsonValue } from '../contract/index.ts'
import type { DescribedExample, Parameter } from '../description/index.ts'
import { GrammarError } from './grammar-format.ts'
import { isDeeperThan } from '@surety/internal/json/json-values.ts'

export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

export function textsOf(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((each): each is string => typeof each === 'string' && each !== '')
}

export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter(isJsonObject)
}

/** A tree of commands is nested, but no such document is deeper. */
const MAX_DEPTH = 200

/** Reads a text as a JSON object. */
export function readObject(text: string, title: string): JsonObject {
  let value: unknown
  try {
    // Some programs write a mark of the order of bytes.
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new GrammarError(`It is no JSON, and no document of ${title}.`)
  }
  if (!isJsonObject(value) || isDeeperThan(MAX_DEPTH, value))
    throw new GrammarError(`It is no document of ${title}.`)
  return value
}

/** Reads a default, which formats write as a text. */
export function defaultOf(text: string | undefined, type: Parameter['type']): Parameter['default'] {
  if (text === undefined) return undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const number = Number(text)
  const isNumber = (type === 'integer' || type === 'number') && text.trim() !== ''
  return isNumber && String(number) === text ? number : text
}

/** Reads an example such as `gh repo list --limit 5`; nothing if it is more than a call of the command. */
export function exampleOf(
  line: string,
  program: string,
  path: readonly string[],
  summary = 'An example',
): readonly DescribedExample[] {
  const start = [program, ...path].join(' ')
  const isCall = line === start || line.startsWith(`${start} `)
  return isCall && !/[|<>;&\n]/.test(line) ? [{ summary, words: line.slice(start.length + 1) }] : []
}

export function exampleLine(
  { words }: DescribedExample,
  program: string,
  path: readonly string[],
): string {
  return [program, ...path, ...(words === '' ? [] : [words])].join(' ')
}
