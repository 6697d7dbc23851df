import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'

import { monotonicMs } from '../monotonic.ts'
import { startTimer } from './long-timer.ts'
import { adoptGroup, releaseGroup, signalGroup } from './process-groups.ts'
import type { ProcessEnd, ProcessRequest } from './process-request.ts'

/** Runs a process to its end. Never throws, never hangs, leaves no process of its group running. */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  return startProcess(request).ended
}

/** Runs a pipeline: each process reads the output of the one before. */
export function runPipeline(requests: readonly ProcessRequest[]) {
  const stages: (Started & { readerLeft: boolean })[] = []
  for (const [index, request] of requests.entries()) {
    const writer = stages.at(-1)
    const started = startProcess(request, {
      source: writer?.stdout ?? null,
      keepsStdout: index === requests.length - 1,
      onLeave: () => {
        if (writer && !writer.hasExited()) writer.readerLeft = true
      },
    })
    stages.push({ ...started, readerLeft: false })
  }
  return Promise.all(
    stages.map(async (stage) => {
      const end = await stage.ended
      /** True when the next process stopped reading before this one ended. */
      return { ...end, readerLeft: stage.readerLeft }
    }),
  )
}

interface Wiring {
  /** The output of the process before, if any. */
  readonly source: Readable | null
  /** False if another process reads its standard output. */
  readonly keepsStdout: boolean
  /** Called when it stops reading before the end. */
  readonly onLeave?: () => void
}

interface Started {
  readonly stdout: Readable | null
  readonly hasExited: () => boolean
  readonly ended: Promise<ProcessEnd>
}

/** How long to wait for a process after SIGKILL. */
const STUCK_MS = 1250
const ALONE: Wiring = { source: null, keepsStdout: true }

function startProcess(request: ProcessRequest, wiring: Wiring = ALONE): Started {
  const startedAt = monotonicMs()
  const stdout = createCappedBytes(request.maxBytes)
  const stderr = createCappedBytes(request.maxBytes)
  const end = (facts: Partial<ProcessEnd>): ProcessEnd => ({
    kind: 'exited',
    exitCode: null,
    signal: null,
    startError: null,
    leftBehind: false,
    pid: null,
    ...facts,
    stdout: { bytes: stdout.take(), total: stdout.total, isCut: stdout.isCut },
    stderr: { bytes: stderr.take(), total: stderr.total, isCut: stderr.isCut },
    durationMs: monotonicMs() - startedAt,
  })
  const refuse = (facts: Partial<ProcessEnd>): Started => {
    leave(wiring)
    return { stdout: null, hasExited: () => true, ended: Promise.resolve(end(facts)) }
  }
  if (request.signal?.aborted === true) return refuse({ kind: 'aborted' })
  const child = request.refusal ?? spawnChild(request, wiring)
  if (typeof child === 'string') return refuse({ kind: 'not_started', startError: child })
  if (child.pid !== undefined) request.onStart?.(child)
  feed(child, request, wiring)
  if (wiring.keepsStdout) {
    child.stdout!.on('data', (chunk: Uint8Array) => {
      stdout.push(chunk)
      const reading = handOn(chunk, request.onStdout)
      if (reading === undefined) return
      child.stdout!.pause()
      void reading.then(() => child.stdout!.resume())
    })
  }
  child.stderr!.on('data', (chunk: Uint8Array) => {
    stderr.push(chunk)
    void handOn(chunk, request.onStderr)
  })
  return {
    stdout: child.stdout,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    ended: watch(child, request, wiring).then(end),
  }
}

/**
 * Gives bytes to a reader of the caller, and a promise if it has to be waited for. What it throws or rejects with would
 * end the host; the bytes are kept anyway. It may return anything: an arrow function returns what it calls.
 */
