import { toRunEnd } from '../result/validate-result.ts'
import type { Command } from '../declare/command.ts'
import { makeContext, type AnyContext } from '../services/create-context.ts'
import type { Call } from '../run/call.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { readFrameworkInput } from '../input/framework-input.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { isMarked } from '../handler/handler-result.ts'
import { followsRequirements } from '../declare/cli.ts'
import { readInput, type CheckedInput } from '../input/read-input.ts'
import { commandName, isAudited, type Run } from '../run/run-state.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { isStream, Streamed } from './rows/stream-end.ts'

/** Runs a command: reads and validates its input, checks confirmation, calls the handler. */
export async function invoke(run: Run, command: Command, argv: readonly string[]): Promise<RunEnd> {
  const { declaration } = command
  run.command = command
  run.limit.change(declaration.timeoutMs ?? run.limit.timeoutMs)
  if (declaration.passthrough) return (await import('./delegate.ts')).delegate(run, command)
  let checked = await readInput(run, command, argv)
  if (isAudited(run)) (await import('./audit/audit-log.ts')).beginAudit(run, checked)
  if (checked.flags['schema'] === true && checked.problems.every(isMissing))
    return describe(run, checked)
  if (checked.problems.length > 0) checked = await recover(run, command, argv, checked)
  if (declaration.deprecated) await warnOfDeprecation(run, declaration.deprecated)
  const reading = readFrameworkInput(run, command, checked)
  const input = reading instanceof Promise ? await reading : reading
  return callAfterSteps(run, command, input)
}

async function describe(run: Run, { flags }: CheckedInput): Promise<RunEnd> {
  return (await import('../describe/schema-flag.ts')).schemaEnd(run, flags['fields'])
}

async function recover(
  run: Run,
  command: Command,
  argv: readonly string[],
  checked: CheckedInput,
): Promise<CheckedInput> {
  return (await import('../input/recover-input.ts')).recoverInput(run, command, argv, checked)
}

async function warnOfDeprecation(
  run: Run,
  deprecated: NonNullable<Command['declaration']['deprecated']>,
): Promise<void> {
  const { warnOfDeprecation: warn } = await import('./warnings/deprecation.ts')
  warn(run, deprecated)
}

/** Takes the steps between valid input and the handler, of which most commands have none, then calls it. */
async function callAfterSteps(run: Run, command: Command, input: ParsedInput): Promise<RunEnd> {
  const { declaration } = command
  if (declaration.validate) await runValidateHook(run, command, input)
  if (declaration.requiresPerson)
    await (await import('./confirm/attest.ts')).attest(run, command, input)
  const call: Call = { run, command, input }
  if (declaration.setup) await (await import('./hooks/open-setup.ts')).openSetup(call)
  const { danger, filter } = declaration
  if (danger === 'destructive' && filter !== 'protocol') {
    const { confirm } = await import('./confirm/confirm.ts')
    await confirm(call)
  }
  const { beforeRun, afterRun } = run.cli.declaration
  const handle = () => callHandler(call)
  const next =
    beforeRun || afterRun
      ? async () => (await import('./hooks/call-with-hooks.ts')).callWithHooks(call, handle)
      : handle
  if (declaration.interruption && run.output.isCurrent && !run.isDryRun)
    return (await import('./run-interruptible.ts')).runInterruptible(call, next)
  if (input.flags['idempotencyKey'] !== undefined && !run.isDryRun)
    return (await import('./run-once.ts')).runOnce(run, command, input, next)
  return next()
}

function isMissing(problem: { readonly code: string }): boolean {
  return problem.code === 'MISSING_ARGUMENT'
}

async function refuse(run: Run, problems: readonly InputProblem[]): Promise<never> {
  const { inputFailure } = await import('../run/errors/input-error.ts')
  throw inputFailure(run, problems)
}

async function runValidateHook(run: Run, command: Command, input: ParsedInput): Promise<void> {
  const { args, options, env } = input
  const context = { args, options, env, command: commandName(run), now: run.world.now }
  const validate = () => command.declaration.validate!(context)
  const problems = await (followsRequirements(run.cli)
    ? (await import('./strict-validation.ts')).validateStrictly(run, validate)
    : validate())
  if (problems && problems.length > 0) await refuse(run, problems)
}

async function callHandler(call: Call): Promise<RunEnd> {
  const { run, command, input } = call
  run.phase = 'execution'
  const { declaration } = command
  const handler = (run.isDryRun ? declaration.dryRun! : declaration.run) as (
    context: AnyContext,
    run: Run | null,
  ) => unknown
  const context = makeContext(call)
  // A handler that takes long may wait for input that nobody types, and a person waits for it.
  const look = async () => (await import('../services/long-run.ts')).noticeLongRun(run)
  let looking: NodeJS.Timeout | undefined
  // Most handlers end before the event loop turns, and setting a timer takes longer than this.
  const turn = setImmediate(() => {
    looking = setTimeout(() => void look(), 300).unref()
  })
  const endHeartbeat = input.framework.heartbeatMs > 0 ? await heartbeat(run, input) : null
  try {
    const result = handler(context, run.dispatch && run)
    const returned = await (isStream(result) ? consumeRows(run, command, input, result) : result)
    if (returned instanceof Streamed) return returned.end
    if (isMarked(returned) && returned.kind === 'help')
      return (await import('../describe/help-page.ts')).helpEnd(run, returned.path)
    return await toRunEnd(run, command, input, returned)
  } finally {
    clearImmediate(turn)
    if (looking) clearTimeout(looking)
    endHeartbeat?.()
  }
}

async function consumeRows(
  run: Run,
  command: Command,
  input: ParsedInput,
  rows: AsyncGenerator<unknown, unknown, void>,
): Promise<Streamed> {
  return (await import('./rows/row-stream.ts')).consume(run, command, input, rows)
}

async function heartbeat(run: Run, input: ParsedInput): Promise<() => void> {
  const { startHeartbeat } = await import('./heartbeat.ts')
  return startHeartbeat(run, input)
}
