import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { isJsonObject, SuretyError, suretyError, type JsonValue } from '../../contract/index.ts'
import { writeFileAtomically } from '../../internal/atomic-file.ts'
import {
  mayBeAlive,
  ownIdentity,
  type ProcessIdentity,
} from '../../internal/process/process-identity.ts'
import { checkedOf } from '../declare/check/check-command.ts'
import type { Command } from '../declare/command.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { commandName, type Run } from '../run/run-state.ts'

/** How long a key is remembered. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** What is known of the call that used a key first. */
interface Record {
  readonly at: number
  /** A hash of its input: the key of one call must not answer another. */
  readonly input: string
  readonly by: ProcessIdentity
  readonly state: 'started' | 'failed' | 'done'
  readonly data?: JsonValue
  readonly type?: string
}

/**
 * Runs a change at most once per key. A repeated call gets the first answer with the effect `noop`; one
 * whose first run failed before it changed anything runs again.
 */
export async function runOnce(
  run: Run,
  command: Command,
  input: ParsedInput,
  call: () => Promise<RunEnd>,
): Promise<RunEnd> {
  const key = input.flags['idempotencyKey'] as string
  if (key === '') throw used('The idempotency key is empty.', 'Use a key that is not empty.')
  const path = recordPath(run, key)
  const { args, options, globals } = input
  const started: Record = {
    at: run.world.now().getTime(),
    input: hash([args, options, globals]),
    by: ownIdentity(),
    state: 'started',
  }
  const earlier = await claim(path, started)
  if (earlier) return replay(run, earlier, started)
  const keep = (record: Partial<Record>) =>
    writeFileAtomically(path, JSON.stringify({ ...started, ...record }))
  let end: RunEnd
  try {
    end = await call()
  } catch (error) {
    if (changedNothing(run, command, error)) await rm(path, { force: true })
    else await keep({ state: 'failed' })
    throw error
  }
  if (end.kind === 'timed-out') await keep({ state: 'failed' })
  else await keep({ state: 'done', ...(end.kind === 'data' && { data: end.data, ...typeOf(end) }) })
  return end
}

function typeOf({ type }: { readonly type?: string }): Partial<Record> {
  return type === undefined ? {} : { type }
}

/** Creates the record of a key; returns the earlier one if there is one that still counts. */
async function claim(path: string, record: Record): Promise<Record | null> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600)
      try {
        await file.writeFile(JSON.stringify(record))
      } finally {
        await file.close()
      }
      return null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error)
    }
    const earlier = await readRecord(path)
    if (earlier && record.at - earlier.at < KEPT_MS) return earlier
    if (earlier) await rm(path, { force: true })
  }
}

/** Reads a record; null if it vanished. A damaged one counts as failed, because it proves nothing. */
async function readRecord(path: string, triesLeft = 5): Promise<Record | null> {
  let text: string
  let at: number
  try {
    text = await readFile(path, 'utf8')
    at = (await stat(path)).mtimeMs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(path, error)
  }
  const record = parseRecord(text)
  if (record) return record
  if (triesLeft === 0) return { at, input: '', by: ownIdentity(), state: 'failed' }
  // Another process may be writing it.
  await new Promise((resolve) => setTimeout(resolve, 20))
  return readRecord(path, triesLeft - 1)
}

function parseRecord(text: string): Record | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value) || !isJsonObject(value['by'])) return null
    const isWhole = typeof value['at'] === 'number' && typeof value['input'] === 'string'
    return isWhole ? (value as unknown as Record) : null
  } catch {
    return null
  }
}

function replay(run: Run, earlier: Record, now: Record): RunEnd {
  if (earlier.input !== '' && earlier.input !== now.input) {
    throw used('The idempotency key belongs to a call with other input.', 'Use another key.')
  }
  if (earlier.state !== 'done') {
    const isRunning = earlier.state === 'started' && mayBeAlive(earlier.by)
    throw isRunning
      ? used(
          'The call that uses this idempotency key is still running.',
          'Wait until it has ended, then repeat the call.',
        )
      : used(
          'An earlier call with this idempotency key did not finish; it may have changed something.',
          'Inspect the state. If the change is still needed, repeat the call with another key.',
        )
  }
  run.meta['idempotency_hit'] = true
  const { data = null, type } = earlier
  if (isJsonObject(data) && typeof data['effect'] === 'string') {
    return { kind: 'data', data: { ...data, effect: 'noop' }, ...(type !== undefined && { type }) }
  }
  run.meta['effect'] = 'noop'
  return { kind: 'data', data: data ?? { effect: 'noop' }, ...(type !== undefined && { type }) }
}

/** Tests whether a failure says that nothing was changed, so that the call can be repeated. */
function changedNothing({ cli }: Run, command: Command, error: unknown): boolean {
  if (!(error instanceof SuretyError)) return false
  const name = typeof error.exit === 'string' ? error.exit : error.exit.name
  return checkedOf(cli, command).exits[name]?.side_effects === 'none'
}

function used(message: string, fix: string): SuretyError {
  return suretyError('IDEMPOTENCY_KEY_USED', message, {
    phase: 'validation',
    retryable: false,
    suggestion: fix,
    fix_required: fix,
  })
}

function unusable(path: string, cause: unknown): SuretyError {
  return suretyError('CONFIG_UNREADABLE', `The idempotency key cannot be kept in ${path}.`, {
    phase: 'validation',
    target: path,
    suggestion: 'Set XDG_STATE_HOME to a folder that can be written to.',
    cause,
  })
}

function recordPath(run: Run, key: string): string {
  const { env } = run.world
  const state =
    env['XDG_STATE_HOME'] ||
    (env['HOME'] ? join(env['HOME'], '.local', 'state') : env['LOCALAPPDATA'])
  if (!state) {
    throw suretyError(
      'CONFIG_UNREADABLE',
      'An idempotency key needs a home directory to be kept in.',
      {
        phase: 'validation',
        suggestion: 'Set HOME or XDG_STATE_HOME.',
      },
    )
  }
  const name = `${hash([commandName(run), key])}.json`
  return join(state, run.cli.declaration.name, 'idempotency', name)
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