function handOn(
  chunk: Uint8Array,
  reader: ((chunk: Uint8Array) => unknown) | undefined,
): Promise<unknown> | undefined {
  try {
    const reading = reader?.(chunk)
    const isPromise =
      typeof reading === 'object' &&
      reading !== null &&
      'then' in reading &&
      isFunction(reading.then)
    return isPromise ? Promise.resolve(reading).catch(() => undefined) : undefined
  } catch {
    return undefined
  }
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function spawnChild(request: ProcessRequest, wiring: Wiring): ChildProcess | string {
  const [program = '', ...words] = request.argv
  const isFed = request.input !== undefined || wiring.source !== null
  try {
    return spawn(program, words, {
      stdio: [isFed ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(request.descriptors ?? [])],
      env: request.env,
      ...(request.cwd !== undefined && { cwd: request.cwd }),
      shell: false,
      // A group of its own, so that it can be ended with all descendants. On Windows the flag would
      // open a console window instead.
      detached: process.platform !== 'win32' && request.sharesTerminal !== true,
      windowsHide: true,
    })
  } catch (error) {
    // Arguments that the system does not accept, such as a list that is too long.
    return startErrorOf(error as NodeJS.ErrnoException, request)
  }
}

function feed(child: ChildProcess, { input }: ProcessRequest, wiring: Wiring): void {
  const { stdin } = child
  const { source } = wiring
  if (stdin === null) return
  // A child may end without reading all of its input; its exit code says whether that is a failure.
  stdin.on('error', () => {})
  if (source === null) {
    if (input !== null) stdin.end(input)
  } else {
    source.pipe(stdin)
    // When one side is gone, the other must not wait for it.
    stdin.on('close', () => leave(wiring))
    source.on('close', () => stdin.end())
  }
}

function leave({ source, onLeave }: Wiring): void {
  if (source === null || source.readableEnded) return
  onLeave?.()
  source.destroy()
}

/** Waits for a process to end; ends it on abort and after the time limit. */
function watch(
  child: ChildProcess,
  request: ProcessRequest,
  wiring: Wiring,
): Promise<Partial<ProcessEnd>> {
  return new Promise((settle) => new Watch(child, request, settle).begin(wiring))
}

class Watch {
  readonly #child: ChildProcess
  readonly #request: ProcessRequest
  readonly #settle: (end: Partial<ProcessEnd>) => void
  readonly #isLeader: boolean
  readonly #isRead: () => boolean
  #cause: 'timed_out' | 'aborted' | undefined
  #exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined
  #cancelTimer = () => {}

  constructor(
    child: ChildProcess,
    request: ProcessRequest,
    settle: (end: Partial<ProcessEnd>) => void,
  ) {
    this.#child = child
    this.#request = request
    this.#settle = settle
    this.#isLeader = request.sharesTerminal !== true
    this.#isRead = request.mayDrain ?? followReader(child.stdout!, request)
  }

  begin({ keepsStdout }: Wiring): void {
    const child = this.#child
    const request = this.#request
    const { pid } = child
    child.on('error', (error: NodeJS.ErrnoException) => {
      // Errors after the start are about undelivered signals; the exit event still follows.
      if (pid === undefined)
        this.#finish({ kind: 'not_started', startError: startErrorOf(error, request) })
    })
    child.on('exit', (code, signal) => {
      this.#exit = { code, signal }
      this.#cancelTimer()
      // In a pipeline the reader decides how long reading takes.
      if (keepsStdout || this.#cause !== undefined || child.stdout!.closed) this.#drain()
      else child.stdout!.once('close', () => this.#drain())
    })
    child.on('close', () => {
      if (pid !== undefined) this.#finishExited(false)
    })
    if (pid === undefined) return
    if (this.#isLeader) adoptGroup(pid)
    request.signal?.addEventListener('abort', this.#onAbort, { once: true })
    if (request.timeoutMs !== undefined)
      this.#after(request.timeoutMs, () => this.#stop('timed_out'))
  }

  /** Waits, and then for what has happened meanwhile: a host that was held up hears of timers before output and exits. */
  #after(ms: number, go: () => void): void {
    this.#cancelTimer = startTimer(ms, () => {
      const turn = setImmediate(go)
      this.#cancelTimer = () => clearImmediate(turn)
    })
  }

  readonly #onAbort = (): void => this.#stop('aborted')

  #stop(why: 'timed_out' | 'aborted'): void {
    const { pid } = this.#child
    if (this.#cause !== undefined || this.#exit !== undefined || pid === undefined) return
    this.#cause = why
    this.#cancelTimer()
    if (this.#request.graceMs === 0) return this.#kill()
    this.#send('SIGTERM')
    // A suspended process gets the signal only after it is resumed.
    if (this.#isLeader) signalGroup(pid, 'SIGCONT')
    this.#after(this.#request.graceMs, () => this.#kill())
  }

  #kill(): void {
    this.#send('SIGKILL')
    // A process that is stuck in the kernel does not end; give up on it.
    this.#after(STUCK_MS, () => this.#abandon())
  }

  #send(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    // The child itself may have left its group.
    if (!this.#isLeader || pid === undefined || !signalGroup(pid, signal)) this.#child.kill(signal)
    this.#request.alsoSignal?.(signal)
  }

  /** Descendants that keep the streams open get a moment to finish writing, then are killed. */
  #drain(): void {
    this.#after(this.#request.drainMs, () => (this.#isRead() ? this.#drain() : this.#abandon()))
  }

  #abandon(): void {
    const child = this.#child
    child.removeAllListeners('close')
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
    child.unref()
    this.#finishExited(true)
  }

  #finishExited(leftBehind: boolean): void {
    const { code = null, signal = null } = this.#exit ?? {}
    const kind = this.#cause ?? (signal === null ? 'exited' : 'signalled')
    this.#finish({ kind, exitCode: code, signal, leftBehind })
  }

  #finish(facts: Partial<ProcessEnd>): void {
    const { pid } = this.#child
    const { signal, leavesRest, alsoSignal } = this.#request
    this.#cancelTimer()
    signal?.removeEventListener('abort', this.#onAbort)
    const mayStay = this.#cause === undefined && leavesRest === true
    if (pid !== undefined && this.#isLeader) releaseGroup(pid, mayStay)
    // Daemons may stay after a regular exit, but not after a stop.
    if (this.#cause !== undefined) alsoSignal?.('SIGKILL')
    this.#settle({ pid: pid ?? null, ...facts })
  }
}

/** Tells whether a reader of standard output holds it up or was given something just now. */
function followReader(stdout: Readable, { onStdout, drainMs }: ProcessRequest): () => boolean {
  if (onStdout === undefined) return () => false
  let at = -Infinity
  const note = (): void => {
    at = monotonicMs()
  }
  stdout.on('data', note).on('resume', note)
  return () => !stdout.destroyed && (stdout.isPaused() || monotonicMs() - at < drainMs)
}

/** Distinguishes a missing folder, program and interpreter, which are all ENOENT to the system. */
function startErrorOf(error: NodeJS.ErrnoException, { cwd, argv, env }: ProcessRequest): string {
  if (error.code !== 'ENOENT') return error.code ?? 'UNKNOWN'
  if (cwd !== undefined && !existsSync(cwd)) return 'FOLDER'
  const [program = ''] = argv
  const places = program.includes('/')
    ? [resolve(cwd ?? '.', program)]
    : (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder || '.', program))
  return places.some((place) => existsSync(place)) ? 'INTERPRETER' : 'ENOENT'
}

const EMPTY = new Uint8Array(0)

/** Collects a stream in bounded memory: the last `cap` bytes are kept. */
export function createCappedBytes(cap: number) {
  let chunks: Uint8Array[] = []
  let head = 0
  let held = 0
  let total = 0
  return {
    push(chunk: Uint8Array): void {
      total += chunk.byteLength
      chunks.push(chunk)
      held += chunk.byteLength
      for (
        let first = chunks[head];
        first && held - first.byteLength >= cap;
        first = chunks[head]
      ) {
        held -= first.byteLength
        // Free the bytes now and compact the array later.
        chunks[head] = EMPTY
        head += 1
      }
      if (head > 1024) {
        chunks = chunks.slice(head)
        head = 0
      }
    },
    get total() {
      return total
    },
    /** True when the start was dropped. */
    get isCut() {
      return total > cap
    },
    take(): Uint8Array {
      if (chunks.length === 1 && held <= cap) return chunks[0] ?? EMPTY
      const all = Buffer.concat(chunks.slice(head), held)
      return held > cap ? all.subarray(held - cap) : all
    },
  }
}
