import { DEFAULT_DIALECT } from '../../dialects/index.ts'
import { defineCli, isCli, type Cli } from '../declare/cli.ts'
import { loadCli, type CliSource } from '../declare/cli-source.ts'
import type { World } from '../process/world.ts'
import { loadCommand } from '../route/command-tree.ts'
import { route, type Route, type RouteFacts } from '../route/route.ts'
import { takesValueBeforeCommand } from '../route/value-taking-flags.ts'
import type { RunEnd } from '../run/run-end.ts'
import { startRun, type Run } from '../run/run-state.ts'
import { quieten } from '../services/own-environment.ts'
import { answer, type Answer } from './answer.ts'
import { execute } from './execute.ts'
import { invoke } from './invoke.ts'

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
      // Loading can fail in all the ways that a run can, before the tool has a name.
      const run = startRun(nameless(), world)
      const end = await execute(run, async () => {
        cli = await loadCli(source)
        return { kind: 'data', data: null }
      })
      if (!cli) return await answer(run, end, () => noise)
    }
    const run = startRun(cli, world)
    quieten(world)
    const end = await execute(run, () => runCommandLine(run))
    return await answer(run, end, () => noise)
  } finally {
    endGuard()
  }
}

/** Takes a run from its argv to its end. */
async function runCommandLine(run: Run): Promise<RunEnd> {
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
      if (cli.declaration.requiresCommand && !isSchema)
        throw (await routingErrors()).missingCommand(run)
      return help(run, found.path, found.rest)
    }
    case 'redirect':
      throw (await routingErrors()).redirectFailure(cli, found)
    case 'unknown':
      throw (await routingErrors()).explainUnknown(run, found)
  }
}

/** Routes once more, with the commands that every tool has; the tool's own come first anyway. */
async function routeToBuiltin(run: Run, takesValue: RouteFacts['takesValue']): Promise<Route> {
  const { builtinsOf } = await import('../describe/builtins/index.ts')
  const builtins = builtinsOf(run.cli, run.output.dialect)
  return route(run.cli, run.world.argv, { builtins, takesValue })
}

/** Loads the errors of calls that lead nowhere. */
const routingErrors = () => import('../route/routing-errors.ts')

async function help(
  run: Run,
  path: readonly string[],
  stray: readonly string[] = [],
): Promise<RunEnd> {
  const { helpEnd } = await import('../describe/help-page.ts')
  return helpEnd(run, path, stray)
}

function version(cli: Cli): RunEnd {
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
