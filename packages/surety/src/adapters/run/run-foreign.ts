import { activeResources, activeSince } from '@surety/internal/process/active-resources.ts'
import { hostOf, type AnyContext, type Deputy, type Host } from '../../runtime/surface.ts'
import type { ForeignProgram } from '../model/foreign-program.ts'
import { followFiles } from './follow-files.ts'
import type { CallEnd, ForeignCall } from './foreign-failure.ts'
import { toPrintedData } from './printed-data.ts'

/** Calls of one process follow each other: programs keep values of options and other state between calls. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a command of a foreign program and returns its data; throws the failure that it ended in. */
export function runForeign(context: AnyContext, call: ForeignCall): Promise<unknown> {
  const turn = last.then(() => runAlone(context, call))
  // A call that the time limit has ended may never come to its own end.
  const ended = new Promise<void>((resolve) => context.onCleanup(resolve))
  last = Promise.race([turn.catch(() => {}), ended])
  return turn
}

async function runAlone(context: AnyContext, call: ForeignCall): Promise<unknown> {
  const host = hostOf(context)
  // The run may have been cancelled while it waited for others.
  if (host.isOver()) return null
  // The framework patches the stream when somebody asks for it; a console that printed earlier never does.
  void process.stdout
  const printed: Uint8Array[] = []
  const stderr = recordStderr()
  // Bytes, because a letter may be printed in two halves.
  const deputy: Deputy = { printed: (text, bytes = text) => void printed.push(Buffer.from(bytes)) }
  host.setDeputy(deputy)
  // A signal or the time limit ends the run at once; the program's own words are then all there is.
  context.onCleanup(() => stderr.stop())
  process.exitCode = undefined
  const end = await callProgram(host, deputy, call, stderr)
  const exited = end.kind === 'exited' ? end.code : toExitNumber(process.exitCode)
  const code = end.kind === 'threw' ? 1 : exited
  process.exitCode = undefined
  // What its exit threw may still arrive as a rejection; it is no second end.
  if (end.kind === 'exited') deputy.interrupted = ({ kind }) => kind === 'uncaught'
  else {
    host.setDeputy(null)
    stderr.stop()
  }
  if (host.isOver()) return null
  const text = Buffer.concat(printed).toString('utf8')
  if (end.kind === 'threw' || code !== 0) {
    const { toFailure } = await import('./foreign-failure.ts')
    throw toFailure(host, call, end, code, text, stderr.text())
  }
  if (end.kind === 'returned' && isResult(end.value, text.trim() !== '')) {
    if (text !== '') void host.write('stderr', text)
    return end.value
  }
  return toPrintedData(text, call.form)
}

/** Waits for everything that the call started, as a process would: an action need not return its promise. */
function callProgram(
  host: Host,
  deputy: Deputy,
  { program, words }: ForeignCall,
  stderr: ReturnType<typeof recordStderr>,
): Promise<CallEnd> {
  return new Promise((settle) => {
    let returned: CallEnd | null = null
    const resolve = (end: CallEnd): void => {
      settle(end)
      // A program that catches its own exit goes on; in a process of its own nobody would hear it.
      if (end.kind === 'exited') {
        deputy.printed = () => {}
        stderr.mute()
      } else {
        deputy.printed = (text) => void host.write('stderr', text)
        stderr.stop()
      }
    }
    const before = host.isDirect ? [] : activeResources()
    const files = host.isDirect ? null : followFiles()
    deputy.interrupted = (by) => {
      if (by.kind === 'uncaught') resolve(toEnd(program, by.error))
      else if (by.kind === 'stuck' && returned) resolve(returned)
      else return false
      return true
    }
    const invoke = async (): Promise<void> => {
      returned = { kind: 'returned', value: await program.invoke(words) }
      if (files === null) return
      await untilIdle(() => activeSince(before).length === 0 && files.areDone(), host.isOver)
      resolve(returned)
    }
    invoke()
      .catch((error: unknown) => resolve(toEnd(program, error)))
      .finally(() => files?.stop())
  })
}

function toEnd(program: ForeignProgram, error: unknown): CallEnd {
  // A `process.exit()` that was turned into an error.
  const { code, exitCode } = (error ?? {}) as { code?: unknown; exitCode?: unknown }
  if (code === 'EXIT_CALLED' && error instanceof Error && error.name === 'Defect')
    return { kind: 'exited', code: toExitNumber(exitCode) }
  const seen = program.classify(error)
  if (seen.kind !== 'exit') return { kind: 'threw', error }
  const { message } = seen
  return { kind: 'exited', code: seen.code, error, ...(message !== undefined && { message }) }
}

function toExitNumber(value: unknown): number {
  const number = Number(value ?? 0)
  return Number.isInteger(number) ? number & 255 : 1
}

/** The most characters that are kept; an error message is at the end. */
const KEPT = 20_000

/** Records what is written to stderr of this process, which goes there all the same, until it is stopped. */
function recordStderr() {
  const stream = process.stderr
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  const original = stream.write
  let text = ''
  let isMuted = false
  const recording = ((chunk: unknown, ...rest: unknown[]) => {
    if (isMuted) return true
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8')
    if (text.length > 2 * KEPT) text = text.slice(-KEPT)
    return Reflect.apply(original, stream, [chunk, ...rest]) as boolean
  }) as typeof stream.write
  stream.write = recording
  return {
    text: () => text.slice(-KEPT),
    mute: () => void (isMuted = true),
    // Somebody who patched the stream later keeps their patch; ours only adds to a text by then.
    stop: () => {
      isMuted = false
      if (stream.write === recording) stream.write = original
    },
  }
}

/** Actions often return something by accident: the length of a list, a server, the program itself. */
export function isResult(returned: unknown, hasPrinted: boolean): boolean {
  if (returned === undefined || typeof returned === 'function' || typeof returned === 'symbol')
    return false
  if (typeof returned === 'object' && returned !== null) return isPlain(returned)
  return !hasPrinted
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    Array.isArray(value) ||
    prototype === null ||
    prototype === Object.prototype ||
    typeof (value as { toJSON?: unknown }).toJSON === 'function'
  )
}

/** How often the process is looked at, in milliseconds. */
const LOOK_MS = 5

/** Waits until nothing is left of what a call started; `isOver` ends the wait. */
function untilIdle(isIdle: () => boolean, isOver: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isOver() || isIdle()) resolve()
      else setTimeout(look, LOOK_MS).unref()
    }
    setImmediate(look)
  })
}
