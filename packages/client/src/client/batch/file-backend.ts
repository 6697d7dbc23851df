import { SuretyError } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { orphansOf } from '../process/orphans.ts'
import type { BatchBackend } from './backend.ts'
import { callName } from './call-identity.ts'
import { isEndInDoubt, settledRecord, type BatchRecord } from './record.ts'
import { openBatchState, type BatchState, type StateAccess } from './state.ts'

export function openFileBackend(path: string, access: StateAccess = 'create'): BatchBackend {
  const state = openBatchState(path, access)
  return {
    claim: async ({ key }) => {
      const record = state.finished(key)
      if (record !== undefined) return { kind: 'finished', record }
      const earlier = state.inDoubt(key)
      return earlier === undefined ? { kind: 'free' } : { kind: 'doubt', earlier }
    },
    mark: async ({ key, index, call }, id) => state.start(key, id, index, call),
    withdraw: async ({ key }) => state.withdraw(key),
    seal: async ({ key }, record) => state.finish(key, record),
    doubts: async function* () {
      for (const { key, call: id, isFinished } of state.known()) {
        const ended = isFinished ? state.finished(key) : undefined
        // Without the line of its start nothing can be asked about it.
        if (ended && (id === null || !isEndInDoubt(ended))) continue
        const { index, invocation: call } = state.started(key)
        const pids = id === null ? [] : orphansOf(id)
        yield { name: callName(call, index), key, index, call, pids, ...given({ ended }) }
      }
    },
    settle: async (name, settlement) => {
      const { key, index, call } = find(state, name, isEndInDoubt)
      const record = settledRecord(index, call, settlement)
      state.finish(key, record)
      return record
    },
    reopen: async (name) => find(state, name, ({ outcome }) => !outcome.ok),
    results: async function* () {
      const ended = [...state.known()].filter(({ isFinished }) => isFinished)
      const places = ended.map(({ key }) => ({ key, index: state.indexOf(key) }))
      for (const { key } of places.toSorted((one, other) => one.index - other.index))
        yield { ...state.finished(key)!, resumed: true }
    },
    counts: async () => {
      const counts = { total: 0, waiting: 0, running: 0, succeeded: 0, failed: 0, in_doubt: 0 }
      for (const { key, isFinished } of state.known()) {
        counts.total += 1
        if (!isFinished) counts[state.user === undefined ? 'in_doubt' : 'running'] += 1
        else counts[state.finished(key)!.outcome.ok ? 'succeeded' : 'failed'] += 1
      }
      return counts
    },
    cancel: async () => {
      const { user } = state
      if (user !== undefined) process.kill(user.pid, 'SIGTERM')
      return user !== undefined
    },
    close: async () => state.close(),
  }
}

function find(state: BatchState, name: string, isOpen: (record: BatchRecord) => boolean) {
  const found = [...state.known()].map(({ key }) => key).filter((key) => isNamed(key, name))
  const has = (key: string): boolean => {
    const record = state.finished(key)
    return record === undefined || isOpen(record)
  }
  const key = onlyCall(name, found, { has })
  const { index, invocation: call } = state.started(key)
  return { key, index, call }
}

export function isNamed(key: string, name: string): boolean {
  return key === name || key.slice(0, key.lastIndexOf('@')) === name
}

export function onlyCall(
  name: string,
  found: readonly string[],
  undecided: Pick<ReadonlySet<string>, 'has'>,
): string {
  const open = found.filter((key) => undecided.has(key))
  const [first, ...others] = open
  if (first !== undefined && others.length === 0) return first
  if (first !== undefined) {
    throw new SuretyError('CALL_AMBIGUOUS', 'ARG_ERROR', `Several calls are named '${name}'.`, {
      phase: 'validation',
      fix_required: `Use the key of one of them: ${open.join(', ')}.`,
    })
  }
  const message =
    found.length > 0
      ? `The call '${name}' is finished or running, so there is nothing to decide.`
      : `The batch knows no call '${name}'.`
  throw new SuretyError('CALL_NOT_IN_DOUBT', 'NOT_FOUND', message, { phase: 'validation' })
}
