/** Numbers of the kernel for one processor: its mark for audits, and its system calls. */
interface Numbers {
  readonly arch: number
  readonly socket: number
  readonly socketpair: number
  readonly ioctl: number
  /** Those that change the keys of the person. */
  readonly keys: readonly number[]
  /** Those that change modes, owners, times and attributes, by path or by descriptor. */
  readonly facts: readonly number[]
}

/** `io_uring_setup`, which makes sockets without a system call of their own; all new numbers are the same on both. */
const IO_URING_SETUP = 425
/** `fchmodat2`, `setxattrat`, `removexattrat`, `file_setattr`. */
const NEW_FACTS = [452, 463, 466, 469]
const NUMBERS: Readonly<Record<string, Numbers>> = {
  x64: {
    arch: 0xc000003e,
    socket: 41,
    socketpair: 53,
    ioctl: 16,
    keys: [248, 249, 250],
    facts: [
      90,
      91,
      92,
      93,
      94,
      132,
      188,
      189,
      190,
      197,
      198,
      199,
      235,
      260,
      261,
      268,
      280,
      ...NEW_FACTS,
    ],
  },
  arm64: {
    arch: 0xc00000b7,
    socket: 198,
    socketpair: 199,
    ioctl: 29,
    keys: [217, 218, 219],
    facts: [5, 6, 7, 14, 15, 16, 52, 53, 54, 55, 88, ...NEW_FACTS],
  },
}

/** The places of its number, its processor and the lower halves of its first two arguments in a system call. */
const CALL = { number: 0, arch: 4, first: 16, second: 24 }
/** AF_INET, AF_INET6 and AF_NETLINK, which belong to the network that a process has or lacks. */
const FAMILIES = [2, 10, 16]
const AF_UNIX = 1
/** SOCK_STREAM and SOCK_SEQPACKET; one of a pair of datagram sockets could turn to somebody else. */
const PAIRED = [1, 5]
/** TIOCSTI and TIOCLINUX type into a terminal. */
const TYPING = [0x5412, 0x541c]
/** System calls of the x32 kind have this bit. */
const X32 = 0x40000000

const ALLOW = 0x7fff0000
const failWith = (errno: number) => 0x00050000 + errno
const [EPERM, EROFS, ENOSYS, EAFNOSUPPORT] = [1, 30, 38, 97]

type Step = readonly [code: number, onTrue: number, onFalse: number, value: number]
const load = (at: number): Step => [0x20, 0, 0, at]
const mask = (bits: number): Step => [0x54, 0, 0, bits]
const end = (verdict: number): Step => [0x06, 0, 0, verdict]
/** Goes on with the next step if it is equal, else passes over some. */
const unless = (value: number, over: number): Step => [0x15, 0, over, value]
const ifEqual = (value: number, verdict: number): readonly Step[] => [
  unless(value, 1),
  end(verdict),
]

/**
 * Makes the filter of system calls that holds what mounts do not, in the form that the kernel reads (seccomp). A daemon
 * behind a unix socket would write for the process, and root could change the mode of `/dev/null`, which must be writable.
 * Undefined for a processor whose numbers are not known.
 */
export function callFilter(processor: string): Uint8Array | undefined {
  const numbers = NUMBERS[processor]
  if (numbers === undefined) return undefined
  const sockets = [
    load(CALL.first),
    ...FAMILIES.flatMap((family) => ifEqual(family, ALLOW)),
    end(failWith(EAFNOSUPPORT)),
  ]
  const kinds = [
    load(CALL.second),
    mask(0xf),
    ...PAIRED.flatMap((kind) => ifEqual(kind, ALLOW)),
    end(failWith(EAFNOSUPPORT)),
  ]
  const pairs = [
    load(CALL.first),
    unless(AF_UNIX, kinds.length),
    ...kinds,
    end(failWith(EAFNOSUPPORT)),
  ]
  const controls = [
    load(CALL.second),
    ...TYPING.flatMap((request) => ifEqual(request, failWith(EPERM))),
    end(ALLOW),
  ]
  const steps: readonly Step[] = [
    load(CALL.arch),
    [0x15, 1, 0, numbers.arch],
    end(failWith(ENOSYS)),
    load(CALL.number),
    [0x35, 0, 1, X32],
    end(failWith(ENOSYS)),
    ...[IO_URING_SETUP, ...numbers.keys].flatMap((number) => ifEqual(number, failWith(ENOSYS))),
    ...numbers.facts.flatMap((number) => ifEqual(number, failWith(EROFS))),
    unless(numbers.socket, sockets.length),
    ...sockets,
    unless(numbers.socketpair, pairs.length),
    ...pairs,
    unless(numbers.ioctl, controls.length),
    ...controls,
    end(ALLOW),
  ]
  const bytes = new DataView(new ArrayBuffer(steps.length * 8))
  for (const [at, [code, onTrue, onFalse, value]] of steps.entries()) {
    bytes.setUint16(at * 8, code, true)
    bytes.setUint8(at * 8 + 2, onTrue)
    bytes.setUint8(at * 8 + 3, onFalse)
    bytes.setUint32(at * 8 + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}
