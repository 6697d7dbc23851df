import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { RunOptions, RunResult } from '../../../client/index.ts'
import {
  isJsonObject,
  parseJson,
  succeed,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { removeOldDrafts, writeFileAtomically } from '../../../internal/atomic-file.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { sha256 } from '../../../internal/sha256.ts'
import { answersDirOf, stateDirOf } from '../../state-folder.ts'

/** A result that fits into one answer, with notes and a warning if it was cut. */
export interface Fitted {
  readonly result: RunResult
  readonly notes: JsonObject
  readonly warning?: string
}

/**
 * Cuts an answer that is too large. The cursor of the framework would run the tool again to continue,
 * so the full answer is saved instead, and the hint names a command that only reads it.
 */
export async function fitAnswer(
  result: RunResult,
  options: { readonly stateDir?: string | undefined; readonly journal: boolean },
  env: NodeJS.ProcessEnv,
  tokenLimit: number | null = null,
): Promise<Fitted> {
  const { outcome, call } = result
  const most = maxBytes(env['SURETY_MAX_OUTPUT_BYTES'])
  const bytes = most === Number.POSITIVE_INFINITY ? 0 : bytesOf(outcome.data)
  const isWindow = tokenLimit !== null && outcome.data !== null
  if (bytes <= most && !isWindow) return { result, notes: {} }
  const folder = answersDirOf(stateDirOf(options.stateDir, env))
  const isKept = options.journal && (await keepAnswer(folder, call, outcome.data))
  const state = options.stateDir === undefined ? [] : ['--state-dir', options.stateDir]
  const window = isWindow ? ['--token-limit', String(tokenLimit)] : []
  const hint = quoteWords(['surety', 'journal', 'answer', call, ...window, ...state])
  // The framework cuts to the tokens; offsets read the kept answer, because `run` would run the tool again.
  if (bytes <= most) return { result, notes: isKept ? { truncation_hint: hint } : {} }
  return {
    result: {
      ...result,
      outcome: { ...outcome, data: shorten(outcome.data, most, outcome.ok ? 'start' : 'end') },
    },
    notes: { truncated: true, total_bytes: bytes, ...(isKept && { truncation_hint: hint }) },
    warning: isKept
      ? `The answer was cut. ${outcome.meta.truncated === true ? 'More' : 'All'} of it: ${hint}`
      : 'The answer was cut and the rest was not saved. Set SURETY_MAX_OUTPUT_BYTES=0 to lift the limit.',
  }
}

const DEFAULT_MAX_BYTES = 1024 * 1024
/** Room for the rest of the envelope. The framework reserves less, so it never cuts again. */
const OVERHEAD = 4096

/** Gives the size limit of the data in one answer; infinite if there is none. */
export function maxBytes(limit: string | undefined): number {
  const given = limit === undefined ? Number.NaN : Number(limit)
  const most = Number.isInteger(given) && given >= 0 ? given : DEFAULT_MAX_BYTES
  return most === 0 ? Number.POSITIVE_INFINITY : Math.max(64, most - OVERHEAD)
}

/** Counts the bytes of a value as JSON. */
export function bytesOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Which end of a text is kept. A failing program says at the end why it failed. */
type KeptEnd = 'start' | 'end'

/** Shortens data to a number of bytes: keeps the start of lists and one end of texts, and cuts the largest members first. */
export function shorten(value: JsonValue, budget: number, end: KeptEnd = 'start'): JsonValue {
  if (bytesOf(value) <= budget) return value
  if (typeof value === 'string') return shortenText(value, budget, end)
  if (Array.isArray(value)) return shortenList(value as readonly JsonValue[], budget, end)
  if (!isJsonObject(value)) return value
  const sizes = new Map(Object.entries(value).map(([key, member]) => [key, bytesOf(member)]))
  let total = bytesOf(value)
  const cut = new Map<string, JsonValue>()
  for (const [key, size] of [...sizes].sort(([, one], [, other]) => other - one)) {
    if (total <= budget) break
    const shorter = shorten(value[key] ?? null, Math.max(2, budget - (total - size)), end)
    cut.set(key, shorter)
    total -= size - bytesOf(shorter)
  }
  const kept = Object.entries(value).map(([key, member]) => [key, cut.get(key) ?? member] as const)
  // If the names alone are too long, drop members from the end.
  for (let last = kept.at(-1); last !== undefined && total > budget; last = kept.at(-1)) {
    kept.pop()
    total -= bytesOf({ [last[0]]: last[1] }) - 1
  }
  return Object.fromEntries(kept)
}

function shortenList(list: readonly JsonValue[], budget: number, end: KeptEnd): JsonValue {
  const kept: JsonValue[] = []
  let total = 2
  for (const item of list) {
    const size = bytesOf(item) + (kept.length > 0 ? 1 : 0)
    if (total + size > budget) break
    total += size
    kept.push(item)
  }
  const [first] = list
  // A part of the first item is better than an empty list.
  return kept.length === 0 && first !== undefined && budget > 64
    ? [shorten(first, budget - 2, end)]
    : kept
}

function shortenText(text: string, budget: number, end: KeptEnd): string {
  const part = (length: number) =>
    end === 'start' ? text.slice(0, length) : text.slice(text.length - length)
  let least = 0
  let most = Math.min(text.length, budget)
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (bytesOf(part(middle)) <= budget) least = middle
    else most = middle - 1
  }
  // Do not split a surrogate pair.
  return part(least)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^[\uDC00-\uDFFF]/, '')
}

