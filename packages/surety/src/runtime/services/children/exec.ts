import { mannersIn } from '../../run/manners.ts'
import { defect, SuretyError, suretyError } from '../../../contract/index.ts'
import type {
  CapturedStream,
  ProcessEnd,
  ProcessRequest,
} from '@surety/internal/process/process-request.ts'
import { runPipeline, runProcess } from '@surety/internal/process/run-process.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { guiOperations } from '../../declare/command.ts'
import type { AnyContext, ChildResult, ExecOptions } from '../../handler/context.ts'
import { windowError, placeOf } from '../../process/guard-children.ts'
import { EXTERNAL, type ParsedInput } from '../../run/parsed-input.ts'
import { inputFailure } from '../../run/errors/input-error.ts'
import {
  commandName,
  isDebug,
  isHeadless,
  labelsExternal,
  onEnd,
  report,
  reported,
  warn,
  type Run,
} from '../../run/run-state.ts'
import { assertNoShell, screenChildArguments } from './child-arguments.ts'
import { childEnvironment } from './child-environment.ts'
import { logLine } from '../log.ts'
import { cleanShownText } from '../../output/surroundings.ts'
import { hasSession, trackChild } from '../call-files/call-files.ts'

const DEFAULT_MAX_BYTES = 10 * 1024 * 1024
const GRACE_MS = 1000
const DRAIN_MS = 250

/** Runs a program; if it fails, the command fails too, unless `allowFailure` is set. */
export async function exec(
  run: Run,
  input: ParsedInput,
  argv: readonly string[],
  options: ExecOptions = {},
): Promise<ChildResult> {
  checkArgv(run, argv, options)
  refuseOutsideTexts(run, input, argv)
  return runToEnd(run, argv, options, {})
}

async function runToEnd(
  run: Run,
  argv: readonly string[],
  options: ExecOptions,
  more: Partial<ProcessRequest>,
): Promise<ChildResult> {
  const { request, endsWith } = toRequest(run, argv, options)
  const end = await endsWith(runProcess({ ...request, ...more }))
  const result = toResult(run, argv, end)
  if (options.allowFailure || result.exitCode === 0) return result
  const isLate = end.kind === 'timed_out'
  throw childFailure(
    run,
    result,
    0,
    isLate ? `took longer than ${options.timeoutMs} ms` : undefined,
  )
}

/** Runs a pipeline of programs; fails with the exit code of the first stage that failed. */
export async function pipe(
  run: Run,
  input: ParsedInput,
  stages: readonly (readonly string[])[],
): Promise<ChildResult> {
  if (stages.length === 0) throw defect('PIPE_EMPTY', 'pipe() needs at least one program')
  for (const argv of stages) checkArgv(run, argv, {})
  for (const argv of stages) refuseOutsideTexts(run, input, argv)
  const started = stages.map((argv) => toRequest(run, argv, {}))
  const running = runPipeline(started.map(({ request }) => request))
  for (const { endsWith } of started) void endsWith(running)
  const ends = await running
  const results = ends.map((end, index) => toResult(run, stages[index]!, end))
  const failed = results.findIndex(
    ({ exitCode }, index) => exitCode !== 0 && !ends[index]!.readerLeft,
  )
  if (failed >= 0) throw childFailure(run, results[failed]!, failed)
  return results.at(-1)!
}

const MAX_OUTPUTS = 100

/**
 * Refuses texts from outside with shell metacharacters. Input is refused before the handler if the
 * command declares its `children`; here it can no longer be said that nothing was changed, unless the
 * command is safe and this is its first child.
 */
function refuseOutsideTexts(run: Run, input: ParsedInput, argv: readonly string[]): void {
  const outputs = reported(run, 'child').map(({ text }) => text)
  const problems = screenChildArguments(argv, input, run.world.env, outputs)
  if (problems.length === 0) return
  const isFirst = outputs.length === 0
  if (run.command?.declaration.danger === 'safe' && isFirst) throw inputFailure(run, problems)
  throw new SuretyError('SHELL_METACHARACTER', 'GENERAL_ERROR', problems[0]!.message, {
    phase: 'execution',
    retryable: false,
    suggestion: 'Pass the text on standard input or in a file instead of as an argument.',
  })
}

/** Refuses shells, editors without a terminal and windows without a display. */
function checkArgv(
  run: Run,
  argv: unknown,
  options: ExecOptions,
): asserts argv is readonly string[] {
  assertNoShell(argv, options)
  refuseEditor(run, argv[0]!.split('/').at(-1)!)
  const isWindow = isHeadless(run.world) ? windowError(argv, run.world.platform) : null
  if (isWindow) throw isWindow
}

function refuseEditor(run: Run, program: string): void {
  const { world, command } = run
  if (hasTerminal(run)) return
  const editors = [world.env['EDITOR'], world.env['VISUAL'], world.env['GIT_EDITOR']]
  const names = editors.map((editor) => editor?.split(/\s+/)[0]?.split('/').at(-1))
  if (!names.includes(program)) return
  const alternatives = command?.declaration.editor?.alternatives ?? []
  const flags = alternatives.map(({ flag }) => flag).join(' or ')
  throw suretyError(
    'EDITOR_REQUIRED',
    `${commandName(run)} needs an editor, but there is no terminal.`,
    {
      suggestion: flags === '' ? 'Run it in a terminal.' : `Use ${flags} instead.`,
      details: { alternatives: alternatives.map((alternative) => ({ ...alternative })) },
    },
  )
}

function hasTerminal({ world }: Run): boolean {
  return world.isStdinTty && world.isStdoutTty
}

