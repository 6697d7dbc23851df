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
      const reading = request.onStdout?.(chunk)
      if (reading === undefined) return
      child.stdout!.pause()
      const goOn = () => child.stdout!.resume()
      reading.then(goOn, goOn)
    })
  }
  child.stderr!.on('data', (chunk: Uint8Array) => {
    stderr.push(chunk)
    try {
      request.onStderr?.(chunk)
    } catch {
      // An error thrown here would crash the host; the bytes are kept anyway.
    }
  })
  return {
    stdout: child.stdout,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    ended: watch(child, request, wiring).then(end),
  }
}

function spawnChild(request: ProcessRequest, wiring: Wiring): ChildProcess | string {
  const [program = '', ...words] = request.argv
  const isFed = request.input !== undefined || wiring.source !== null
  try {
    return spawn(program, words, {
      stdio: [isFed ? 'pipe' : 'ignore', 'pipe', 'pipe'],
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
  { keepsStdout }: Wiring,
): Promise<Partial<ProcessEnd>> {
  return new Promise((settle) => {
    const { pid } = child
    const isLeader = request.sharesTerminal !== true
    let cause: 'timed_out' | 'aborted' | undefined
    let cancelTimer = () => {}
    let exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined

    const send = (signal: NodeJS.Signals): void => {
      // The child itself may have left its group.
      if (!isLeader || pid === undefined || !signalGroup(pid, signal)) child.kill(signal)
      request.alsoSignal?.(signal)
    }
    const stop = (why: 'timed_out' | 'aborted'): void => {
      if (cause !== undefined || exit !== undefined || pid === undefined) return
      cause = why
      cancelTimer()
      const kill = (): void => {
        send('SIGKILL')
        // A process that is stuck in the kernel does not end; give up on it.
        cancelTimer = startTimer(STUCK_MS, abandon)
      }
      if (request.graceMs === 0) return kill()
      send('SIGTERM')
      // A suspended process gets the signal only after it is resumed.
      if (isLeader) signalGroup(pid, 'SIGCONT')
      cancelTimer = startTimer(request.graceMs, kill)
    }
    const onAbort = (): void => stop('aborted')
    const finish = (facts: Partial<ProcessEnd>): void => {
      cancelTimer()
      request.signal?.removeEventListener('abort', onAbort)
      const mayStay = cause === undefined && request.leavesRest === true
      if (pid !== undefined && isLeader) releaseGroup(pid, mayStay)
      // Daemons may stay after a regular exit, but not after a stop.
      if (cause !== undefined) request.alsoSignal?.('SIGKILL')
      settle({ pid: pid ?? null, ...facts })
    }
    const finishExited = (leftBehind: boolean): void =>
      finish({
        kind: cause ?? (exit?.signal == null ? 'exited' : 'signalled'),
        exitCode: exit?.code ?? null,
        signal: exit?.signal ?? null,
        leftBehind,
      })
    const abandon = (): void => {
      child.removeAllListeners('close')
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      child.unref()
      finishExited(true)
    }
    // Descendants that keep the streams open get a moment to finish writing, then are killed.
    const drain = (): void => {
      cancelTimer = startTimer(request.drainMs, () => (isRead() ? drain() : abandon()))
    }
    const isRead = request.mayDrain ?? followReader(child.stdout!, request)

    child.on('error', (error: NodeJS.ErrnoException) => {
      // Errors after the start are about undelivered signals; the exit event still follows.
      if (pid === undefined)
        finish({ kind: 'not_started', startError: startErrorOf(error, request) })
    })
    child.on('exit', (code, signal) => {
      exit = { code, signal }
      cancelTimer()
      // In a pipeline the reader decides how long reading takes.
      if (keepsStdout || cause !== undefined || child.stdout!.closed) drain()
      else child.stdout!.once('close', drain)
    })
    child.on('close', () => {
      if (pid !== undefined) finishExited(false)
    })
    if (pid === undefined) return
    if (isLeader) adoptGroup(pid)
    request.signal?.addEventListener('abort', onAbort, { once: true })
    if (request.timeoutMs !== undefined)
      cancelTimer = startTimer(request.timeoutMs, () => stop('timed_out'))
  })
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
