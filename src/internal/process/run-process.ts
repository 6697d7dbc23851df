import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'

import { createCappedBytes } from './capped-bytes.ts'
import { startTimer } from './long-timer.ts'
import { adoptGroup, releaseGroup, signalGroup } from './process-groups.ts'
import type { ProcessEnd, ProcessRequest } from './process-request.ts'

/** Runs one process to its end: never throws, never hangs, leaves no member of its group alive. */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  return startProcess(request).ended
}

/** How a process of a pipeline ended. */
export interface StageEnd extends ProcessEnd {
  /** True when the next process stopped reading first, which is no fault of this one. */
  readonly readerLeft: boolean
}

/** Runs processes that each read what the one before them writes. */
export function runPipeline(requests: readonly ProcessRequest[]): Promise<readonly StageEnd[]> {
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
      return { ...end, readerLeft: stage.readerLeft }
    }),
  )
}

/** How a process is connected to others. */
interface Wiring {
  /** What it reads instead of the request's input. */
  readonly source: Readable | null
  /** False where another process reads its standard output. */
  readonly keepsStdout: boolean
  /** Called when it stops reading before the end. */
  readonly onLeave?: () => void
}

interface Started {
  readonly stdout: Readable | null
  readonly hasExited: () => boolean
  readonly ended: Promise<ProcessEnd>
}

/** How long a process that was killed may take to be gone. */
const STUCK_MS = 1250
const ALONE: Wiring = { source: null, keepsStdout: true }

function startProcess(request: ProcessRequest, wiring: Wiring = ALONE): Started {
  const startedAt = performance.now()
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
    durationMs: performance.now() - startedAt,
  })
  const refuse = (facts: Partial<ProcessEnd>): Started => {
    leave(wiring)
    return { stdout: null, hasExited: () => true, ended: Promise.resolve(end(facts)) }
  }
  if (request.signal?.aborted === true) return refuse({ kind: 'aborted' })
  const child = spawnChild(request, wiring)
  if (typeof child === 'string') return refuse({ kind: 'not_started', startError: child })
  feed(child, request, wiring)
  if (wiring.keepsStdout) child.stdout!.on('data', (chunk: Uint8Array) => stdout.push(chunk))
  child.stderr!.on('data', (chunk: Uint8Array) => {
    stderr.push(chunk)
    try {
      request.onStderr?.(chunk)
    } catch {
      // Thrown from a stream's listener it would end this process; the bytes are kept anyway.
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
      // Leader of a group of its own, so that the whole family can be ended at once. On Windows the
      // flag would open a console window instead.
      detached: process.platform !== 'win32' && request.sharesTerminal !== true,
      windowsHide: true,
    })
  } catch (error) {
    // Arguments that the system cannot take at all, such as a list that is too long.
    return whyNot(error as NodeJS.ErrnoException, request)
  }
}

function feed(child: ChildProcess, { input }: ProcessRequest, wiring: Wiring): void {
  const { stdin } = child
  const { source } = wiring
  if (stdin === null) return
  // A child that does not read to the end is free to; its exit code tells the story.
  stdin.on('error', () => {})
  if (source === null) stdin.end(input)
  else {
    source.pipe(stdin)
    // Neither side may wait for one that is gone.
    stdin.on('close', () => leave(wiring))
    source.on('close', () => stdin.end())
  }
}

function leave({ source, onLeave }: Wiring): void {
  if (source === null || source.readableEnded) return
  onLeave?.()
  source.destroy()
}

/** Waits for the end of a process and ends it where it goes on for too long. */
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
      // A leader that left its own group is still known by its number.
      if (!isLeader || pid === undefined || !signalGroup(pid, signal)) child.kill(signal)
      request.alsoSignal?.(signal)
    }
    const stop = (why: 'timed_out' | 'aborted'): void => {
      if (cause !== undefined || exit !== undefined || pid === undefined) return
      cause = why
      cancelTimer()
      send('SIGTERM')
      // A suspended process would hear of it only after waking up.
      if (isLeader) signalGroup(pid, 'SIGCONT')
      cancelTimer = startTimer(request.graceMs, () => {
        send('SIGKILL')
        // A process stuck in the kernel cannot die; the caller must not wait for it.
        cancelTimer = startTimer(STUCK_MS, abandon)
      })
    }
    const onAbort = (): void => stop('aborted')
    const finish = (facts: Partial<ProcessEnd>): void => {
      cancelTimer()
      request.signal?.removeEventListener('abort', onAbort)
      const mayStay = cause === undefined && request.leavesRest === true
      if (pid !== undefined && isLeader) releaseGroup(pid, mayStay)
      // After a good end a daemon may stay, as it is meant to; after a stop nobody does.
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
    // Whoever still holds the streams gets a moment to be heard, then is killed with the group.
    const drain = (): void => {
      cancelTimer = startTimer(request.drainMs, abandon)
    }

    child.on('error', (error: NodeJS.ErrnoException) => {
      // Errors after the start concern signals that were not delivered; the exit still comes.
      if (pid === undefined) finish({ kind: 'not_started', startError: whyNot(error, request) })
    })
    child.on('exit', (code, signal) => {
      exit = { code, signal }
      cancelTimer()
      // Where another process reads the output, it decides how long that takes.
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

/** A missing folder, a missing program and a missing interpreter look alike to the system's caller. */
function whyNot(error: NodeJS.ErrnoException, { cwd, argv, env }: ProcessRequest): string {
  if (error.code !== 'ENOENT') return error.code ?? 'UNKNOWN'
  if (cwd !== undefined && !existsSync(cwd)) return 'FOLDER'
  const [program = ''] = argv
  const places = program.includes('/')
    ? [resolve(cwd ?? '.', program)]
    : (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder || '.', program))
  return places.some((place) => existsSync(place)) ? 'INTERPRETER' : 'ENOENT'
}
