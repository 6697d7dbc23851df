import { isJsonObject, SuretyError, suretyError } from '../../../contract/index.ts'
import { ownIdentity } from '@surety/internal/process/process-identity.ts'
import { tablesOf } from '../../declare/exits/exit-table.ts'
import type { Command } from '../../declare/command.ts'
import type { Call } from '../../run/call.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { addMeta, commandName, type Run } from '../../run/run-state.ts'
import { CallStore, KEPT_MS, keyOf, type KeptCall } from './call-store.ts'

/** Runs a change once per key: repeated, it gives the first answer as `noop`, unless that failed before any change. */
export async function runOnce(
  { run, command, input }: Call,
  next: () => MaybeLater<RunEnd>,
): Promise<RunEnd> {
  const given = input.flags.idempotencyKey!
  if (given === '') throw used('The idempotency key is empty.', 'Use a key that is not empty.')
  const store = new CallStore(run.cli, run.world)
  const key = keyOf(['once', commandName(run), given])
  const { args, options, globals } = input
  const job: KeptCall = {
    id: `once-${key}`,
    key,
    at: run.world.now().getTime(),
    input: keyOf([args, options, globals]),
  }
  if (!(await claim(store, job))) return replay(run, store, job)
  const fail = () => store.keepAnswer(job.id, { data: null, failure: {}, warnings: [], meta: {} })
  let end: RunEnd
  try {
    end = await next()
  } catch (error) {
    if (changedNothing(run, command, error)) store.forget(job)
    else fail()
    throw error
  }
  const { data = null, type } = end.kind === 'data' ? end : {}
  const facts = (end.kind === 'data' && end.meta) || {}
  const cut = CUT_FACTS.filter((name) => facts[name] !== undefined)
  const meta = {
    ...(type !== undefined && { type }),
    ...Object.fromEntries(cut.map((name) => [name, facts[name]!])),
  }
  if (end.kind === 'timed-out') fail()
  else store.keepAnswer(job.id, { data, failure: null, warnings: [], meta })
  return end
}

/** What a repeated answer says of the part that it lacks; its rest is kept as well. */
const CUT_FACTS = ['truncated', 'rest', 'total_count', 'returned_count'] as const

/** Makes a call the one that its key stands for; returns whether no other call has used the key lately. */
async function claim(store: CallStore, job: KeptCall): Promise<boolean> {
  try {
    return await store.alone(job.key, () => {
      const usedAt = store.find(job.id)?.at ?? store.changedAt(job.key)
      if (usedAt !== undefined && job.at - usedAt < KEPT_MS) return false
      store.forget(job)
      store.keepWorker(job.id, ownIdentity())
      store.keep(job)
      return true
    })
  } catch (cause) {
    const message = `The idempotency key cannot be kept in ${store.folder}.`
    throw suretyError('CONFIG_UNREADABLE', message, {
      phase: 'validation',
      target: store.folder,
      suggestion: 'Set XDG_STATE_HOME to a folder that can be written to.',
      cause,
    })
  }
}

/** Answers with what the first call answered. A damaged record counts as failed, because it proves nothing. */
function replay(run: Run, store: CallStore, now: KeptCall): RunEnd {
  const earlier = store.find(now.id)
  if (earlier && earlier.input !== now.input)
    throw used('The idempotency key belongs to a call with other input.', 'Use another key.')
  const isRunning = earlier !== null && store.isAlive(earlier)
  // The answer is kept before the process ends, so this order never takes a call for a failed one.
  const answer = earlier && store.answerOf(earlier.id)
  if (!answer && isRunning)
    throw used(
      'The call that uses this idempotency key is still running.',
      'Wait until it has ended, then repeat the call.',
    )
  if (!answer || answer.failure !== null)
    throw used(
      'An earlier call with this idempotency key did not finish; it may have changed something.',
      'Inspect the state. If the change is still needed, repeat the call with another key.',
    )
  addMeta(run, { idempotency_hit: true })
  const { data, meta } = answer
  for (const name of CUT_FACTS) if (meta[name] !== undefined) addMeta(run, { [name]: meta[name] })
  const type = typeof meta['type'] === 'string' ? { type: meta['type'] } : {}
  if (isJsonObject(data) && typeof data['effect'] === 'string')
    return { kind: 'data', data: { ...data, effect: 'noop' }, ...type }
  addMeta(run, { effect: 'noop' })
  return { kind: 'data', data: data ?? { effect: 'noop' }, ...type }
}

/** Tests whether a failure says that nothing was changed, so that the call can be repeated. */
function changedNothing({ cli }: Run, command: Command, error: unknown): boolean {
  if (!(error instanceof SuretyError)) return false
  const name = typeof error.exit === 'string' ? error.exit : error.exit.name
  return tablesOf(cli, command).exits[name]?.side_effects === 'none'
}

function used(message: string, fix: string): SuretyError {
  const facts = { phase: 'validation', suggestion: fix, fix_required: fix } as const
  return suretyError('IDEMPOTENCY_KEY_USED', message, facts)
}
