import { resolve } from 'node:path'

/** What a program did that a read does not do. */
export interface Deeds {
  /** Files that it wrote, made, renamed or removed. */
  readonly writes: readonly string[]
  /** What it spoke to: hosts, and sockets of this machine. */
  readonly connects: readonly string[]
  /** Programs that it started. */
  readonly starts: readonly string[]
}

/** Calls of the kernel that are looked for; those that a processor does not have are passed over. */
export const TRACED = [
  ...'open openat openat2 creat mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat'.split(
    ' ',
  ),
  ...'symlink symlinkat truncate chmod fchmodat fchmodat2 chown lchown fchownat mknod mknodat'.split(
    ' ',
  ),
  ...'setxattr lsetxattr removexattr utimensat connect sendto execve execveat chdir fchdir clone clone3 fork vfork'.split(
    ' ',
  ),
]
  .map((name) => `?${name}`)
  .join(',')

/** Files that may be written to without a change. */
const HARMLESS = /^\/(?:dev\/(?:null|zero|full|tty|stdout|stderr|fd\/|pts\/|shm\/)|proc\/)/

/** Sockets that every program may ask for names of users and hosts. */
const NAME_SERVICE = /\/(?:nscd\/socket|systemd\/(?:userdb|resolve)\/|lookup\/)/

/** Reads what strace wrote with `-f -qq -y`; texts are those of the traced program, and so are names of files. */
export function readTrace(text: string, isPrivate: (path: string) => boolean): Deeds {
  const writes = new Set<string>()
  const connects = new Set<string>()
  const starts = new Set<string>()
  /** The folders in which processes are, as far as they said so. */
  const folders = new Map<string, string>()
  const lines = text.split('\n')
  const locks = locksIn(lines)
  const births = birthsIn(lines)
  let isFirst = true
  for (const [at, line] of lines.entries()) {
    const [, pid = '', name = '', rest = ''] = /^(?:(\d+) +)?([a-z0-9_]+)\((.*)$/.exec(line) ?? []
    // Whoever speaks to a host that does not answer has tried to.
    const isSpeaking = name === 'connect' || name === 'sendto'
    const child = births.get(at)
    const here = folders.get(pid)
    if (child !== undefined && here !== undefined) folders.set(child, here)
    if (name === '' || MAKES.test(name) || (!isSpeaking && / = -1 E/.test(rest))) continue
    if (name.startsWith('execve')) locks.delete(pid)
    if (locks.has(pid)) continue
    // A text that nobody closed goes to the end, so that no second search begins inside of it.
    const quoted = [...rest.matchAll(/(?:<([^<>"]*)>, )?"((?:[^"\\]|\\.)*)("|\\?$)/g)]
    const paths = quoted.flatMap(([, beside, path = '', end]) => {
      const folder = beside ?? folders.get(pid)
      return end !== '"' ? [] : [folder === undefined || path === '' ? path : resolve(folder, path)]
    })
    if (name.startsWith('execve')) {
      if (!isFirst) starts.add(paths[0] ?? '')
      isFirst = false
    } else if (isSpeaking) {
      const peer = peerOf(rest)
      if (peer !== undefined && !NAME_SERVICE.test(peer) && !isAbsent(peer, rest))
        connects.add(peer)
    } else if (name.startsWith('open') || name === 'creat') {
      if (name !== 'creat' && !/O_(?:WRONLY|RDWR|CREAT|TRUNC)/.test(rest)) continue
      const path = paths[0] ?? ''
      if (!HARMLESS.test(path) && !isPrivate(path)) writes.add(path)
    } else if (name.endsWith('chdir')) {
      const folder = paths[0] ?? /<([^<>"]*)>/.exec(rest)?.[1]
      if (folder?.startsWith('/')) folders.set(pid, folder)
    } else for (const path of paths.slice(0, 2)) if (!isPrivate(path)) writes.add(path)
  }
  return { writes: [...writes], connects: [...connects], starts: [...starts] }
}

/** Calls that make a process. */
const MAKES = /^(?:clone3?|v?fork)$/

/**
 * Finds the lines at which a process makes another one, which begins in its folder. The number of the new one may stand
 * further down, behind what that did first.
 */
function birthsIn(lines: readonly string[]): ReadonlyMap<number, string> {
  const births = new Map<number, string>()
  const begun = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const [, parent = '', rest] = /^(\d+) +(?:<\.\.\. )?(?:clone3?|v?fork)\b(.*)/.exec(line) ?? []
    if (rest === undefined) continue
    const [, child] = / = (\d+)$/.exec(rest) ?? []
    if (child !== undefined) births.set(begun.get(parent) ?? at, child)
    // One that failed is over as well.
    if (rest.endsWith('<unfinished ...>')) begun.set(parent, at)
    else begun.delete(parent)
  }
  return births
}

/** Options of bwrap by which what it makes could be a file of this machine, or that hide the others. */
const WRITABLE = /^--(?:dev-)?bind|^--(?:overlay|tmp-overlay|args)/

/**
 * Finds the processes in which bwrap builds the root of a read-only lock. All that they make is in a file system of
 * their own, which is gone with them; what is run in the lock is watched as usual.
 */
function locksIn(lines: readonly string[]): Set<string> {
  const started = new Set<string>()
  const locks = new Set<string>()
  for (const line of lines) {
    const [, pid = '', words] =
      /^(\d+) +execve\("\/(?:usr\/)?bin\/bwrap", \[(.*?)\], 0x/.exec(line) ?? []
    // A list that is too long for strace ends in dots.
    if (words !== undefined && !words.endsWith('...')) {
      const all = [...words.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/g)].map(([, word = '']) => word)
      if (!all.some((word) => WRITABLE.test(word))) started.add(pid)
    }
    const [, parent = '', child = ''] = /^(\d+) +(?:<\.\.\. )?clone3?\b.* = (\d+)$/.exec(line) ?? []
    if (started.has(parent)) locks.add(child)
  }
  return locks
}

function peerOf(rest: string): string | undefined {
  const [, port, address] =
    /sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]*)"\)/.exec(rest) ?? []
  if (port !== undefined) return `${address}:${port}`
  const [, port6, address6] =
    /sin6_port=htons\((\d+)\).*inet_pton\(AF_INET6, "([^"]*)"/.exec(rest) ?? []
  if (port6 !== undefined) return `[${address6}]:${port6}`
  const [, path] = /sun_path=@?"([^"]*)"/.exec(rest) ?? []
  return path
}

/** A socket of this machine that is not there was only looked for. */
function isAbsent(peer: string, rest: string): boolean {
  return peer.startsWith('/') && / = -1 E/.test(rest)
}
