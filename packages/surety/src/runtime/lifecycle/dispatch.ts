import { isDialectId } from '../../dialects/wires.ts'
import { defineCli, isCli, loadCli, type Cli, type CliSource } from '../declare/cli.ts'
import type { CliDeclaration } from '../declare/types/cli-declaration.ts'
import { isCommand, type Command } from '../declare/command.ts'
import { commandOf } from '../declare/groups/group.ts'
import { Noise, printingFile } from '../process/noise.ts'
import type { Interruption, World } from '../process/world.ts'
import { unfitInMember, unfitInTool } from '../declare/guard.ts'
import type { unfitDeclaration } from '../declare/wrong-declaration.ts'
import { readingFlags } from '../input/read-input.ts'
import { findMember, loadMember } from '../line/command-tree.ts'
import { readyFor } from '../line/params.ts'
import { follow, hasFlag, needsNames, readLine, type Found } from '../line/read.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { isAnswered, isDebug, isOver, StartedRun, warn, type Run } from '../run/run-state.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { reportProblem } from '../output/write.ts'
import { logLine } from '../services/log.ts'
import { setQuietVariables } from '../process/quiet-variables.ts'
import { answer, type Answer } from './answer.ts'
import { execute } from './execute.ts'
import { invoke } from './invoke.ts'
import { isTrapped } from './trapped-exit.ts'

/**
 * Runs a tool once, from argv to the written answer. Never rejects. `noise` is what was printed before; tests hand in a judge
 * of the declarations.
 */
export async function dispatch(
  source: CliSource,
  world: World,
  noise = new Noise(),
  judge?: Judge,
): Promise<Answer> {
  const endGuard = world.guardStdout((text, bytes) => {
    if (run?.deputy?.printed) return run.deputy.printed(text, bytes)
    noise.add(text)
    if (run?.output.rules.reportsNoise && !isAnswered(run)) {
      if (isDebug(run))
        logLine(run, 'debug', `${printingFile()} printed to stdout: ${text.trimEnd()}`)
      return
    }
    // A progress line must not share its line with the noise.
    if (run?.display) run.display.log(text.trimEnd())
    else void world.write('stderr', text)
  })
  let run: Run | null = null
  let early: Interruption | null = null
  const stopListening = world.onInterruption((by) => {
    if (!run) early = by
    if (by.kind !== 'uncaught' || isTrapped(by.error, run, world)) return
    // It comes too late to be the answer.
    if (run && isOver(run))
      reportProblem(
        run,
        run.redactor.redact(`after the command ended: ${describeThrown(by.error)}`),
      )
  })
  try {
    let cli = isCli(source) ? source : null
    if (!cli) {
      // What goes wrong before there is a tool needs a run to be answered.
      run = await startEmpty(world)
      const end = await execute(run, async () => {
        cli = await loadCli(source)
        return { kind: 'data', data: null }
      })
      if (!cli) return await answer(run, end, noise)
    }
    const declared = cli
    const isFit = unfitInTool(declared) === null
    const started = (run = isFit
      ? await start(declared, world)
      : await startEmpty(world, declared.declaration))
    setQuietVariables(world)
    const end = await execute(started, async () => {
      if (early) return { kind: 'interrupted', by: early }
      if (!isFit) await unfit(declared)
      return runCommandLine(started, judge)
    })
    const answered = await answer(run, end, noise)
    started.limit.watch?.leaves(answered.exitCode)
    // Node reports rejections that nothing handles only after the current turn.
    if (world.direct) await new Promise((resolve) => setImmediate(resolve))
    return answered
  } finally {
    stopListening()
    // In a real process the guard stays, for exit listeners that print.
    if (!world.direct) endGuard()
  }
}

/** Starts the run of a tool with the words of its call, as they mean the same before every command. */
async function start(cli: Cli, world: World): Promise<Run> {
  const { argv } = world
  if (!needsNames(argv)) return new StartedRun(cli, world, readLine(argv))
  await readyFor(cli.declaration.globals)
  // If too many files are open, the run fails where it needs more of it.
  const flags = await readingFlags().catch(() => null)
  return new StartedRun(cli, world, readLine(argv, flags?.toolNamesOf(cli)))
}