/** Prepares the start of a child; `endsWith` records the promise of its end. */
function toRequest(run: Run, argv: readonly string[], options: ExecOptions) {
  if (isDebug(run)) logLine(run, 'debug', `spawn ${shown(run, argv)}`)
  const { input, timeoutMs } = options
  // A child that the handler did not wait for ends with the run.
  const abandoned = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()
  const { graceMs = GRACE_MS } = options
  const endChild = async () => {
    abandoned.abort()
    await ended
  }
  onEnd(run, endChild, graceMs > GRACE_MS ? graceMs : 0)
  const request: ProcessRequest = {
    argv,
    cwd: options.cwd ?? run.world.cwd,
    env: childEnvironment(run.world, { ...localeOf(run), ...options.env }),
    ...(input !== undefined && { input }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    graceMs,
    drainMs: DRAIN_MS,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    signal: AbortSignal.any([run.signal, abandoned.signal]),
    ...followed(run),
    // At a terminal ssh and sudo ask for passwords there, which no other group may.
    sharesTerminal: hasTerminal(run),
  }
  return { request, endsWith: <End>(ending: Promise<End>) => (ended = ending) }
}

/** In generations that say so a child is listed while it runs, and a declared log of it is shown as it comes. */
function followed(run: Run): Pick<ProcessRequest, 'onStart' | 'onStdout' | 'onStderr'> {
  if (!hasSession(run)) return {}
  const show = (chunk: Uint8Array) => run.world.write('stderr', cleanShownText(run, String(chunk)))
  return {
    onStart: (child) => {
      const untrack = trackChild(run, child.pid!)
      child.once('exit', untrack)
    },
    ...(run.command?.declaration.childLog && {
      onStdout: (chunk) => show(Buffer.from(chunk)),
      onStderr: (chunk) => void show(Buffer.from(chunk)),
    }),
  }
}

/** In generations that say so children print English and plain numbers, unless the command keeps the locale. */
function localeOf({ output, command }: Run): Readonly<Record<string, string>> {
  return command?.declaration.preserveLocale ? {} : mannersIn(output.dialect).childLocale
}

function toResult(run: Run, argv: readonly string[], end: ProcessEnd): ChildResult {
  if (end.kind === 'not_started') throw startFailure(argv[0]!, end.startError!)
  const { exitCode, signal, stdout, stderr } = end
  if (isDebug(run)) logLine(run, 'debug', `exit ${exitCode ?? signal} of ${shown(run, argv)}`)
  const text = toText(stdout)
  if (reported(run, 'child').length < MAX_OUTPUTS) report(run, { kind: 'child', text })
  return {
    argv,
    exitCode: exitCode ?? 128,
    signal,
    stdout: text,
    stderr: toText(stderr),
    isCut: stdout.isCut || stderr.isCut,
  }
}

/** Decodes the end of a stream; half a character at the cut is left out. */
function toText({ bytes, isCut }: CapturedStream): string {
  const start = isCut ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(Math.max(0, start)))
}

function shown(run: Run, argv: readonly string[]): string {
  return JSON.stringify(redactWords(argv, run.redactor))
}

const START_ERRORS: Readonly<Record<string, (program: string) => string>> = {
  ENOENT: (program) => `There is no program '${program}'.`,
  FOLDER: (program) => `The folder to run '${program}' in does not exist.`,
  INTERPRETER: (program) => `The interpreter of the script '${program}' does not exist.`,
  EACCES: (program) => `'${program}' may not be executed.`,
  E2BIG: (program) => `The arguments of '${program}' are too long.`,
}

function startFailure(program: string, reason: string): SuretyError {
  const message = START_ERRORS[reason]?.(program) ?? `'${program}' could not be started.`
  return suretyError('CHILD_FAILED', message, { detail: reason, target: program })
}

function childFailure(run: Run, result: ChildResult, stage: number, why?: string): SuretyError {
  const { argv, exitCode, signal, stderr } = result
  const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
  const facts = { stage, child_exit_code: exitCode, argv: [...redactWords(argv, run.redactor)] }
  const text = stderr.trim().slice(-2000)
  // Where a context can be labelled, the words of others stand there and nowhere else.
  const isLabelled = labelsExternal(run) && text !== ''
  return suretyError('CHILD_FAILED', `'${argv[0]!}' ${why ?? how}.`, {
    ...(!isLabelled && text !== '' && { detail: text }),
    target: argv[0]!,
    details: isLabelled
      ? { ...EXTERNAL, ...facts, stderr: run.mask ? run.mask(text) : text }
      : facts,
  })
}

const OPENERS: Readonly<Record<string, string>> = { darwin: 'open', win32: 'explorer' }

/** Opens a URL or a file on the desktop; without a display it returns the target as data. */
export async function openTarget(run: Run, target: string): ReturnType<AnyContext['open']> {
  const [operation] = guiOperations(run.command?.declaration ?? {})
  if (!operation) {
    throw defect('GUI_UNDECLARED', `${commandName(run)} calls open() and must declare gui: true`)
  }
  const place = placeOf(target)
  if (isHeadless(run.world)) {
    const behaviour = operation.headless
    if (behaviour === 'error') {
      const message = `${commandName(run)} cannot open ${target}: there is no display.`
      const suggestion = `Open ${target} yourself.`
      throw suretyError('NO_TTY', message, { details: place, suggestion })
    }
    if (behaviour !== 'skip') return { opened: false, ...place }
    if (hasSession(run))
      warn(run, `WINDOW_SKIPPED: There is no display, so ${target} was not opened.`)
    return { opened: false }
  }
  const opener = OPENERS[run.world.platform] ?? 'xdg-open'
  const argv = [opener, target]
  checkArgv(run, argv, {})
  // What it starts, such as a browser, is meant to stay.
  const { exitCode } = await runToEnd(run, argv, { allowFailure: true }, { leavesRest: true })
  return { opened: exitCode === 0, ...place }
}
