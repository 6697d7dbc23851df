import { given } from '@surety/internal/given.ts'
import { addVariables } from '@surety/internal/process/quiet-environment.ts'
import { MARK, writeMark } from '../process/attempt-mark.ts'
import { runMarked } from '../process/marked-processes.ts'
import type { CallBudget } from './call-budget.ts'
import type { CallTarget } from './call-target.ts'
import type { Limiter } from './limiter.ts'
import { readEnd } from '../read/read-answer.ts'
import type { Settings, World } from '../settings.ts'
import { traceVariables, type Trace } from '../process/trace.ts'

/** What does not change between the attempts of a call. */
export interface CallContext {
  readonly settings: Settings
  readonly world: World
  readonly limit: Limiter
  readonly trace: Trace
  readonly call: string
  readonly budget: CallBudget
}

export type Attempted = Readonly<Awaited<ReturnType<typeof attempt>>>

export async function attempt(
  { settings, world, trace, limit, budget, call }: CallContext,
  target: CallTarget,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  number: number,
) {
  const { cwd, input, signal, onStderr, onStdout } = settings
  let startedAt = world.now()
  let { timeoutMs } = settings
  const program = await settings.known?.(argv, cwd, {
    ...world.inheritedEnv,
    ...settings.env,
  })
  const end = await limit(() => {
    startedAt = world.now()
    timeoutMs = Math.min(timeoutMs, budget.left())
    return runMarked({
      argv: program?.argv ?? argv,
      leavesRest: program?.leavesRest === true,
      ...(program?.instead !== undefined && { refusal: 'TERMINAL' }),
      env: addVariables(world.quietEnv, {
        ...budget.variables(),
        ...settings.env,
        ...program?.env,
        ...env,
        // It continues the trace that a variable of the call names.
        ...traceVariables(trace),
        [MARK]: writeMark(call, number, world.inheritedEnv[MARK]),
      }),
      timeoutMs,
      graceMs: settings.graceMs,
      drainMs: settings.drainMs,
      maxBytes: settings.maxBytes,
      ...given({ cwd, input, signal, onStderr, onStdout }),
    })
  })
  const { dialect: choice, isLearning = false } = settings
  const words = target.argumentsOf(target.argv)
  const command = end.exitCode === 0 ? undefined : await target.known.declared(words)
  const known = { remembered: target.known.dialectFor(words), command, isLearning }
  const isInputEmpty = program?.waits === true && input === undefined
  const facts = { ...known, ...given({ program }), isInputEmpty }
  const reading = await readEnd(end, { argv, timeoutMs, choice, ...facts })
  program?.close?.()
  // A success is looked up only if following its cursor would run the command again.
  const isPart = reading.outcome.ok && reading.outcome.meta.cursor !== undefined
  const declared = command ?? (isPart ? await target.known.declared(words) : undefined)
  const isFailed = end.exitCode !== 0 || reading.outcome.meta['hidden'] === true
  const reads = program?.reads === true && (isFailed || isPart)
  return { end, reading, startedAt, command: declared, reads, settles: program?.settles }
}
