import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

import { objectOf, parseJson, type JsonObject } from 'surety/unstable/contract'
import { type Caps } from 'surety/unstable/description'
import { capOf, type PlainCall } from '../../programs/index.ts'
import { given } from '@surety/internal/given.ts'
import { textIn } from '@surety/internal/own-folder.ts'
import { stateFolder } from '@surety/internal/state-folder.ts'
import { placeOf, toolIdentity } from '../process/tool-file.ts'
import { isRound } from './list-limit.ts'

/** A call that may be a list which stops by itself. */
export type ListCall = Pick<PlainCall, 'program' | 'command' | 'about' | 'flags' | 'operands'>

/** Where a program is found, and what was learned about it. */
export interface ListPlace {
  readonly cwd: string | undefined
  readonly env: NodeJS.ProcessEnv
  /** Whether the program may be asked for its help; what it said before is read anyway. */
  readonly mayAsk?: boolean
}

/** Says that a list stopped at its limit, where the output has exactly so many rows. */
export async function stopNote(
  call: ListCall,
  stdout: string,
  place: ListPlace,
): Promise<{ readonly warnings: readonly string[]; readonly meta: JsonObject } | undefined> {
  const { program, command } = call
  const cap = capOf(call)
  const rows = cap && rowsIn(stdout, cap)
  if (rows === undefined || (rows !== cap!.default && !isRound(rows))) return undefined
  const [option, mark] = optionOf(cap!)
  const limit = (await installedLimit(program, command ?? '', option, place)) ?? cap!.default
  if (rows !== limit) return undefined
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

const KEPT = 'limits.json'

/** Reads the limit from the help of the program that is installed; asks once for each file of it. */
async function installedLimit(
  program: string,
  command: string,
  option: string,
  { cwd, env, mayAsk = true }: ListPlace,
): Promise<number | undefined> {
  const folder = stateFolder(env)
  const file = join(folder, KEPT)
  const text = textIn(file)
  const place = placeOf(given({ cwd }), env)
  const identity = text === null && !mayAsk ? undefined : toolIdentity([program], place)
  if (identity === undefined) return undefined
  const read = parseJson(text ?? '')
  const kept = objectOf(read)
  const key = `${identity} ${command} ${option}`
  const known = kept[key]
  if (known !== undefined || !mayAsk) return typeof known === 'number' ? known : undefined
  const { askLimit } = await import('./asked-limit.ts')
  const found = await askLimit({ program, command, option }, place, env)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { writeFileAtomically } = await import('@surety/internal/atomic-file.ts')
    await writeFileAtomically(file, JSON.stringify({ ...kept, [key]: found ?? null }))
  } catch {
    // It is asked again next time.
  }
  return found
}
