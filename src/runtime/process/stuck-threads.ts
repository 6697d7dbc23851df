import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'

/** How long requests of the thread pool may take to finish after the answer. */
const GRACE_MS = 200
/** How long to try to release stuck threads. */
const RELEASE_MS = 1000
const PAUSE_MS = 5
const MAX_PATH = 4096

interface SystemCalls {
  readonly openat: number
  readonly reads: readonly number[]
  readonly writes: readonly number[]
}

/** The numbers of the system calls that can wait for a file, by architecture. */
const SYSTEM_CALLS: Readonly<Record<string, SystemCalls>> = {
  x64: { openat: 257, reads: [0, 17, 19, 295], writes: [1, 18, 20, 296] },
  arm64: { openat: 56, reads: [63, 65, 67, 69], writes: [64, 66, 68, 70] },
}

/** A thread that waits in the system: for a FIFO to be opened, read or written, or for a terminal. */
interface StuckThread {
  readonly path: string
  readonly waitsFor: 'opening' | 'reading' | 'writing'
  readonly file: Stats
}

/**
 * Prepares the end of a process whose thread pool has requests. Node joins the pool when it exits, so a
 * thread that waits for a FIFO would hold the process for ever. Other requests get the time they need.
 */
export async function leaveStuckThreads(exitCode: number): Promise<void> {
  const deadline = performance.now() + GRACE_MS
  while (isPoolBusy() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (!isPoolBusy() || stuckThreads().length === 0) return
  becomeShell(exitCode)
  if (!releaseThreads()) process.kill(process.pid, 'SIGKILL')
}

function isPoolBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}

/** Ends all threads by becoming a shell that exits; needs Node 22.15, 23.11 or later. */
function becomeShell(exitCode: number): void {
  const { execve } = process as {
    execve?: (file: string, args: readonly string[], env: Record<string, string>) => void
  }
  try {
    execve?.call(process, '/bin/sh', ['sh', '-c', `exit ${exitCode}`], {})
  } catch {
    // There is no shell, or the permission model forbids it.
  }
}

/** Serves the other end of each FIFO until no thread waits; returns whether that came about. */
function releaseThreads(): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const deadline = performance.now() + RELEASE_MS
  for (;;) {
    const threads = stuckThreads()
    if (threads.length === 0) return true
    if (performance.now() > deadline) return false
    for (const thread of threads) {
      try {
        if (thread.file.isFIFO()) serveFifo(thread)
      } catch {
        // The thread went on in the meantime.
      }
    }
    Atomics.wait(pause, 0, 0, PAUSE_MS)
  }
}

/** Opens a FIFO for both ends, which never waits, and reads or writes what a thread waits for. */
function serveFifo({ path, waitsFor }: StuckThread): void {
  // The descriptor stays open: closing it could let the next thread wait again.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  if (waitsFor === 'reading') writeSync(fd, '\n')
  if (waitsFor === 'writing') readSync(fd, Buffer.alloc(1 << 20))
}

/** Lists the threads of this process that wait for a FIFO or a terminal, where the system tells. */
function stuckThreads(): readonly StuckThread[] {
  const calls = process.platform === 'linux' ? SYSTEM_CALLS[process.arch] : undefined
  if (!calls) return []
  return readdirSync('/proc/self/task').flatMap((thread) => {
    if (Number(thread) === process.pid) return []
    try {
      const text = readFileSync(`/proc/self/task/${thread}/syscall`, 'utf8')
      const waiting = waitOf(calls, text.split(' '))
      if (!waiting) return []
      const file = statSync(waiting.path)
      return file.isFIFO() || file.isCharacterDevice() ? [{ ...waiting, file }] : []
    } catch {
      // The thread has ended, or the system does not tell.
      return []
    }
  })
}

function waitOf(calls: SystemCalls, words: readonly string[]): Omit<StuckThread, 'file'> | null {
  const [call, first, second] = words.map(Number)
  if (call === calls.openat) return { path: textAt(BigInt(words[2]!)), waitsFor: 'opening' }
  const path = `/proc/self/fd/${first}`
  if (second !== undefined && calls.reads.includes(call!)) return { path, waitsFor: 'reading' }
  return calls.writes.includes(call!) ? { path, waitsFor: 'writing' } : null
}

/** Reads a text that ends with a zero byte from the memory of this process. */
function textAt(address: bigint): string {
  const memory = openSync('/proc/self/mem', 'r')
  try {
    const bytes = Buffer.alloc(MAX_PATH)
    const size = readSync(memory, bytes, 0, MAX_PATH, address)
    return bytes.subarray(0, Math.min(size, bytes.indexOf(0))).toString('utf8')
  } finally {
    closeSync(memory)
  }
}
