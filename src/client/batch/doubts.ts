import { fail, succeed, SuretyError, type JsonValue } from '../../contract/index.ts'
import type { Client } from '../client.ts'
import { escalate } from '../decide/verdict.ts'
import type { RunOptions } from '../options.ts'
import { orphansOf } from '../process/orphans.ts'
import { callKey, callName, type BatchCall } from './call-identity.ts'
import { createDialectFinder } from './invocation.ts'
import { type BatchRecord, blankRecord } from './record.ts'
import { runCall } from './run-call.ts'
import { openBatchState, type BatchState } from './state.ts'

/** A call that a batch started and did not see end. */
export interface Doubt {
  /** Its id, or `#` and its place in the batch. */
  readonly name: string
  /** Distinguishes it from other calls of the same name. */
  readonly key: string
  readonly index: number
  readonly invocation: BatchCall
  /** Its processes that are still alive. */
  readonly pids: readonly number[]
}

/** How a call in doubt ended, as somebody found out. */
export type Settlement = {
  readonly as: 'done' | 'failed'
  readonly data?: JsonValue
}

/** The calls in doubt of a batch that is not running. */
export interface BatchDoubts {
  list(): readonly Doubt[]
  /** Records how a call ended; a resumed batch returns that. */
  settle(name: string, settlement: Settlement): BatchRecord
  /** Runs a call in doubt, or one that failed, again. */
  rerun(name: string, client: Client, options: RunOptions): Promise<BatchRecord>
  close(): void
}

/** Opens the calls in doubt of a state file; throws while a batch uses it. */
export function openBatchDoubts(path: string): BatchDoubts {
  const state = openBatchState(path, { isNew: false })
  return {
    list: () => [...doubtsIn(state)],
    settle: (name, settlement) => {
      const { key, index, invocation } = find(state, name, false)
      const record = settledRecord(index, invocation, settlement)
      state.finish(key, record)
      return record
    },
    rerun: async (name, client, options) => {
      const { key, index, invocation } = find(state, name, true)
      const { safety, ...rest } = invocation
      // The caller may know by now what the batch did not.
      const call: BatchCall = safety === 'unknown' ? rest : invocation
      if (callKey(call, index, client.options.inheritedEnv ?? {}) !== key) {
        const message = `The call '${name}' names a variable of the environment that had another value when it was started.`
        throw new SuretyError('CALL_CHANGED', 'PRECONDITION', message, {
          phase: 'validation',
          fix_required: 'Set the variable as it was, or run the batch again.',
        })
      }
      const { dialect = 'auto', message } = await createDialectFinder()(call.dialect)
      if (message !== undefined)
        throw new SuretyError('DIALECT_UNUSABLE', 'PRECONDITION', message, { phase: 'validation' })
      return runCall({ client, key, index, call, dialect, state, run: options })
    },
    close: () => state.close(),
  }
}

function* doubtsIn(state: BatchState): Generator<Doubt> {
  for (const { key, call, isFinished } of state.known()) {
    const started = isFinished ? undefined : state.started(key)
    if (started === undefined) continue
    const { index, invocation } = started
    const pids = call === null ? [] : orphansOf(call)
    yield { name: callName(invocation, index), key, index, invocation, pids }
  }
}

/** Finds a call by its name or key. */
function find(state: BatchState, name: string, mayHaveFailed: boolean) {
  const found = [...state.known()].filter(({ key }) => key === name || nameIn(key) === name)
  const open = found.filter(
    ({ key, isFinished }) =>
      !isFinished || (mayHaveFailed && state.finished(key)?.outcome.ok === false),
  )
  const [first, ...others] = open
  if (first !== undefined && others.length === 0)
    return { key: first.key, ...state.started(first.key)! }
  if (first !== undefined) {
    const keys = open.map(({ key }) => key).join(', ')
    throw new SuretyError('CALL_AMBIGUOUS', 'ARG_ERROR', `Several calls are named '${name}'.`, {
      phase: 'validation',
      fix_required: `Use the key of one of them: ${keys}.`,
    })
  }
  const message =
    found.length > 0
      ? `The call '${name}' is finished, so there is nothing to decide.`
      : `The state file knows no call '${name}'.`
  throw new SuretyError('CALL_NOT_IN_DOUBT', 'NOT_FOUND', message, { phase: 'validation' })
}

function nameIn(key: string): string {
  return key.slice(0, key.lastIndexOf('@'))
}

const MESSAGE = 'Somebody looked at what the call did and settled it by hand.'

function settledRecord(index: number, call: BatchCall, settlement: Settlement): BatchRecord {
  const { as, data = null } = settlement
  const blank = { ...blankRecord(index, call), settled: true as const }
  if (as === 'done') {
    const done = { kind: 'accept', reason: 'DONE', message: MESSAGE, soft_redirects: [] } as const
    return { ...blank, outcome: succeed({ data }), verdict: done }
  }
  const error = { code: 'SETTLED_AS_FAILED', message: MESSAGE, retryable: false }
  const verdict = { ...escalate('NOT_RETRYABLE', MESSAGE), soft_redirects: [] }
  return { ...blank, outcome: fail({ exit: 'GENERAL_ERROR', data, error }), verdict }
}