/** Starts a run of no tool, with the name, version and dialect of the one that is declared wrongly, if they can be read. */
function startEmpty(world: World, given: Partial<CliDeclaration> = {}): Promise<Run> {
  const { name, version, contract } = given
  const dialect = contract?.versions?.[contract.default] ?? given.dialect
  const empty = defineCli({
    name: typeof name === 'string' ? name : 'cli',
    version: typeof version === 'string' ? version : '0.0.0',
    description: '',
    commands: {},
    ...(typeof dialect === 'string' && isDialectId(dialect) && { dialect }),
  })
  return start(empty, world)
}

/** Refuses declarations, or tells of commands that are declared wrongly. */
type Judge = (
  cli: Cli,
  path: readonly string[],
  command: Command | null,
  tell: (warning: string) => void,
) => void

async function runCommandLine(run: Run, judge?: Judge): Promise<RunEnd> {
  const { cli, world } = run
  const { dialect, unknownVersion, refusedFormat } = run.output
  if (!isDialectId(dialect) || unknownVersion !== null || refusedFormat !== null)
    await refuseOutput(run)
  const routing = routeWithBuiltins(run)
  const found = routing instanceof Promise ? await routing : routing
  if (found.kind !== 'command') {
    judge?.(cli, [], null, (text) => warn(run, text))
    return (await describing()).endWithoutCommand(run, found)
  }
  const { path, member, isBuiltin } = found
  run.path = path
  const known = commandOf(member)
  const refusal = isBuiltin ? undefined : refuseUnfit(run, member, judge)
  if (refusal) await refusal
  const command = known ?? (await loadMember(path, member))
  // The way goes on inside of a group that was loaded just now.
  if (!isCommand(command)) return runCommandLine(run, judge)
  if (!isBuiltin && !known) await refuseUnfit(run, command, judge)
  // Help may have to go on inside of a lazy member.
  if (hasFlag(run.line, '--help', '-h'))
    return (await describing()).showHelp(run, path, isBuiltin ? null : command)
  if (isBuiltin) await (await describing()).tellMistakes(run)
  if (world.guardChildren) await world.guardChildren()
  run.isBuiltin = isBuiltin
  return invoke(run, command, found.rest)
}

/** Refuses a member of the tool that is declared wrongly, before anything runs. */
function refuseUnfit(
  { cli, path, warnings }: Run,
  member: unknown,
  judge?: Judge,
): void | Promise<never> {
  judge?.(cli, path, commandOf(member), (text) => warnings.push({ text }))
  if (unfitInMember(member) !== null) return unfit(cli, member, path)
}

async function unfit(...declared: Parameters<typeof unfitDeclaration>): Promise<never> {
  throw (await import('../declare/wrong-declaration.ts')).unfitDeclaration(...declared)
}

async function refuseOutput(run: Run): Promise<void> {
  const { refuseUnknownOutput } = await import('../output/unknown-output.ts')
  try {
    await refuseUnknownOutput(run)
  } catch (error) {
    // The answer names the command that was called.
    const found = await routeWithBuiltins(run)
    if (found.kind === 'command') {
      run.path = found.path
      run.command = commandOf(found.member)
    }
    throw error
  }
}

/** Routes the line; the tool's own commands precede builtins of the same name, which are loaded if there is none. */
function routeWithBuiltins(run: Run): MaybeLater<Found> {
  const { cli, line } = run
  const [first] = line.words
  const isOwn = first && findMember(cli.declaration.commands, first.text)
  return isOwn ? follow(cli, line) : routeAmongAll(run)
}

async function routeAmongAll({ cli, line, output }: Run): Promise<Found> {
  const { builtinsOf, usefulBuiltins } = await describing()
  const builtins = builtinsOf(cli, output.dialect)
  const found = follow(cli, line, builtins)
  if (found.kind !== 'none' || found.path.length > 0) return found
  return { ...found, siblings: [...found.siblings, ...usefulBuiltins(cli, builtins)] }
}

const describing = () => import('../describe/index.ts')
