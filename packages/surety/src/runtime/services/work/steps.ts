import { defect, SuretyError, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import type { AnyContext, BatchResult } from '../../handler/context.ts'
import { describeThrown } from '../../run/errors/describe-error.ts'
import type { Call } from '../../run/call.ts'
import { stepReport } from '../../run/step-report.ts'
import { commandName, doneSteps, report, reported } from '../../run/run-state.ts'

/** Runs one declared step of a command; what goes wrong in it is reported with what was done before it. */
export async function runStep(
  call: Call,
  ...[name, work, undo]: Parameters<AnyContext['step']>
): Promise<unknown> {
  const { run, command, input } = call
  const { steps = [] } = command.declaration
  if (!steps.includes(name))
    throw defect('STEP_UNKNOWN', `${commandName(run)} has no step '${name}'; add it to steps`)
  const { resumeFrom: from } = input.flags
  if (from !== undefined && steps.indexOf(name) < steps.indexOf(from)) return undefined
  report(run, { kind: 'started', step: name })
  try {
    const result = await work()
    report(run, { kind: 'done', step: name, undo })
    return result
  } catch (error) {
    // A signal or the time limit has an answer of its own.
    run.signal.throwIfAborted()
    throw await stepFailure(call, name, error)
  }
}

async function stepFailure(
  { run, input }: Call,
  name: string,
  error: unknown,
): Promise<SuretyError> {
  const undos = reported(run, 'done').flatMap(({ undo }) => (undo ? [undo] : []))
  const { rollbackOnFailure: isWanted } = input.flags
  const rollback = isWanted ? await rollBack(undos) : { rollback_status: 'not_attempted' }
  const hasUndo = undos.length > 0 || isWanted
  const data = { partial: true, ...stepReport(run, name), ...(hasUndo && rollback) }
  const known = error instanceof SuretyError ? error : null
  const hasChanged = doneSteps(run).length > 0
  return new SuretyError(
    known?.code ?? 'STEP_FAILED',
    hasChanged || !known ? 'PARTIAL_FAILURE' : known.exit,
    known?.message ?? `The step '${name}' failed.`,
    {
      ...(known ? known.facts : { detail: describeThrown(error), cause: error }),
      retryable: false,
      data,
    },
  )
}

async function rollBack(undos: readonly (() => unknown)[]): Promise<JsonObject> {
  try {
    for (const undo of undos.toReversed()) await undo()
    return { rollback_status: 'completed' }
  } catch (error) {
    return { rollback_status: 'failed', rollback_error: describeThrown(error) }
  }
}

/** Does the same for every item of a batch, and fails with all results if one of them failed. */
export async function runBatch<Item>(
  items: Iterable<Item>,
  work: (item: Item) => unknown,
): Promise<BatchResult> {
  const results: (JsonObject & { readonly ok: boolean })[] = []
  for (const item of items) {
    const id = idOf(item, results.length)
    try {
      const done = await work(item)
      const more = typeof done === 'object' && done !== null ? (done as JsonObject) : {}
      results.push({ ...more, id, ok: true })
    } catch (error) {
      const known = error instanceof SuretyError ? error : null
      const { retryable = false, retry_after_ms: wait } = known?.facts ?? {}
      const failure = {
        code: known?.code ?? 'ITEM_FAILED',
        message: known?.message ?? describeThrown(error),
        retryable,
        ...(wait !== undefined && { retry_after_ms: wait }),
      }
      results.push({ id, ok: false, error: failure })
    }
  }
  const failed = results.filter(({ ok }) => !ok).length
  const summary = { total: results.length, succeeded: results.length - failed, failed }
  if (failed === 0) return { summary, results }
  const message = `${failed} of ${results.length} items failed.`
  const data = { partial: true, summary, results }
  throw new SuretyError('PARTIAL_FAILURE', 'PARTIAL_FAILURE', message, { data })
}

function idOf(item: unknown, at: number): JsonValue {
  if (typeof item === 'string' || typeof item === 'number') return item
  const { id } = (item ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : at
}
