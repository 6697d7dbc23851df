import { toEnding } from '../result/validate-result.ts'
import type { Command } from '../declare/command.ts'
import { callWithDeadline, TIMED_OUT } from './execute.ts'
import { makeContext, type AnyContext } from '../services/create-context.ts'
import type { ParsedInput } from '../input/parsed-input.ts'
import { prepare } from '../input/prepare.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { readInput } from '../input/read-input.ts'
import { commandName, type Run } from '../run/run-state.ts'
import type { Ending } from '../run/run-end.ts'
import { consume, isStream, Streamed } from './row-stream.ts'

/** Takes a command from its argv to an ending: validate, gate, execute, check what came back. */
export async function invoke(run: Run, command: Command, argv: readonly string[]): Promise<Ending> {
  run.command = command
  run.timeoutMs = command.declaration.timeoutMs ?? run.timeoutMs
  let checked = await readInput(run, command, argv)
  if (checked.flags['schema'] === true && checked.problems.every(isMissing)) {
    const { schemaEnding } = await import('../describe/schema-flag.ts')
    return schemaEnding(run, checked.flags['fields'])
  }
  if (checked.problems.length > 0) {
    const { mendInput } = await import('../input/recover-input.ts')
    checked = await mendInput(run, command, argv, checked)
  }
  warnOfDeprecation(run, command)
  const preparing = prepare(run, command, checked)
  const input = preparing instanceof Promise ? await preparing : preparing
  if (command.declaration.validate) await runValidateHook(run, command, input)
  if (command.declaration.danger === 'destructive') {
    const { confirm } = await import('../input/confirm.ts')
    await confirm(run, command, input)
  }
  run.phase = 'execution'
  return callHandler(run, command, input)
}

function isMissing(problem: { readonly code: string }): boolean {
  return problem.code === 'MISSING_ARGUMENT'
}

async function refuse(run: Run, problems: readonly InputProblem[]): Promise<never> {
  const { inputFailure } = await import('../run/input-error.ts')
  throw inputFailure(run, problems)
}

async function runValidateHook(run: Run, command: Command, input: ParsedInput): Promise<void> {
  const { args, options, env } = input
  const context = { args, options, env, command: commandName(run), now: run.world.now }
  const problems = await command.declaration.validate!(context)
  if (problems && problems.length > 0) await refuse(run, problems)
}

async function callHandler(run: Run, command: Command, input: ParsedInput): Promise<Ending> {
  const { declaration } = command
  const handler = (run.isDryRun ? declaration.dryRun! : declaration.run) as (
    context: AnyContext,
  ) => unknown
  const context = makeContext(run, input)
  const endHeartbeat = input.framework.heartbeatMs > 0 ? await heartbeat(run, input) : null
  try {
    const call = (): unknown => {
      const result = handler(context)
      return isStream(result) ? consume(run, command, result) : result
    }
    const returned = await callWithDeadline(run, call, isAsync(handler))
    if (returned instanceof Streamed) return returned.ending
    return await toEnding(run, command, input, returned)
  } catch (error) {
    if (error === TIMED_OUT) return { kind: 'timed-out' }
    throw error
  } finally {
    endHeartbeat?.()
  }
}

/** Tests for async functions and generators, without calling them. */
function isAsync(handler: object): boolean {
  const { [Symbol.toStringTag]: tag = '' } = handler as { readonly [Symbol.toStringTag]?: string }
  return tag.startsWith('Async')
}

async function heartbeat(run: Run, input: ParsedInput): Promise<() => void> {
  const { startHeartbeat } = await import('./heartbeat.ts')
  return startHeartbeat(run, input)
}

function warnOfDeprecation(run: Run, command: Command): void {
  const { deprecated } = command.declaration
  if (deprecated === undefined) return
  const { message, use } =
    typeof deprecated === 'string' ? { message: deprecated, use: undefined } : deprecated
  const instead = use === undefined ? '' : ` Use '${run.cli.declaration.name} ${use}' instead.`
  const end = /[.!?]$/.test(message) ? '' : '.'
  run.warnings.push(`'${commandName(run)}' is deprecated: ${message}${end}${instead}`)
}
