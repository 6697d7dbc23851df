import { basename } from 'node:path'

import { parseJson, type JsonObject } from 'surety/unstable/contract'
import { type Caps } from 'surety/unstable/description'
import { capOf, type PlainCall } from '../../programs/index.ts'

/** A call that may be a list which stops by itself. */
export type ListCall = Pick<PlainCall, 'program' | 'command' | 'about' | 'flags' | 'operands'>

/** Says that a list stopped at its limit, where the output has exactly so many rows. */
export function stopNote(
  call: ListCall,
  stdout: string,
): { readonly warnings: readonly string[]; readonly meta: JsonObject } | undefined {
  const { program } = call
  const cap = capOf(call)
  const rows = cap && rowsIn(stdout, cap)
  if (rows === undefined || rows !== cap!.default) return undefined
  const [option, mark] = optionOf(cap!)
  const how = mark === undefined ? option : `${option} N`
  return {
    warnings: [`${rows} rows, ${basename(program)}'s default limit: there may be more; ${how}`],
    meta: { cap: { rows, option } },
  }
}

function optionOf({ option }: Caps): readonly [name: string, mark: string | undefined] {
  const [, name = '', mark] = /^\s*([^\s=]+)(=\S*)?/.exec(option) ?? []
  return [name, mark]
}

/** Counts rows: the items of an array, lines, or the number itself where the rows were counted. */
function rowsIn(stdout: string, { counts, row }: Caps): number | undefined {
  const text = stdout.trim()
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const value = text.startsWith('[') ? parseJson(text) : undefined
  if (value !== undefined) return Array.isArray(value) ? value.length : undefined
  if (row !== undefined) return [...text.matchAll(new RegExp(row, 'gmu'))].length
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isHeaded = counts === 'table' && /^[A-Z][A-Z _-]*(?:\s|$)/.test(lines[0] ?? '')
  return lines.length - (isHeaded ? 1 : 0)
}
