import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { isJsonObject, parseJson, type JsonValue } from '../../../contract/index.ts'
import { makeFolder, namesIn, whyShared } from '@surety/internal/own-folder.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import { commandName, stateFolder, type Run } from '../../run/run-state.ts'
import { limitVariable } from '../../run/output-request.ts'
import type { Position } from './cut-size.ts'

/** How long the rest of an answer stays: as long as a cursor. */
const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_FILES = 32
const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_BYTES = 256 * 1024 * 1024
const ID = /^([\da-f]{24})((?:\.-?\d{1,15}){0,12})$/
/** An answer, or the draft of one. */
const NAME = /^[\da-f]{24}\.(?:json|\d+-\d+\.tmp)$/

/** The whole answer of a call in a file, or why there is none. */
export type KeptAnswer = { readonly key: string } | { readonly why: string }

/**
 * Keeps the whole data of an answer that is cut. Only a list that is declared to read can be made again;
 * any other answer is read from this file, so that no effect happens twice because its report was long.
 */
export function keepAnswer(run: Run, data: JsonValue): KeptAnswer {
  const folder = folderOf(run)
  if (folder === null) return { why: 'there is no home directory' }
  if (!hasRestFlag(run)) return { why: 'the command has an option --rest of its own' }
  const text = JSON.stringify({ command: commandName(run), data })
  if (text.length > MAX_FILE_BYTES) return { why: `it has more than ${MAX_FILE_BYTES} bytes` }
  // Equal answers have equal keys, and nobody guesses the key of an answer that he does not know.
  const key = sha256(text).slice(0, 24)
  const draft = join(folder, `${key}.${process.pid}-${Math.trunc(performance.now() * 1000)}.tmp`)
  try {
    const why = whyShared(dirname(folder)) ?? whyShared(folder)
    if (why !== undefined) return { why: `${folder} ${why}` }
    makeFolder(folder, 0o700)
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, join(folder, `${key}.json`))
    removeOldest(folder, run.world.now().getTime())
    return { key }
  } catch (error) {
    removeDraft(draft)
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

/** Reads an answer that was kept, and the place in it where its rest begins; undefined if it is not there. */
export function readRest(run: Run, id: string): { data: JsonValue; from: Position } | undefined {
  const [, key, places = ''] = ID.exec(id) ?? []
  const folder = folderOf(run)
  if (key === undefined || folder === null) return undefined
  const kept = parseJson(textOf(folder, key, run.world.now().getTime()))
  if (!isJsonObject(kept) || kept['command'] !== commandName(run)) return undefined
  const from = places.split('.').slice(1).map(Number)
  return kept['data'] === undefined ? undefined : { data: kept['data'], from }
}

/** The value of `--rest` that continues an answer at a place. */
export function restId(key: string, from: Position = []): string {
  return [key, ...from].join('.')
}

/** Says that a rest is lost, and what to do before the next call: the same one again would have its effect again. */
export function lostRest(run: Run, why: string): string {
  return `The answer was cut and its rest is lost, because it could not be kept: ${why}. Before another call set XDG_STATE_HOME to a folder of your own, or ${limitVariable(run.cli)} to a higher limit.`
}

function folderOf({ cli, world }: Run): string | null {
  const state = stateFolder(cli, world.env)
  return state === null ? null : join(state, 'rests')
}

/** An option of the author by that name would get the id, and the command would run. */
function hasRestFlag({ cli, command }: Run): boolean {
  const { globals } = cli.declaration
  const { options, args } = command?.declaration ?? {}
  const own = { ...globals, ...options, ...args }
  return !Object.hasOwn(own, 'rest')
}

function removeOldest(folder: string, now: number): void {
  const files = namesIn(folder)
    .filter((name) => NAME.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
    .toSorted((one, other) => (other.stats?.mtimeMs ?? 0) - (one.stats?.mtimeMs ?? 0))
  let bytes = 0
  for (const [index, { path, stats }] of files.entries()) {
    bytes += stats?.size ?? 0
    const isOld = now - (stats?.mtimeMs ?? 0) > KEPT_MS
    const isTooMuch = path.endsWith('.json') && (index >= MAX_FILES || bytes > MAX_BYTES)
    if (index > 0 && (isOld || isTooMuch)) rmSync(path, { force: true })
  }
}

function removeDraft(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // There is no folder to have one.
  }
}

function textOf(folder: string, key: string, now: number): string {
  const path = join(folder, `${key}.json`)
  try {
    const isKept = whyShared(folder) === undefined && now - statSync(path).mtimeMs <= KEPT_MS
    return isKept ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
