import { isDialectId } from '../../dialects/wires.ts'
import { isCommand, type Command } from '../declare/command.ts'
import type { Cli } from '../declare/cli.ts'
import { commandOf, findMember, loadMember } from '../declare/command-tree.ts'
import { unfitInMember } from '../declare/guard.ts'
import { isMarked } from '../handler/handler-result.ts'
import { readFrameworkInput, readInput } from '../input/input.ts'
import { follow, hasFlag, type Found } from '../line/read.ts'
import type { Checked, Finding } from '../line/values.ts'
import { toRunEnd } from '../result/data.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { isDryRun, isOver, warn, type Run } from '../run/run-state.ts'
import { makeContext, type AnyContext } from '../services/create-context.ts'
import { loadDrawing } from '../services/progress.ts'
import { takeSteps } from '../steps/index.ts'
import { isStream, Streamed } from './rows/stream-end.ts'

/** Refuses declarations, or tells of commands that are declared wrongly. */
export type Judge = (
  cli: Cli,
  path: readonly string[],
  command: Command | null,
  tell: (warning: string) => void,
) => void

/** The order of a call: its output, its command and its declaration, help, input, steps, handler. */
export async function runLine(run: Run, judge?: Judge): Promise<RunEnd> {
  const { cli, world } = run
  const { dialect, unknownVersion, refusedFormat, refusedLimit } = run.output
  if (!isDialectId(dialect) || unknownVersion !== null || (refusedFormat ?? refusedLimit) !== null)
    await refuseOutput(run)
  const finding = find(run)
  const found = finding instanceof Promise ? await finding : finding
  if (found.kind !== 'command') {
    judge?.(cli, [], null, (text) => warn(run, text))
    if (found.kind === 'group') return (await describing()).endOfGroup(run, found)
    throw await (await import('../input/lost.ts')).explainLost(run, found)
  }
  const { path, member, isBuiltin, rest } = found
  run.path = path
  const known = commandOf(member)
  const refusal = isBuiltin ? undefined : judgeMember(run, member, judge)
  if (refusal) await refusal
  const command = known ?? (await loadMember(path, member))
  // The way goes on inside of a group that was loaded just now.
  if (!isCommand(command)) return runLine(run, judge)
  if (!isBuiltin && !known) await judgeMember(run, command, judge)
  // Help may have to go on inside of a lazy member.
  if (hasFlag(run.line, '--help', '-h'))
    return (await describing()).showHelp(run, path, isBuiltin ? null : command)
  if (isBuiltin) await (await describing()).tellMistakes(run)
  if (world.guardChildren) await world.guardChildren()
  run.isBuiltin = isBuiltin
  run.command = command
  run.limit.change(command.declaration.timeoutMs ?? run.limit.timeoutMs)
  const checking = readInput(run, command, rest)
  const checked = checking instanceof Promise ? await checking : checking
  run.input = checked
  return endUncalled(run, checked) ?? callCommand(run, command, rest, checked)
}

/** Finds the command; those of the tool precede built-in ones of the same name, which are loaded if there is none. */
function find(run: Run): MaybeLater<Found> {
  const { cli, line } = run
  const [first] = line.words
  const isOwn = first && findMember(cli.declaration.commands, first.text)
  return isOwn ? follow(cli, line) : findAmongAll(run)
}

async function findAmongAll({ cli, line, output }: Run): Promise<Found> {
  const { builtinsOf, usefulBuiltins } = await import('../help/builtins/index.ts')
  const builtins = builtinsOf(cli, output.dialect)
  const found = follow(cli, line, builtins)
  if (found.kind !== 'none' || found.path.length > 0) return found
  return { ...found, siblings: [...found.siblings, ...usefulBuiltins(cli, builtins)] }
}

const describing = () => import('../help/end.ts')

async function refuseOutput(run: Run): Promise<void> {
  const { refuseUnknownOutput } = await import('../output/unknown-output.ts')
  try {
    await refuseUnknownOutput(run)
  } catch (error) {
    // The answer names the command that was called.
    const found = await find(run)
    if (found.kind === 'command') {
      run.path = found.path
      run.command = commandOf(found.member)
    }
    throw error
  }
}

/** Refuses a member of the tool that is declared wrongly, before anything runs. */
function judgeMember(
  { cli, path, warnings }: Run,
  member: unknown,
  judge?: Judge,
): void | Promise<never> {
  judge?.(cli, path, commandOf(member), (text) => warnings.push({ text }))
  if (unfitInMember(member) !== null) return refuseUnfit(cli, member, path)
}

/** Throws what is wrong with a tool, or with one of its members. */
export async function refuseUnfit(
  cli: Cli,
  member?: unknown,
  path?: readonly string[],
): Promise<never> {
  throw (await import('../declare/wrong-declaration.ts')).unfitDeclaration(cli, member, path)
}

/** Answers `--schema` and `--rest`, which need no words of a call, nor its handler. */
function endUncalled(run: Run, { findings, flags }: Checked): Promise<RunEnd> | null {
  if (flags.schema !== true && flags.rest === undefined) return null
  if (!findings.every(isMissing)) return null
  return flags.schema === true
    ? import('../help/schema-flag.ts').then((its) => its.schemaEnd(run, flags))
    : import('../result/rest-end.ts').then((its) => its.restEnd(run, flags.rest!, flags))
}

/** Tests for a value that is missing, or one of several of which one is needed. */
function isMissing(finding: Finding): boolean {
  return (
    finding.kind === 'missing' ||
    (finding.kind === 'problem' && finding.problem.code === 'MISSING_ARGUMENT')
  )
}

async function callCommand(
  run: Run,
  command: Command,
  rest: readonly string[],
  checked: Checked,
): Promise<RunEnd> {
  const read = (argv: readonly string[]) => readInput(run, command, argv)
  const isRefused = checked.findings.length > 0
  const values = isRefused
    ? await (await import('../input/mistakes.ts')).recoverInput(run, command, rest, checked, read)
    : checked
  const reading = readFrameworkInput(run, command, values)
  const input = reading instanceof Promise ? await reading : reading
  const call: Call = { run, command, input }
  if (run.world.isStderrTty) await loadDrawing()
  return takeSteps(call, () => callHandler(call))
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
  // The run has its answer, and what changed nothing has no more to tell.
  if (isOver(run) && command.declaration.danger === 'safe') return { kind: 'data', data: null }
  if (isMarked(returned) && returned.kind === 'help')
    return describing().then((its) => its.helpEnd(run, returned.path))
  return toRunEnd(run, command, input, returned)
}
