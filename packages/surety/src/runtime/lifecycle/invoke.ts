import type { Command } from '../declare/command.ts'
import { isMarked } from '../handler/handler-result.ts'
import { readFrameworkInput } from '../input/input.ts'
import { readInput } from '../input/read-input.ts'
import type { Finding } from '../line/values.ts'
import { toRunEnd } from '../result/validate-result.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { isDryRun, type Run } from '../run/run-state.ts'
import { makeContext, type AnyContext } from '../services/create-context.ts'
import { loadDrawing } from '../services/progress.ts'
import { takeSteps } from '../steps/index.ts'
import { isStream, Streamed } from './rows/stream-end.ts'

/** Runs a command: reads and validates its input, takes the steps, calls the handler. */
export async function invoke(run: Run, command: Command, argv: readonly string[]): Promise<RunEnd> {
  const { declaration } = command
  run.command = command
  run.limit.change(declaration.timeoutMs ?? run.limit.timeoutMs)
  const checking = readInput(run, command, argv)
  let checked = checking instanceof Promise ? await checking : checking
  run.input = checked
  const { schema, rest } = checked.flags
  // None of them needs the words of a call, nor runs its handler.
  if (checked.findings.every(isMissing)) {
    if (schema === true)
      return (await import('../describe/schema-flag.ts')).schemaEnd(run, checked.flags)
    if (rest !== undefined)
      return (await import('../result/rest-end.ts')).restEnd(run, rest, checked.flags)
  }
  if (checked.findings.length > 0) {
    const { recoverInput } = await import('../input/refusal.ts')
    checked = await recoverInput(run, command, argv, checked)
  }
  const reading = readFrameworkInput(run, command, checked)
  const input = reading instanceof Promise ? await reading : reading
  const call: Call = { run, command, input }
  if (run.world.isStderrTty) await loadDrawing()
  return takeSteps(call, () => callHandler(call))
}

/** Tests for a value that is missing, or one of several of which one is needed. */
function isMissing(finding: Finding): boolean {
  return (
    finding.kind === 'missing' ||
    (finding.kind === 'problem' && finding.problem.code === 'MISSING_ARGUMENT')
  )
}

function callHandler(call: Call): MaybeLater<RunEnd> {
  const { run, command, input } = call
  if (run.limit.isOver) return { kind: 'timed-out' }
  run.phase = 'execution'
  const { declaration } = command
  const handler = (isDryRun(run) ? declaration.dryRun! : declaration.run) as (
    context: AnyContext,
    run: Run | null,
  ) => unknown
  const result = handler(makeContext(call), run.isBuiltin ? run : null)
  if (isStream(result))
    return import('./rows/row-stream.ts')
      .then((rows) => rows.consume(run, command, input, result))
      .then((returned) => endOf(call, returned))
  const isLater = typeof (result as { readonly then?: unknown } | null | undefined)?.then
  return isLater === 'function'
    ? Promise.resolve(result).then((returned) => endOf(call, returned))
    : endOf(call, result)
}

function endOf({ run, command, input }: Call, returned: unknown): MaybeLater<RunEnd> {
  if (returned instanceof Streamed) return returned.end
  if (isMarked(returned) && returned.kind === 'help')
    return import('../describe/index.ts').then((its) => its.helpEnd(run, returned.path))
  return toRunEnd(run, command, input, returned)
}
