import { isDialectId, traitsOf } from '../../dialects/wires.ts'
import { defineCli, isCli, loadCli, type Cli, type CliSource } from '../declare/cli.ts'
import type { CliDeclaration } from '../declare/types/cli-declaration.ts'
import { Noise, printingFile } from '../process/noise.ts'
import type { Interruption, World } from '../process/world.ts'
import { unfitInTool } from '../declare/guard.ts'
import { readyFor } from '../line/params.ts'
import { needsNames, readLine } from '../line/read.ts'
import { fallbackOutcome, type RunEnd } from '../run/ending/run-end.ts'
import { installed } from '../run/limit/watchdog.ts'
import { isAnswered, isDebug, isOver, StartedRun, type Run } from '../run/run-state.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import { reportProblem } from '../output/write.ts'
import { logLine } from '../services/log.ts'
import { setQuietVariables } from '../process/quiet-variables.ts'
import { answer, type Answer } from './answer.ts'
import { refuseUnfit, runLine, type Judge } from './run.ts'

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
  const begun: Begun = { run: null, early: null }
  const endGuard = world.guardStdout((text, bytes) => hear(begun.run, world, noise, text, bytes))
  const stopListening = world.onInterruption((by) => notice(begun, world, by))
  try {
    const cli = isCli(source) ? source : await load(begun, source, world)
    if (!isCli(cli)) return await answer(begun.run!, cli, noise)
    const isFit = unfitInTool(cli) === null
    const run = isFit ? await start(cli, world) : await startEmpty(world, cli.declaration)
    begun.run = run
    setQuietVariables(world)
    const end = await execute(run, async () => {
      if (begun.early) return { kind: 'interrupted', by: begun.early }
      if (isFit) return runLine(run, judge)
      judge?.(cli, [], null, () => {})
      return refuseUnfit(cli)
    })
    const answered = await answer(run, end, noise)
    run.limit.watch?.leaves(answered.exitCode)
    // Node reports rejections that nothing handles only after the current turn.
    if (world.direct) await new Promise((resolve) => setImmediate(resolve))
    return answered
  } finally {
    stopListening()
    // In a real process the guard stays, for exit listeners that print.
    if (!world.direct) endGuard()
  }
}

/** What there is of a call: its run, and what interrupted it before. */
interface Begun {
  run: Run | null
  early: Interruption | null
}

/** Loads a tool; what goes wrong before there is one needs a run to be answered. */
async function load(begun: Begun, source: CliSource, world: World): Promise<Cli | RunEnd> {
  const run = (begun.run = await startEmpty(world))
  let cli: Cli | undefined
  const end = await execute(run, async () => {
    if (begun.early) return { kind: 'interrupted', by: begun.early }
    cli = await loadCli(source)
    return { kind: 'data', data: null }
  })
  return cli ?? end
}

/** Takes what others print to stdout: it goes to stderr, or to a warning in dialects that report it. */
function hear(
  run: Run | null,
  world: World,
  noise: Noise,
  text: string,
  bytes?: string | Uint8Array,
): void {
  if (run?.guest?.printed) return run.guest.printed(text, bytes)
  noise.add(text)
  if (run && traitsOf(run.output.dialect).reportsNoise && !isAnswered(run)) {
    if (isDebug(run))
      logLine(run, 'debug', `${printingFile()} printed to stdout: ${text.trimEnd()}`)
    return
  }
  // A progress line must not share its line with the noise.
  if (run?.display) run.display.log(text.trimEnd())
  else void world.write('stderr', text)
}

/** Keeps what interrupts a call before its run, and reports what comes too late to be its answer. */
function notice(begun: Begun, world: World, by: Interruption): void {
  const { run } = begun
  // What follows from it, such as a second call of serve(), is not the cause.
  if (!run) begun.early ??= by
  if (by.kind !== 'uncaught' || isTrapped(by.error, run, world)) return
  if (!run || !isOver(run)) return
  reportProblem(run, run.redactor.redact(`after the command ended: ${describeThrown(by.error)}`))
}

/** Starts the run of a tool with the words of its call, as they mean the same before every command. */
async function start(cli: Cli, world: World): Promise<Run> {
  const { argv } = world
  if (!needsNames(argv)) return new StartedRun(cli, world, readLine(argv))
  await readyFor(cli.declaration.globals)
  // If too many files are open, the run fails where it needs more of it.
  const names = await import('../line/names.ts').catch(() => null)
  return new StartedRun(cli, world, readLine(argv, names?.toolNamesOf(cli)))
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

/** Runs the work of a command to its end; the only place that catches errors and interruptions. Never rejects. */
function execute(run: Run, work: () => Promise<RunEnd>): Promise<RunEnd> {
  // The watchdog can interrupt only a real process.
  const watch = (run.world.direct && installed.watchdog?.watch(run)) ?? null
  return new Promise((resolve) => {
    const finish = (end: RunEnd): void => {
      if (isOver(run)) return
      run.stage = 'ended'
      stopLimit()
      stopListening()
      watch?.ended(end)
      resolve(end)
    }
    const stopListening = run.world.onInterruption((by) => {
      if (by.kind === 'signal') watch?.heardSignal()
      const end = () => finish({ kind: 'interrupted', by })
      if (!run.guest?.interrupted?.(by, end)) end()
    })
    const stopLimit = run.limit.start(() => finish({ kind: 'timed-out' }), watch)
    const working = watch?.ready ? watch.ready.then(work) : work()
    working.then(finish, (error: unknown) => finish({ kind: 'threw', error }))
  })
}

/** Calls of `process.exit()` in one turn of the event loop. */
let calls = 0
const MAX_TOLD = 100

/**
 * Answers for a handler that catches `process.exit()` for ever: nothing else gets a turn, so nothing can be loaded.
 * Returns whether there is no more to say of a call; a watchdog answers by itself.
 */
function isTrapped(error: unknown, run: Run | null, { direct, abandon }: World): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message: string }
  if (code !== 'EXIT_CALLED' || !direct) return false
  if ((calls += 1) === 1) setImmediate(() => void (calls = 0)).unref()
  // A loop that ends calls it less often, and its call is answered like any other.
  if (calls === 1000 && !installed.watchdog) {
    const { data, failure } = fallbackOutcome('It caught process.exit() for ever.', message)
    const envelope = { ok: false, data, error: failure.error, warnings: [], meta: {} }
    try {
      if (!run || !isAnswered(run)) direct.writeSync(1, `${JSON.stringify(envelope)}\n`)
    } finally {
      // Also where nobody reads it.
      abandon(1)
    }
  }
  return calls >= MAX_TOLD
}
