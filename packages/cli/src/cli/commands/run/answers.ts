import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { RunOptions, RunResult } from '@surety/client/unstable/client'
import {
  isJsonObject,
  parseJson,
  succeed,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'
import { keepNewest, removeOldDrafts, writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { whyShared, makeFolder } from '@surety/internal/own-folder.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import { stateFoldersOf } from '../../state-folder.ts'
import { cutTexts, plainDataOf, readRest } from './plain-answer.ts'

export interface AnswerLimits {
  readonly stateDir?: string | undefined
  readonly journal: boolean
  readonly maxOutput?: number | undefined
}

/** Cuts an answer that is too large. The whole one is kept, because the framework's cursor would run the tool again. */
export async function fitAnswer(
  result: RunResult,
  options: AnswerLimits,
  env: NodeJS.ProcessEnv,
  tokenLimit: number | null = null,
): Promise<{ result: RunResult; notes: JsonObject; warning?: string }> {
  const { outcome, call } = result
  const plain = plainDataOf(result)
  const most = mostBytes(options, env, plain === undefined ? 'dialect' : 'plain')
  const texts = plain && cutTexts(plain, most, !outcome.ok)
  const bytes = most === Number.POSITIVE_INFINITY ? 0 : bytesOf(outcome.data)
  const isTooLong = texts !== undefined || (typeof plain?.stdout !== 'string' && bytes > most)
  const isWindow = tokenLimit !== null && outcome.data !== null
  if (!isTooLong && !isWindow) return { result, notes: {} }
  const isKept = await keepAnswer(result, options, env)
  const read = readRest(call, options.stateDir, texts !== undefined && !isWindow)
  // The framework cuts to the tokens; offsets read the kept answer, because `run` would run the tool again.
  if (!isTooLong) {
    const hint = `${read(null, 'stdout')} --token-limit ${tokenLimit}`
    return { result, notes: isKept ? { truncation_hint: hint } : {} }
  }
  const data = texts?.data ?? (await cutData(outcome.data, most))
  const hint = read(texts?.gap ?? null, texts?.stream ?? 'stdout')
  return {
    result: { ...result, outcome: { ...outcome, data } },
    notes: { truncated: true, total_bytes: bytes, ...(isKept && { truncation_hint: hint }) },
    warning: isKept
      ? `The answer was cut. ${outcome.meta.truncated === true ? 'More' : 'All'} of it: ${read(
          null,
          'stdout',
        )}`
      : 'The answer was cut and the rest was not saved. Lift the limit with --max-output 0.',
  }
}

/** Keeps the whole answer unless calls are not recorded; returns false if it could not be kept. */
export async function keepAnswer(
  { call, outcome }: RunResult,
  { stateDir, journal }: AnswerLimits,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (!journal) return false
  const folder = stateFoldersOf(stateDir, env).answers
  const kept = keep(folder, call, JSON.stringify(outcome.data), MAX_KEPT)
  return kept.then(() => true).catch(() => false)
}

const DEFAULT_MAX_BYTES = 1024 * 1024
/**
 * What clients show of a command is 30,000 characters and more, so less than that loses no line that they would have
 * shown: as text, as a member of an envelope, where quotes and ends of lines take two, and of the data of a dialect.
 */
const USUAL_MAX_BYTES = { text: 28 * 1024, plain: 24 * 1024, dialect: 32 * 1024 }
/** Room for the rest of the envelope. The framework reserves less, so it never cuts again. */
const OVERHEAD = 4096

export function mostBytes(
  { maxOutput }: Pick<AnswerLimits, 'maxOutput'>,
  env: NodeJS.ProcessEnv,
  form: keyof typeof USUAL_MAX_BYTES,
): number {
  if (maxOutput !== undefined) return maxOutput === 0 ? Number.POSITIVE_INFINITY : maxOutput
  const limit = env['SURETY_MAX_OUTPUT_BYTES']
  return limit === undefined ? USUAL_MAX_BYTES[form] : maxBytes(limit)
}

/**
 * The bytes of a whole answer, 0 for any number: as many around the data as in it, because a tool can put as much into
 * its message, warnings and details. Undefined leaves it at the limit of the framework.
 */
export function wholeBytes(result: RunResult, limits: AnswerLimits, env: NodeJS.ProcessEnv) {
  const isPlain = plainDataOf(result) !== undefined
  const most = mostBytes(limits, env, isPlain ? 'plain' : 'dialect')
  if (limits.maxOutput !== undefined && (isPlain || most === Number.POSITIVE_INFINITY)) return 0
  return isPlain || env['SURETY_MAX_OUTPUT_BYTES'] !== undefined ? undefined : 2 * most + OVERHEAD
}

export function maxBytes(limit: string | undefined): number {
  const given = limit === undefined ? Number.NaN : Number(limit)
  const most = Number.isInteger(given) && given >= 0 ? given : DEFAULT_MAX_BYTES
  return most === 0 ? Number.POSITIVE_INFINITY : Math.max(64, most - OVERHEAD)
}

function bytesOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Cuts data between its values, as every tool of the framework does. */
export async function cutData(data: JsonValue, budget: number): Promise<JsonValue> {
  const { cutToBytes } = await import('surety/unstable/surface')
  return bytesOf(data) <= budget ? data : cutToBytes(data, budget).data
}

const MAX_KEPT = 32
const MAX_CACHED = 100
const MAX_CACHED_BYTES = 8 * 1024 * 1024
/** By the id of a call, or by the digest of a command line. */
const NAME = /^[\da-f-]{36,64}\.json$/

/** Keeps a text under the id of a call, and the newest so many of them. */
export async function keep(folder: string, id: string, text: string, most: number): Promise<void> {
  const why = whyShared(folder)
  if (why !== undefined) throw new Error(`${folder} ${why}`)
  makeFolder(folder, 0o700)
  await writeFileAtomically(join(folder, `${id}.json`), text)
  removeOldDrafts(folder)
  await keepNewest(folder, NAME, most)
}

export async function readKept(folder: string, id: string): Promise<JsonValue | undefined> {
  if (!NAME.test(`${id}.json`) || whyShared(folder) !== undefined) return undefined
  const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => '')
  return parseJson(text)
}

/** Keeps answers by their command line, of which only the digest is stored: it may hold secrets. */
export function fileCache(folder: string): NonNullable<RunOptions['cache']> {
  return {
    async get(key) {
      const value = await readKept(folder, sha256(key))
      if (!isJsonObject(value)) return undefined
      const { id, etag, data, meta } = value
      // The id is compared as well: a file can be copied.
      if (id !== sha256(key) || data === undefined || !isJsonObject(meta)) return undefined
      const tag = typeof etag === 'string' ? { etag } : {}
      return { ...tag, outcome: succeed({ data, meta }) }
    },
    async set(key, { etag, outcome: { data, meta } }) {
      const text = JSON.stringify({ id: sha256(key), etag, data, meta })
      if (text.length <= MAX_CACHED_BYTES) await keep(folder, sha256(key), text, MAX_CACHED)
    },
  }
}
