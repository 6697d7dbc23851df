import { isAbsolute, dirname } from 'node:path'
import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs'

import {
  isJsonObject,
  suretyError,
  toJsonValue,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { flagName } from '../../declare/flag-name.ts'
import { cleanShownJson, type FinishedRun } from '../../output/surroundings.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { hasFlag } from '../../run/command-line.ts'
import { auditLimits, auditPath, auditSetting, auditVariable, USUAL_LIMITS } from './audit-path.ts'
import { makeId, traceId } from '../../run/call-facts.ts'
import { addMeta, commandName, unsay, warn, type Run } from '../../run/run-state.ts'
import { given } from '@surety/internal/given.ts'
import { tryLock } from '@surety/internal/process/file-lock.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

/** Refuses a setting that cannot be meant. */
export function beginAudit(run: Run): void {
  const setting = auditSetting(run.cli, run.world.env)
  if (setting !== '0' && setting !== '1' && !isAbsolute(setting))
    throw suretyError(
      'INVALID_AUDIT_LOG_SETTING',
      `${auditVariable(run.cli)} is '${setting}'; it must be 1, 0 or an absolute path.`,
      { fix_required: `Set ${auditVariable(run.cli)} to 1, 0 or an absolute path.` },
    )
}

/** Finishes a run and notes it in the audit log; a log that cannot be written changes nothing else. */
export async function finishAudited(
  run: Run,
  finish: () => MaybeLater<FinishedRun>,
): Promise<FinishedRun> {
  const path = auditPath(run.cli, run.world.env)
  const isNoted = run.input !== null && !isDescription(run)
  if (path === null) return finish()
  addMeta(run, { audit_log_path: path })
  if (!isNoted) return finish()
  const finished = await finish()
  try {
    appendEntry(path, entryOf(run, finished), auditLimits(run.cli))
    return finished
  } catch (error) {
    unsay(run, ['audit_log_path'])
    const { message } = error as Error
    warn(run, `AUDIT_LOG_UNAVAILABLE: The audit log cannot be written: ${message}`)
    return finish()
  }
}

const DESCRIBING =
  'help version manifest schema completion __complete agent-guide skills audit-log'.split(' ')

/** Reading what the tool offers is no work that anybody asks about later. */
function isDescription({ dispatch, path, commandLine }: Run): boolean {
  const isDescribing = dispatch !== null && DESCRIBING.includes(path[0] ?? '')
  return isDescribing || hasFlag(commandLine, '--schema')
}

function entryOf(run: Run, { outcome, encoded }: FinishedRun): JsonObject {
  const { request_id: id, effects, duration_ms: duration } = outcome.meta
  return given({
    timestamp: run.world.now().toISOString(),
    command: commandName(run),
    args: cleanShownJson(run, argsOf(run), true),
    exit_code: encoded.exit_code,
    duration_ms: Math.round(Number(duration)),
    request_id: typeof id === 'string' && id !== '' ? id : makeId(),
    trace_id: traceId(run),
    session_id: run.world.env[`${run.cli.envPrefix}_SESSION_ID`] || undefined,
    warnings: run.warnings.map(codeOf),
    effects: isJsonObject(effects) ? effects : undefined,
  })
}

/** Finds the code of a warning; in some dialects it is not in the text. */
function codeOf({ text, context }: Run['warnings'][number]): string {
  if (context?.['excess_scopes']) return 'CREDENTIAL_OVER_PRIVILEGED'
  return /^[A-Z][A-Z0-9_]+(?=: )/.exec(text)?.[0] ?? 'WARNING'
}

/** Lists what was given, by the names of the command line; a confirmation at a terminal counts as its flag. */
function argsOf(run: Run): JsonObject {
  if (run.command?.declaration.passthrough) return { argv: '[OMITTED]' }
  const { args, options, globals, flags } = run.input!
  const given: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries({ ...flags, ...globals, ...options, ...args })) {
    if (value !== undefined && value !== false) given[flagName(key)] = toJsonValue(value).json
  }
  const isDestructive = run.command?.declaration.danger === 'destructive'
  if (run.meta['confirmed'] === true && isDestructive) given['confirm-destructive'] = true
  return given
}

const MAX_ENTRY_BYTES = 16 * 1024
const DAY_MS = 24 * 60 * 60 * 1000

/** Appends an entry to an audit log in one write, so that entries of several processes do not mix. */
export function appendEntry(path: string, entry: JsonObject, limits = USUAL_LIMITS): void {
  makeFolder(dirname(path), 0o700)
  const isFull = () => sizeOf(path) > limits.maxBytes || isOld(path, limits.maxAgeDays)
  if (isFull()) rotate(path, limits.files, isFull)
  for (let number = 1; number < limits.files; number += 1)
    if (isOld(`${path}.${number}`, limits.maxAgeDays)) rmSync(`${path}.${number}`, { force: true })
  appendFileSync(path, `${JSON.stringify(fit(entry))}\n`, { mode: 0o600 })
}

function isOld(path: string, days: number): boolean {
  const facts = statSync(path, { throwIfNoEntry: false })
  // A device is nobody's log to rename.
  if (!facts?.isFile()) return false
  // Not every file system knows when a file was made.
  return Date.now() - Math.min(facts.birthtimeMs || facts.mtimeMs, facts.mtimeMs) > days * DAY_MS
}

/** Renames the files, the oldest of which goes. One process does this at a time; the others go on appending. */
function rotate(path: string, files: number, isFull: () => boolean): void {
  const lock = tryLock(`${path}.lock`)
  if (lock.kind === 'busy') return
  try {
    // Another process may have done it before this one got the lock.
    if (!isFull()) return
    if (files < 2) rmSync(path)
    for (let number = files - 1; number >= 1; number -= 1) {
      const older = number === 1 ? path : `${path}.${number - 1}`
      if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${path}.${number}`)
    }
  } finally {
    lock.release()
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Cuts the largest values of an entry that is too long. */
function fit(entry: JsonObject): JsonObject {
  const args: Record<string, JsonValue> = { ...(entry['args'] as JsonObject) }
  let fitted = entry
  const lengthOf = (value: JsonValue) => JSON.stringify(value).length
  while (Buffer.byteLength(JSON.stringify(fitted)) >= MAX_ENTRY_BYTES) {
    const [largest] = Object.entries(args).toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
    if (!largest || largest[1] === '[TRUNCATED]') return { ...fitted, args: {}, truncated: true }
    args[largest[0]] = '[TRUNCATED]'
    fitted = { ...entry, args: { ...args }, truncated: true }
  }
  return fitted
}
