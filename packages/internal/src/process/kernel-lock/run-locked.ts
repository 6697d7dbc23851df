import { openSync, readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import type { ProcessEnd, ProcessRequest } from '../process-request.ts'
import { callFilter } from './call-filter.ts'

export interface LockWishes {
  /** The program that locks: `bwrap` on Linux, `sandbox-exec` on macOS. */
  readonly locker: string
  readonly platform: string
  readonly processor: string
  readonly usesNetwork: boolean
  /** Folders that the process gets empty and may write to. */
  readonly folders: readonly string[]
  readonly cwd: string
}

/** How a locked process ended, or why there was no lock; then nothing was run. */
export type LockedEnd =
  | { readonly isHeld: true; readonly end: ProcessEnd }
  | { readonly isHeld: false; readonly why: string }

const STATUS_MS = 2000

type Run = (request: ProcessRequest) => Promise<ProcessEnd>

/**
 * Runs a process with the file system read-only, apart from other processes, without capabilities, unix sockets and
 * descriptors of ours, and without the network unless it is wished. The locker says on a descriptor of its own whether
 * it came to start the program: only then does the lock count as held.
 */
export async function runLocked(
  request: ProcessRequest,
  wishes: LockWishes,
  run: Run,
): Promise<LockedEnd> {
  const way = wishes.platform === 'darwin' ? ofSandboxExec(wishes) : ofBubblewrap(wishes)
  if (typeof way === 'string') return { isHeld: false, why: way }
  let status = ''
  let statusEnded: Promise<unknown> = Promise.resolve()
  const early: Uint8Array[] = []
  /** Messages of the locker itself, which are not the program's. */
  const isOfLocker = (chunk: Uint8Array) =>
    early.length > 0 || Buffer.from(chunk.subarray(0, 16)).toString().startsWith(way.prefix)
  // The locker takes the first ones; it closes none of the others.
  const { descriptors: own = [] } = request
  const descriptors = [...way.descriptors, ...own.slice(way.descriptors.length)]
  const end = await run({
    ...request,
    argv: [wishes.locker, ...way.words, ...request.argv],
    env: { ...request.env, ...way.env },
    descriptors: [...descriptors, ...covers(3 + descriptors.length)],
    onStart: (child) => {
      request.onStart?.(child)
      const [, , , ...streams] = child.stdio as (typeof child.stdin | typeof child.stdout)[]
      for (const stream of streams) stream?.on('error', () => {})
      const filter = way.filter && (streams[0] as NonNullable<typeof child.stdin>)
      filter?.end(way.filter)
      const source = streams.at(way.filter ? 1 : 0) as Readable
      source.on('data', (chunk: Buffer) => (status += chunk.toString()))
      statusEnded = new Promise((resolve) => source.once('close', resolve))
    },
    onStderr: (chunk) => {
      if (isOfLocker(chunk) && !status.includes(way.sign)) early.push(chunk)
      else request.onStderr?.(chunk)
    },
  })
  // On a busy machine the end of the program is seen before what the locker wrote.
  await Promise.race([statusEnded, wait(STATUS_MS, undefined, { ref: false })])
  const said = Buffer.concat(early).toString().trim()
  const isRun = status.includes(way.sign) || /^(?:timed_out|aborted|signalled)$/.test(end.kind)
  if (!isRun) return { isHeld: false, why: said || `${wishes.locker} did not start the program` }
  for (const chunk of early) request.onStderr?.(chunk)
  return { isHeld: true, end }
}

interface Way {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** What it writes to the descriptor of its status when the program was started. */
  readonly sign: string
  /** How its own messages begin. */
  readonly prefix: string
  /** What it reads from the first descriptor. */
  readonly filter?: Uint8Array
  readonly descriptors: readonly 'pipe'[]
}

/**
 * Root could mount everything anew with its capabilities, and without any still set parameters of the kernel in a
 * writable /proc.
 */
const FIXED =
  '--unshare-cgroup-try --disable-userns --cap-drop ALL --die-with-parent --new-session --ro-bind / / --dev /dev --proc /proc --remount-ro /proc --seccomp 3 --json-status-fd 4'

function ofBubblewrap({ processor, usesNetwork, folders, cwd }: LockWishes): Way | string {
  const filter = callFilter(processor)
  if (filter === undefined) return `There is no filter of system calls for ${processor}`
  const spaces = ['user', 'pid', 'ipc', 'uts', ...(usesNetwork ? [] : ['net'])]
  const words = [
    ...spaces.map((space) => `--unshare-${space}`),
    ...FIXED.split(' '),
    ...folders.flatMap((folder) => ['--tmpfs', folder]),
    '--chdir',
    cwd,
    '--',
  ]
  // The folder for such files stays visible, and is read-only as well.
  const env = { TMPDIR: '/dev/shm' }
  const [sign, prefix] = ['"exit-code"', 'bwrap: ']
  return { words, env, sign, prefix, filter, descriptors: ['pipe', 'pipe'] }
}

/** From the documentation of macOS: not run there by us. */
function ofSandboxExec({ usesNetwork }: LockWishes): Way {
  const profile = [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    '(deny signal (target others))',
    '(deny process-info* (target others))',
    '(deny mach-register)',
    '(deny appleevent-send)',
    ...(usesNetwork ? ['(deny network* (remote unix-socket))'] : ['(deny network*)']),
  ]
  // Its end is that of the program; so a shell inside says first that it got there.
  const script = 'echo held >&3; exec 3>&-; exec "$@"'
  const words = ['-p', profile.join('\n'), '/bin/sh', '-c', script, 'sh']
  return { words, env: {}, sign: 'held', prefix: 'sandbox-exec: ', descriptors: ['pipe'] }
}

const CLOSES_ON_EXEC = 0o2000000

/**
 * Puts something harmless over the descriptors that this process inherited itself. Node closes the first sixteen of
 * them only, and through the descriptor of a folder a process reaches what is outside of its lock.
 */
function covers(from: number): readonly number[] {
  const inherited = numbersOf('/proc/self/fd').filter(
    (number) => number >= from && isPassedOn(number),
  )
  const last = Math.max(from - 1, ...inherited)
  if (last < from) return []
  nothing ??= openSync('/dev/null', 'r')
  return Array.from({ length: last - from + 1 }, () => nothing!)
}

let nothing: number | undefined

function numbersOf(folder: string): readonly number[] {
  try {
    return readdirSync(folder).map(Number)
  } catch {
    // There is none on macOS.
    return []
  }
}

function isPassedOn(descriptor: number): boolean {
  try {
    const [, flags = '0'] =
      /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? []
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0
  } catch {
    // It was closed in the meantime: that of the folder itself.
    return false
  }
}
