/**
 * Gives the SHA-256 of a text in hexadecimal digits. For names of files: `node:crypto` takes several
 * milliseconds to load, which every start would pay.
 */
export function sha256(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  const blocks = Buffer.alloc((((bytes.length + 8) >> 6) + 1) * 64)
  bytes.copy(blocks)
  blocks[bytes.length] = 0x80
  blocks.writeBigUInt64BE(BigInt(bytes.length) * 8n, blocks.length - 8)
  const state = [...START]
  for (let at = 0; at < blocks.length; at += 64) addBlock(state, blocks.subarray(at, at + 64))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The fractions of the roots of the first primes, as the standard has them. */
const PRIMES = firstPrimes(64)
const START = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)))
const ROUNDS = PRIMES.map((prime) => fractionOf(Math.cbrt(prime)))

function addBlock(state: number[], block: Buffer): void {
  const words = Array.from({ length: 64 }, (_, at) => (at < 16 ? block.readInt32BE(at * 4) : 0))
  for (let at = 16; at < 64; at += 1) {
    const [near, far] = [words[at - 2]!, words[at - 15]!]
    const one = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const two = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[at] = (words[at - 16]! + one + words[at - 7]! + two) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let at = 0; at < 64; at += 1) {
    const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[at]! + words[at]!) | 0
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at]! + word) | 0
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function fractionOf(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next += 1)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  return primes
}