/** The oldest answers are deleted when there are more. */
const MAX_KEPT = 8
const NAME = /^[\da-f-]{36}\.json$/

/** Saves a full answer; returns false if that failed. */
async function keepAnswer(folder: string, call: string, data: JsonValue): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomically(fileOf(folder, call), JSON.stringify(data))
    await dropOldFiles(folder, NAME, MAX_KEPT)
    return true
  } catch {
    // The caller still has the cut answer, and reports that the rest was not saved.
    return false
  }
}

/** Reads the saved answer of a call; undefined if there is none. */
export async function readKeptAnswer(folder: string, call: string): Promise<JsonValue | undefined> {
  if (!NAME.test(`${call}.json`)) return undefined
  try {
    return JSON.parse(await readFile(fileOf(folder, call), 'utf8')) as JsonValue
  } catch {
    // Missing and unreadable are the same to the caller: the answer is not available.
    return undefined
  }
}

function fileOf(folder: string, call: string): string {
  return join(folder, `${call}.json`)
}

/** Deletes the oldest files of a folder until at most so many are left, and drafts of killed processes. */
async function dropOldFiles(folder: string, names: RegExp, most: number): Promise<void> {
  removeOldDrafts(folder)
  const found = (await readdir(folder)).filter((name) => names.test(name))
  if (found.length <= most) return
  const dated = await Promise.all(
    found.map(async (name) => {
      const path = join(folder, name)
      return { path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 }
    }),
  )
  const old = dated.toSorted((one, other) => other.time - one.time).slice(most)
  for (const { path } of old) await rm(path, { force: true })
}

/** The oldest answers are deleted when there are more. */
const MAX_CACHED = 100
const MAX_BYTES = 8 * 1024 * 1024
const CACHED_NAME = /^[\da-f]{64}\.json$/

/** Keeps answers in a folder, by command, so that "not modified" can be answered. */
export function fileCache(folder: string): NonNullable<RunOptions['cache']> {
  const fileOf = (id: string) => join(folder, `${id}.json`)
  return {
    async get(key) {
      const id = idOf(key)
      const text = await readFile(fileOf(id), 'utf8').catch(() => undefined)
      const value: unknown = text === undefined ? undefined : parseJson(text)
      if (!isJsonObject(value)) return undefined
      const { id: of, etag, data, meta } = value
      // The id is compared as well: a file can be copied.
      if (of !== id || data === undefined || !isJsonObject(meta)) return undefined
      const tag = typeof etag === 'string' ? { etag } : {}
      return { ...tag, outcome: succeed({ data, meta }) }
    },
    async set(key, { etag, outcome }) {
      const id = idOf(key)
      const text = JSON.stringify({ id, etag, data: outcome.data, meta: outcome.meta })
      if (text.length > MAX_BYTES) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomically(fileOf(id), text)
      await dropOldFiles(folder, CACHED_NAME, MAX_CACHED)
    },
  }
}

/** The key is a command line, which may hold secrets, so only its digest is stored. */
function idOf(key: string): string {
  return sha256(key)
}
