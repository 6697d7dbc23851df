import { SuretyError, type JsonObject } from '../../contract/index.ts'
import { activeResources } from '../../internal/process/active-resources.ts'
import { inputFailure, runOf, type AnyContext, type Run } from '../../runtime/surface.ts'
import type { PrintedForm } from '../declare/declarations.ts'
import { COMMAND_FAILED, findRule, type RuleList } from '../declare/error-rules.ts'
import type { ForeignProgram } from '../model/foreign-program.ts'
import { recordStderr, type RecordedStderr } from './record-stderr.ts'
import { toPrintedData } from './printed-data.ts'
import { isResult } from './returned-data.ts'
import { untilIdle } from './until-idle.ts'

/** What a command is run with. */
export interface ForeignCall {
  readonly program: ForeignProgram
  readonly words: readonly string[]
  readonly form: PrintedForm | undefined
  readonly rules: RuleList
}

/** How a call ended, before anyone has judged it. */
type CallEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | {
      readonly kind: 'exited'
      readonly code: number
      readonly message?: string
      readonly error?: unknown
    }
  | { readonly kind: 'threw'; readonly error: unknown }

/** Calls of one process follow each other: programs keep values of options and other state between calls. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a command of a foreign program and returns its data; throws the failure that it ended in. */
export function runForeign(context: AnyContext, call: ForeignCall): Promise<unknown> {
  const run = runOf(context)
  const turn = last.then(() => runAlone(run, call))
  // A call that the time limit has ended may never come to its own end.
  const ended = new Promise<void>((resolve) => void run.cleanups.push(resolve))
  last = Promise.race([turn.catch(() => {}), ended])
  return turn
}

async function runAlone(run: Run, call: ForeignCall): Promise<unknown> {
  // The run may have been cancelled while it waited for others.
  if (run.isEnded) return null
  // The framework patches the stream when somebody asks for it; a console that printed earlier never does.
  void process.stdout
  const printed: Uint8Array[] = []
  const stderr = recordStderr()
  // Bytes, because a letter may be printed in two halves.
  run.takeNoise = (text, bytes = text) => void printed.push(Buffer.from(bytes))
  // A signal or the time limit ends the run at once; the program's own words are then all there is.
  run.cleanups.push(() => stderr.stop())
  process.exitCode = undefined
  const end = await callProgram(run, call, stderr)
  const code = exitCodeOf(end)
  process.exitCode = undefined
  run.takeNoise = null
  run.deputy = null
  stderr.stop()
  if (run.isEnded) return null
  const text = Buffer.concat(printed).toString('utf8')
  if (end.kind === 'threw' || code !== 0) throw toFailure(run, call, end, code, text, stderr.text())
  if (end.kind === 'returned' && isResult(end.value, text.trim() !== '')) {
    if (text !== '') void run.world.write('stderr', text)
    return end.value
  }
  return toPrintedData(text, call.form)
}

/**
 * Calls the program and waits for its end. In a process of its own that is the end of everything it started,
 * as without us: an action need not return its promise.
 */
function callProgram(
  run: Run,
  { program, words }: ForeignCall,
  stderr: RecordedStderr,
): Promise<CallEnd> {
  return new Promise((settle) => {
    let returned: CallEnd | null = null
    const resolve = (end: CallEnd): void => {
      settle(end)
      // A program that catches its own exit goes on, and what it prints then is no part of its answer.
      run.takeNoise = (text) => void run.world.write('stderr', text)
      stderr.stop()
    }
    const before = run.world.direct ? [] : activeResources()
    run.deputy = (by) => {
      if (by.kind === 'uncaught') resolve(toEnd(program, by.error))
      else if (by.kind === 'stuck' && returned) resolve(returned)
      else return false
      return true
    }
    const invoke = async (): Promise<void> => {
      const { returned: value } = await program.invoke(words)
      returned = { kind: 'returned', value }
      if (run.world.direct) return
      await untilIdle(before, () => run.isEnded)
      resolve(returned)
    }
    invoke().catch((error: unknown) => resolve(toEnd(program, error)))
  })
}

function toEnd(program: ForeignProgram, error: unknown): CallEnd {
  const called = calledExit(error)
  if (called !== undefined) return { kind: 'exited', code: called }
  const seen = program.classify(error)
  if (seen.kind !== 'exit') return { kind: 'threw', error }
  const { message } = seen
  return { kind: 'exited', code: seen.code, error, ...(message !== undefined && { message }) }
}

/** Returns the number of a `process.exit()` that was turned into an error; undefined for other errors. */
function calledExit(error: unknown): number | undefined {
  const { code, exitCode } = (error ?? {}) as { code?: unknown; exitCode?: unknown }
  if (code !== 'EXIT_CALLED' || !(error instanceof Error) || error.name !== 'Defect')
    return undefined
  return toExitNumber(exitCode)
}

function exitCodeOf(end: CallEnd): number {
  if (end.kind === 'threw') return 1
  return end.kind === 'exited' ? end.code : toExitNumber(process.exitCode)
}

function toExitNumber(value: unknown): number {
  const number = Number(value ?? 0)
  return Number.isInteger(number) ? number & 255 : 1
}

function toFailure(
  run: Run,
  { program, rules, form }: ForeignCall,
  end: CallEnd,
  exit: number,
  printed: string,
  stderr: string,
): unknown {
  const error = end.kind === 'returned' ? undefined : end.error
  if (error instanceof SuretyError) return error
  const seen = end.kind === 'threw' ? program.classify(error) : null
  const message = messageOf(end, stderr, printed, exit)
  const code = findRule(rules, { error, message, exit })
  if (code === undefined && seen?.kind === 'refused') {
    const { param = '', ...problem } = seen.problem
    return inputFailure(run, [{ ...problem, param }])
  }
  // The framework knows the errors of the system.
  if (code === undefined && isSystemError(error)) return error
  const data = dataOf(printed, form)
  const details: JsonObject = { exit_code: exit }
  const facts = { details, ...(data && { data }), cause: error }
  if (code === undefined)
    return new SuretyError(COMMAND_FAILED, 'GENERAL_ERROR', message, { ...facts, retryable: false })
  const rule = rules.find(([each]) => each === code)![1]
  return new SuretyError(code, rule.exit, message, {
    ...facts,
    ...(rule.retryable !== undefined && { retryable: rule.retryable }),
    ...(rule.suggestion !== undefined && { suggestion: rule.suggestion }),
  })
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
}

/** Finds the words that tell best what went wrong. */
function messageOf(end: CallEnd, stderr: string, printed: string, exit: number): string {
  if (end.kind === 'threw') {
    const { error } = end
    if (error instanceof Error && error.message !== '') return error.message
    if (typeof error === 'string' && error.trim() !== '') return error
  }
  if (end.kind === 'exited' && end.message) return end.message
  const lines = lastLines(stderr) || lastLines(printed)
  return lines || `The command exited with ${exit}.`
}

/** Takes the end of a text: programs print their progress first and their error last. */
function lastLines(text: string): string {
  const paragraph =
    text
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  const message = paragraph.replace(/^\s*error:?\s+/i, '').trim()
  return message.length > 1000 ? `...${message.slice(-1000)}` : message
}

/** Keeps what a program printed before it failed. */
function dataOf(printed: string, form: PrintedForm | undefined): JsonObject | null {
  if (printed.trim() === '') return null
  const data = toPrintedData(printed, form === 'json' || form === 'jsonl' ? 'auto' : form)
  if (data === null) return null
  const isObject = typeof data === 'object' && !Array.isArray(data)
  return isObject ? (data as JsonObject) : { output: data as JsonObject[string] }
}
