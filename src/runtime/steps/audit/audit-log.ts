import { randomUUID } from 'node:crypto'
import { isAbsolute, join } from 'node:path'

import {
  isJsonObject,
  suretyError,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { flagName } from '../../declare/framework-flags.ts'
import type { CheckedInput } from '../../input/read-input.ts'
import { cleanShownJson, type FinishedRun } from '../../output/finish.ts'
import { hasFlag } from '../../run/command-line.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { appendEntry } from './append-entry.ts'

const inputs = new WeakMap<Run, CheckedInput>()

/** Refuses a setting that cannot be meant, and keeps the input for the entry. */
export function beginAudit(run: Run, input: CheckedInput): void {
  const setting = settingOf(run)
  if (setting !== '0' && setting !== '1' && !isAbsolute(setting))
    throw suretyError(
      'INVALID_AUDIT_LOG_SETTING',
      `${variableOf(run)} is '${setting}'; it must be 1, 0 or an absolute path.`,
      {
        phase: 'validation',
        retryable: false,
        fix_required: `Set ${variableOf(run)} to 1, 0 or an absolute path.`,
      },
    )
  inputs.set(run, input)
}

/** Finishes a run and notes it in the audit log; a log that cannot be written changes nothing else. */
export async function finishAudited(
  run: Run,
  finish: () => Promise<FinishedRun>,
): Promise<FinishedRun> {
  const path = inputs.has(run) && !isDescription(run) ? pathOf(run) : null
  if (path === null) return finish()
  run.meta['audit_log_path'] = path
  const finished = await finish()
  try {
    appendEntry(path, entryOf(run, finished))
    return finished
  } catch (error) {
    delete run.meta['audit_log_path']
    const { message } = error as Error
    run.warnings.push(`AUDIT_LOG_UNAVAILABLE: The audit log cannot be written: ${message}`)
    return finish()
  }
}

const variableOf = ({ cli }: Run): string => `${cli.envPrefix}_AUDIT_LOG`
const settingOf = (run: Run): string => run.world.env[variableOf(run)] ?? '0'

function pathOf(run: Run): string | null {
  const { cli, world } = run
  const setting = settingOf(run)
  if (setting !== '1') return isAbsolute(setting) ? setting : null
  const state = world.env['XDG_STATE_HOME'] || join(world.env['HOME'] ?? '/', '.local/state')
  return join(state, cli.declaration.name, 'audit.jsonl')
}

/** Reading what the tool offers is no work that anybody asks about later. */
function isDescription({ dispatch, path, commandLine }: Run): boolean {
  const isBuiltin = dispatch !== null && !['job', 'exec'].includes(path[0] ?? '')
  return isBuiltin || hasFlag(commandLine, '--schema')
}

function entryOf(run: Run, { outcome, encoded }: FinishedRun): JsonObject {
  const { request_id: id, trace_id: trace, effects, duration_ms: duration } = outcome.meta
  const session = run.world.env[`${run.cli.envPrefix}_SESSION_ID`]
  return {
    timestamp: run.world.now().toISOString(),
    command: commandName(run),
    args: cleanShownJson(run, argsOf(run)),
    exit_code: encoded.exit_code,
    duration_ms: Math.round(Number(duration)),
    request_id: typeof id === 'string' && id !== '' ? id : randomUUID(),
    ...(typeof trace === 'string' && { trace_id: trace }),
    ...(session && { session_id: session }),
    warnings: run.warnings.map((text) => codeOf(run, text)),
    ...(isJsonObject(effects) && { effects }),
  }
}

/** Finds the code of a warning; in some dialects it is not in the text. */
function codeOf({ notes }: Run, text: string): string {
  if (notes.warningContexts.get(text)?.['excess_scopes']) return 'CREDENTIAL_OVER_PRIVILEGED'
  return /^[A-Z][A-Z0-9_]+(?=: )/.exec(text)?.[0] ?? 'WARNING'
}

/** Lists what was given, by the names of the command line; a confirmation at a terminal counts as its flag. */
function argsOf(run: Run): JsonObject {
  const { args, options, globals, flags } = inputs.get(run)!
  const given: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries({ ...flags, ...globals, ...options, ...args })) {
    if (value !== undefined && value !== false) given[flagName(key)] = toJson(value)
  }
  const isDestructive = run.command?.declaration.danger === 'destructive'
  if (run.meta['confirmed'] === true && isDestructive) given['confirm-destructive'] = true
  return given
}

function toJson(value: unknown): JsonValue {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue
  } catch {
    return '[OMITTED]'
  }
}
