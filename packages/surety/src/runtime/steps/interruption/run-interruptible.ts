import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { SuretyError, suretyError, type JsonObject } from '../../../contract/index.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { toOutcome } from '../../result/failed.ts'
import type { Call } from '../../run/call.ts'
import { withoutSecrets } from '../../run/reissued-command-line.ts'
import type { RunEnd, UnfinishedOutcome } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { addMeta, commandName, type Run } from '../../run/run-state.ts'
import { finishedEnd, incompleteEnd, budgetOf, waitForJob } from '../../services/jobs/job-ends.ts'
import { JobStore, keyOf, type JobFacts } from '../../services/jobs/job-store.ts'
import { createWork } from './work.ts'
import { callWords } from '../../declare/cli.ts'
import { identityOf } from '@surety/internal/process/process-identity.ts'
import type { World } from '../../process/world.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

const MAX_LIFETIME_MS = 60 * 60 * 1000
const IDLE_TIMEOUT_MS = 5 * 60 * 1000

interface Attempt {
  readonly call: Call
  readonly next: () => MaybeLater<RunEnd>
  readonly store: JobStore
  /** The same for all calls about the same work. */
  readonly key: string
  readonly timeoutMs: number
  /** How long the caller waits; null in the background and at a terminal. */
  readonly budgetMs: number | null
}

/** Runs work that may outlast its caller: by another process with `detach`, up to a checkpoint with `resume` alone. */
export async function runInterruptible(
  call: Call,
  next: () => MaybeLater<RunEnd>,
): Promise<RunEnd> {
  const { run, command, input } = call
  const store = new JobStore(run.cli, run.world)
  const key = keyOfCall(call)
  const { interruption = {} } = command.declaration
  const timeoutMs = input.flags.timeout ?? interruption.maxLifetimeMs ?? MAX_LIFETIME_MS
  run.limit.change(0)
  addMeta(run, { timeout_ms: timeoutMs })
  const worked = run.world.env[JOB_VARIABLE]
  // Children of the work are no workers.
  delete run.world.env[JOB_VARIABLE]
  delete process.env[JOB_VARIABLE]
  const own = worked === undefined ? null : store.find(worked)
  const attempt = { call, next, store, key, timeoutMs, budgetMs: null }
  if (own?.key === key) return doJob(attempt, own)
  const budgetMs = budgetOf(run.world, input.flags.budget)
  if (budgetMs !== null) addMeta(run, { budget_ms: budgetMs })
  const latest = store.ofCall(key)
  const answer = latest && isKeyed(call) ? store.answerOf(latest.id) : null
  if (answer?.failure === null) throw finishedEnd(answer, { ...run.meta, idempotency_hit: true })
  if (interruption.detach && budgetMs !== null && budgetMs > 0 && run.world.direct) {
    const job = await attachOrStart(attempt, latest)
    run.deputy = {
      answersSignal: (signal) => {
        if (signal === 'SIGTERM') throw incompleteEnd(store, job, budgetMs)
        store.askToStop(job.id)
      },
    }
    return waitForJob(store, job, budgetMs, () => run.limit.elapsed())
  }
  const isPaused = latest?.state === 'paused' && !store.answerOf(latest.id)
  const job = isPaused ? latest : newJob(attempt, 'paused')
  return doHere({ ...attempt, budgetMs }, job)
}

function isKeyed({ input }: Call): boolean {
  return input.flags.idempotencyKey !== undefined
}

/** Does the work in this process, up to its end or to the first checkpoint after the budget. */
async function doHere(attempt: Attempt, job: JobFacts): Promise<RunEnd> {
  const { call, store, next, timeoutMs, budgetMs } = attempt
  const { run } = call
  run.limit.change(timeoutMs)
  call.work = createWork(run, store, job, budgetMs)
  try {
    const end = await next()
    // The answer to a key is repeated; any other call starts from the beginning.
    if (!isKeyed(call)) store.forget(job)
    else {
      keepAnswer(run, store, job, toOutcome(run, end))
      store.dropCheckpoint(job.key)
    }
    return end
  } catch (error) {
    if (error instanceof SuretyError && error.code === 'CANCELLED') store.forget(job)
    throw error
  }
}

/** Does the work in the background and keeps its answer, whatever it is. */
async function doJob({ call, store, next, timeoutMs }: Attempt, job: JobFacts): Promise<RunEnd> {
  const { run, command } = call
  const { idleTimeoutMs = IDLE_TIMEOUT_MS } = command.declaration.interruption ?? {}
  const work = createWork(run, store, job, null)
  call.work = work
  let end: RunEnd
  try {
    end = await Promise.race([next(), limits(run, work, timeoutMs, idleTimeoutMs)])
  } catch (error) {
    end = { kind: 'threw', error }
  }
  work.keep()
  const outcome = toOutcome(run, end)
  keepAnswer(run, store, job, outcome)
  // After a failure the same call goes on from the last checkpoint; after the end it starts anew.
  if (outcome.failure === null || store.isAskedToStop(job.id)) store.dropCheckpoint(job.key)
  return end
}

