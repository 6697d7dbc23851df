import type { Outcome } from '../../contract/index.ts'
import { DEFAULT_DIALECT } from '../../dialects/index.ts'
import { quieten } from '../services/child-environment.ts'
import { defineCli, isCli, type Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { emit } from '../output/emit.ts'
import { cleanUp, execute } from './execute.ts'
import type { Ending } from '../run/run-end.ts'
import type { ErrorTable } from '../declare/error-declarations.ts'
import { invoke } from './invoke.ts'
import { lastLine, lastOutcome } from '../run/fallback-envelope.ts'
import { logLine } from '../services/log.ts'
import type { OutputRequest } from '../run/output-request.ts'
import { route, type Route, type RouteFacts } from '../route/route.ts'
import { startRun, type Run } from '../run/run-state.ts'
import { settleData } from '../result/settle-success.ts'
import { loadCli, type CliSource } from '../declare/cli-source.ts'
import { READER_GONE } from './row-stream.ts'
import { describeThrown } from '../run/describe-error.ts'
import { takesValueBeforeCommand } from '../route/value-taking-flags.ts'
import { loadCommand } from '../route/command-tree.ts'
import type { World } from '../process/world.ts'
import { write } from '../output/write.ts'

/** What a run came to, with what is needed to check it. */
export interface Answer {
  readonly outcome: Outcome
  readonly exitCode: number
  readonly tool: string
  readonly path: readonly string[]
  readonly command: Command | null
  /** Error codes that the tool declares for all of its commands. */
  readonly errors: ErrorTable
  readonly output: OutputRequest
  /** Whether a text was written that is no envelope: a version, a script, a page of help. */
  readonly isBareText: boolean
  /** Whether the data is not what the output schema describes: help, a preview, rows, chosen fields. */
  readonly isPartialData: boolean
}

/**
 * Runs a tool once, from argv to the written answer. Never rejects. `noise` is what was printed to
 * stdout before and kept away from it.
 */
export async function dispatch(source: CliSource, world: World, noise = 0): Promise<Answer> {
  const endGuard = world.guardStdout((text) => {
    noise += text.length
    void world.write('stderr', text)
  })
  try {
    let cli = isCli(source) ? source : null
    if (!cli) {
      // Loading can break off in all the ways that a run can, and is answered for a tool without a name.
      const run = startRun(nameless(), world)
      const ending = await execute(run, async () => {
        cli = await loadCli(source)
        return { kind: 'data', data: null }
      })
      if (!cli) return await answer(run, ending, () => noise)
    }
    const run = startRun(cli, world)
    quieten(world)
    const ending = await execute(run, () => live(run))
    return await answer(run, ending, () => noise)
  } finally {
    endGuard()
  }
}

/** Follows a run from its argv to an ending. */
async function live(run: Run): Promise<Ending> {
  const { cli, world } = run
  if (run.output.dialect !== DEFAULT_DIALECT || run.output.unknownVersion !== null) {
    const { refuseUnknownOutput } = await import('../output/unknown-output.ts')
    await refuseUnknownOutput(run)
  }
  const takesValue = takesValueBeforeCommand(cli)
  const own = route(cli, world.argv, { builtins: {}, takesValue })
  // A default command would take the name of a builtin for its argument.
  const isSure = own.kind !== 'unknown' && cli.declaration.default === undefined
  const found = isSure ? own : await routeToBuiltin(run, takesValue)
  switch (found.kind) {
    case 'command': {
      run.path = found.path
      if (asksForHelp(found.rest)) return help(run, found.path)
      return invoke(run, await loadCommand(found.path, found.member), found.rest)
    }
    case 'group': {
      if (found.path.length === 0 && asksForVersion(found.rest)) return version(cli)
      run.path = found.path
      // Help is never refused, whatever else was typed.
      if (found.rest.some(isHelpFlag)) return help(run, found.path)
      const isSchema = found.rest.includes('--schema')
      if (cli.declaration.requiresCommand && !isSchema) throw (await lost()).missingCommand(run)
      return help(run, found.path, found.rest)
    }
    case 'redirect':
      throw (await lost()).redirectFailure(cli, found)
    case 'unknown':
      throw (await lost()).explainUnknown(run, found)
  }
}

/** Routes once more, with the commands that every tool has; the tool's own come first anyway. */
async function routeToBuiltin(run: Run, takesValue: RouteFacts['takesValue']): Promise<Route> {
  const { builtinsOf } = await import('../describe/builtins/index.ts')
  const builtins = builtinsOf(run.cli, run.output.dialect)
  return route(run.cli, run.world.argv, { builtins, takesValue })
}

/** Loads the answers to calls that lead nowhere. */
const lost = () => import('../route/routing-errors.ts')

async function answer(run: Run, ending: Ending, noise: () => number): Promise<Answer> {
  const { world } = run
  // The answer is on its way: only impatience ends the run earlier, a second signal. A first one may
  // have come long ago, to a thread that was too busy to hear of it.
  let isTold = ending.kind === 'interrupted'
  const stopListening = world.onInterruption((by) => {
    if (by.kind !== 'signal') return
    if (isTold && by.signal === 'SIGINT') world.abandon(130)
    isTold = true
  })
  try {
    await cleanUp(run, ending)
    if (noise() > 0) {
      run.warnings.push('Something printed to stdout; it was sent to stderr.')
    }
    const outcome =
      ending.kind === 'data'
        ? settleData(run, ending.data, ending.type)
        : (await import('../result/settle.ts')).settle(run, ending)
    traceDefect(run, ending)
    if (ending.kind === 'threw' && ending.error === READER_GONE)
      return toAnswer(run, outcome, 0, ending)
    return toAnswer(run, outcome, await emit(run, outcome, ending), ending)
  } catch (error) {
    return lastResort(run, error)
  } finally {
    stopListening()
  }
}

/** Even a fault in the framework itself ends in an envelope. */
async function lastResort(run: Run, error: unknown): Promise<Answer> {
  const outcome = lastOutcome(
    'The answer could not be made.',
    describeThrown(error),
    run.duration.elapsed(),
  )
  run.isAnswered = false
  try {
    run.output = { ...run.output, format: 'json' }
    return toAnswer(run, outcome, await emit(run, outcome))
  } catch {
    // Not even the dialect can be loaded, for want of files to open perhaps.
    return toAnswer(run, outcome, await write(run, 'stdout', lastLine(outcome), 1))
  }
}

function toAnswer(run: Run, outcome: Outcome, exitCode: number, ending?: Ending): Answer {
  const kind = ending?.kind
  return {
    outcome,
    exitCode,
    tool: run.cli.declaration.name,
    path: run.path,
    command: run.command,
    errors: run.cli.errors,
    output: run.output,
    isBareText:
      (kind === 'text' && !run.output.isExplicit) ||
      run.output.format === 'human' ||
      run.lines !== null,
    isPartialData:
      kind !== 'data' || run.isDryRun || run.isReshaped || run.meta['stream'] !== undefined,
  }
}

function traceDefect(run: Run, ending: Ending): void {
  const error = ending.kind === 'threw' ? ending.error : null
  if (run.isDebug && error instanceof Error) logLine(run, 'debug', error.stack ?? error.message)
}

async function help(
  run: Run,
  path: readonly string[],
  stray: readonly string[] = [],
): Promise<Ending> {
  const { helpEnding } = await import('../describe/help-page.ts')
  return helpEnding(run, path, stray)
}

function version(cli: Cli): Ending {
  const { name, version: number } = cli.declaration
  return {
    kind: 'text',
    text: `${name} ${number}`,
    data: { name, version: number },
    type: 'version',
  }
}

function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--')
  return rest.some((token, index) => (end < 0 || index < end) && isHelpFlag(token))
}

function isHelpFlag(token: string): boolean {
  return token === '--help' || token === '-h'
}

function asksForVersion(rest: readonly string[]): boolean {
  return rest.includes('--version') || rest.includes('-V')
}

/** Stands in for a tool that could not be loaded, so that even that is answered. */
function nameless(): Cli {
  return defineCli({ name: 'cli', version: '0.0.0', description: '', commands: {} })
}
