import { speaksProtocol } from '../declare/command.ts'
import { ERROR_MEMBERS, isSignalExitName, type SuretyError } from '../../contract/index.ts'
import { closest } from '@surety/internal/closest.ts'
import { tablesOf, type ExitEntry } from '../declare/exits/exit-table.ts'
import { UsageFailure, type UnfinishedOutcome } from '../run/ending/run-end.ts'
import { advise, commandName, isDryRun, warn, type Run } from '../run/run-state.ts'
import { errorOf, toPlainJson } from './failure/error-of-failure.ts'

/** Turns a failure that somebody foresaw into the outcome of a run; never fails. */
export function toFailed(run: Run, failure: SuretyError): UnfinishedOutcome {
  adviseOnFacts(run, failure.facts)
  const exit = exitOf(run, failure)
  const name = typeof exit === 'string' ? exit : exit.name
  const entry = exitNamed(run, name)
  if (run.command && !entry && !isSignalExitName(name)) {
    const problem = `${commandName(run)} ended with ${name}, which it does not declare`
    if (run.command.declaration.exitCodes) warn(run, `${problem} in exitCodes.`)
    else advise(run, `${problem}: add a code with that exit to errors and use fail()`)
  }
  const error = errorOf(run, failure, name, entry?.retryable === true)
  const data = toPlainJson(failure.data)
  return {
    data,
    failure: { exit, error },
    isFrameworkError: error.code !== failure.code,
    ...(failure instanceof UsageFailure && { usage: failure.usage }),
  }
}

/** The facts that a failure may give; its code says the rest. */
const FACTS: readonly string[] = [
  ...ERROR_MEMBERS.filter((name) => !/^(?:code|category|message|synthesised)$/.test(name)),
  'cause',
  'data',
]

/** Tells authors without types of facts that no dialect writes. */
function adviseOnFacts(run: Run, facts: object): void {
  for (const name of Object.keys(facts).filter((each) => !FACTS.includes(each))) {
    const near = closest(name, FACTS)
    advise(
      run,
      `${commandName(run)} failed with a fact '${name}', which no error has: ${near === undefined ? 'put it into details' : `write ${near}, or put it into details`}`,
    )
  }
}

/**
 * Returns the exit of a failure. ARG_ERROR promises that nothing was changed, which nobody can know once
 * `run()` of a command that changes things has begun, unless the failure itself says `validation`.
 */
function exitOf(run: Run, failure: SuretyError): SuretyError['exit'] {
  const { exit, facts } = failure
  if (run.command && speaksProtocol(run.command.declaration)) return serverExit(run, exit)
  if (exit !== 'ARG_ERROR' || run.phase === 'validation' || facts.phase === 'validation')
    return exit
  const mayHaveChanged = run.command?.declaration.danger !== 'safe' && !isDryRun(run)
  return mayHaveChanged ? 'PARTIAL_FAILURE' : exit
}

/** A server ends with an exit that it declares, and never as a refused call once it has read or written anything. */
function serverExit(run: Run, exit: SuretyError['exit']): SuretyError['exit'] {
  const name = typeof exit === 'string' ? exit : exit.name
  const { onStdout, world } = run
  const hasWritten = onStdout?.kind === 'lines' && onStdout.bytes > 0
  const hasServed = hasWritten || (onStdout !== null && world.direct && process.stdin.bytesRead > 0)
  if (name === 'ARG_ERROR') return hasServed ? 'GENERAL_ERROR' : exit
  return exitNamed(run, name) || isSignalExitName(name) ? exit : 'GENERAL_ERROR'
}

/** Finds an exit of the command; undefined without a command, and if the exit is not declared. */
export function exitNamed({ cli, command }: Run, name: string): ExitEntry | undefined {
  try {
    return command ? tablesOf(cli, command).exits[name] : undefined
  } catch {
    // The declaration is wrong, and the answer says so already.
    return undefined
  }
}