function keepAnswer(run: Run, store: JobStore, job: JobFacts, outcome: UnfinishedOutcome): void {
  const { data, failure, type, cta, meta } = outcome
  store.keepAnswer(job.id, {
    data,
    failure: failure as unknown as JsonObject | null,
    warnings: run.warnings.map(({ text }) => text),
    meta: {
      ...run.meta,
      ...meta,
      duration_ms: run.limit.elapsed() + Math.round(run.world.startupMs ?? 0),
      command: commandName(run),
      ...(type !== undefined && { type }),
      ...(cta !== undefined && { cta }),
    },
  })
}

/** Ends work that takes too long as a whole, or that no longer moves. */
function limits(
  run: Run,
  work: ReturnType<typeof createWork>,
  timeoutMs: number,
  idleMs: number,
): Promise<never> {
  return new Promise((_resolve, reject) => {
    const look = (): void => {
      const isLate = timeoutMs > 0 && run.limit.elapsed() > timeoutMs
      if (!isLate && work.idleMs() <= idleMs) return
      clearInterval(timer)
      reject(isLate ? late(timeoutMs) : stalled(idleMs))
    }
    const timer = setInterval(look, Math.max(20, Math.min(250, idleMs / 4))).unref()
  })
}

function late(timeoutMs: number): SuretyError {
  const fix = 'Run again with a larger --timeout.'
  const facts = { retryable: false, fix_required: fix }
  return suretyError('TIMEOUT', `The work took longer than ${timeoutMs} ms.`, facts)
}

function stalled(idleMs: number): SuretyError {
  const message = `The work has not moved for ${idleMs} ms.`
  return new SuretyError('STALLED', 'TIMEOUT', message, { retryable: false })
}

/** Finds the running job of a call, or starts one; two equal calls at once start one job. */
async function attachOrStart(attempt: Attempt, latest: JobFacts | null): Promise<JobFacts> {
  const { call, store, key } = attempt
  if (latest && isRunning(store, latest)) return latest
  return store.alone(key, () => {
    const other = store.ofCall(key)
    if (other && isRunning(store, other)) return other
    store.removeOld()
    const job = newJob(attempt, 'running')
    startWorker(store, job, call.run.world, call.input.stdin)
    return job
  })
}

function isRunning(store: JobStore, job: JobFacts): boolean {
  return job.state === 'running' && store.answerOf(job.id) === null && store.isAlive(job)
}

function newJob({ call, store, key }: Attempt, state: JobFacts['state']): JobFacts {
  const { run, command } = call
  const id = `${run.path.join('-')}-${randomUUID().slice(0, 8)}`.toLowerCase()
  const job: JobFacts = {
    id,
    key,
    state,
    at: run.world.now().getTime(),
    retryable: command.declaration.danger === 'safe',
    continue_command: state === 'running' ? `${store.tool} job wait ${id}` : sameCall(call),
  }
  // How far the work got counts from its first call on, however often its process changed.
  const earlier = store.checkpointOf(key) && store.ofCall(key)
  store.keep(job)
  if (earlier) store.keepProgress(id, store.progressOf(earlier.id))
  return job
}

/** Returns the call itself; one that changes things carries a key, so that nothing is done twice. */
function sameCall(call: Call): string {
  const { run, command } = call
  const words = withoutSecrets(run, run.world.argv)
  const keeps = command.declaration.danger === 'safe' || isKeyed(call)
  const keyed = keeps ? words : [...words, '--idempotency-key', ownKey(call)]
  return quoteWords([...callWords(run.cli), ...keyed])
}

/** Makes the key that a call without one gets: the same for equal calls. */
function ownKey(call: Call): string {
  return `k-${keyOf(partsOf(call)).slice(0, 12)}`
}

/** Two calls with the same key are about the same work. */
function keyOfCall(call: Call): string {
  const given = call.input.flags.idempotencyKey
  const isReading = call.command.declaration.danger === 'safe'
  return keyOf([...partsOf(call), given ?? (isReading ? null : ownKey(call))])
}

function partsOf({ run, input }: Call): unknown[] {
  const { args, options, globals, flags, stdin } = input
  const digest = stdin === null ? null : sha256(stdin)
  const { limit = null, cursor = null, fields = null } = flags
  return [
    commandName(run),
    [args, options, globals, limit, cursor, fields],
    run.world.cwd,
    run.cli.declaration.version,
    digest,
  ]
}

/** The variable that tells a process which job it does. */
const JOB_VARIABLE = 'SURETY_JOB'

/** Starts the same call in a session of its own, so that neither signals nor the end of the caller reach the job. */
function startWorker(
  store: JobStore,
  job: JobFacts,
  { env, cwd, argv }: World,
  stdin: string | null,
): void {
  const folder = store.folderOf(job.id)
  makeFolder(folder, 0o700)
  const log = openSync(join(folder, 'log'), 'a', 0o600)
  const input = stdin === null ? null : spool(join(folder, 'stdin'), stdin)
  try {
    const [, script = ''] = process.argv
    const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
      cwd,
      env: { ...env, [JOB_VARIABLE]: job.id },
      stdio: [input ?? 'ignore', log, log],
      detached: true,
      windowsHide: true,
    })
    // A process that cannot be started leaves no answer, which is reported as the loss of the job.
    child.on('error', () => {})
    child.unref()
    if (child.pid !== undefined) store.keepWorker(job.id, identityOf(child.pid))
  } finally {
    closeSync(log)
    if (input !== null) closeSync(input)
  }
}

function spool(path: string, text: string): number {
  writeFileSync(path, text, { mode: 0o600 })
  return openSync(path, 'r')
}
