import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'

/** How long requests of the thread pool may take to finish after the answer. */
const GRACE_MS = 200
const LAST_MS = 3000
/** How long to try to release stuck threads. */
const RELEASE_MS = 1000
const PAUSE_MS = 5
const MAX_PATH = 4096
/** What a thread that opens a file by its path gives in the place of a descriptor. */
const CURRENT_FOLDER = -100n

/**
 * Prepares the end of a process whose thread pool has requests. Node joins the pool when it exits, so a
 * thread that waits for a FIFO or a mount that hangs would hold the process for ever. The exit code is that of
 * SIGKILL where nothing else ends the thread.
 */
export async function leaveStuckThreads(exitCode: number): Promise<void> {
  if (await finishRequests(GRACE_MS)) return
  const mayEnd = awaitedFiles().length === 0
  if (mayEnd && (await finishRequests(LAST_MS))) return
  becomeShell(exitCode)
  if (mayEnd || !releaseThreads()) process.kill(process.pid, 'SIGKILL')
}

/** Gives reads and writes the time that a working disk needs; one of a mount that hangs would never end. */
async function finishRequests(withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (isPoolBusy() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return !isPoolBusy()
}

function isPoolBusy(): boolean {
  const listed = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
  return listed || isThreadBusy()
}

/** The number of the system call with which a thread waits for work, by architecture. */
const WAITS: Readonly<Record<string, string>> = { x64: '202', arm64: '98', riscv64: '98' }

/** Tests whether a thread of the pool does anything but wait for work: since Node 25 not every read is listed. */
function isThreadBusy(): boolean {
  const waits = WAITS[process.arch]
  if (process.platform !== 'linux' || waits === undefined) return false
  return threads().some((folder) => {
    try {
      const name = readFileSync(`${folder}/comm`, 'utf8')
      const call = readFileSync(`${folder}/syscall`, 'utf8')
      return name === 'libuv-worker\n' && !call.startsWith(`${waits} `)
    } catch {
      return false
    }
  })
}

function threads(): readonly string[] {
  return readdirSync('/proc/self/task').map((thread) => `/proc/self/task/${thread}`)
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
    const paths = awaitedFiles()
    if (paths.length === 0) return true
    if (performance.now() > deadline) return false
    for (const path of paths) serve(path)
    Atomics.wait(pause, 0, 0, PAUSE_MS)
  }
}

/** Opens a FIFO for both ends, which never waits, and writes what a reader waits for or makes room for a writer. */
function serve(path: string): void {
  try {
    if (!statSync(path).isFIFO()) return
    // The descriptor stays open: closing it could let the next thread wait again.
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    try {
      writeSync(fd, '\n')
    } catch {
      readSync(fd, Buffer.alloc(1 << 20))
    }
  } catch {
    // The thread went on in the meantime.
  }
}

/** Lists the FIFOs and terminals that threads of this process wait for, where the system tells. */
function awaitedFiles(): readonly string[] {
  if (process.platform !== 'linux') return []
  return threads().flatMap((folder) => {
    if (folder.endsWith(`/${process.pid}`)) return []
    try {
      // The number of the system call, then what it was given.
      const [, first, second] = readFileSync(`${folder}/syscall`, 'utf8').split(' ')
      // A sleeping thread gives the number of a clock; and what was answered is not read back.
      if (Number(first) === 1 || Number(first) === 2) return []
      const isPath = BigInt.asIntN(32, BigInt(first!)) === CURRENT_FOLDER
      const path = isPath ? textAt(BigInt(second!)) : `/proc/self/fd/${Number(first)}`
      const file = statSync(path)
      return file.isFIFO() || file.isCharacterDevice() ? [path] : []
    } catch {
      // The thread has ended, waits for something else, or the system does not tell.
      return []
    }
  })
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
