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
  const state = Int32Array.from(START)
  for (let at = 0; at < blocks.length; at += 64) addBlock(state, blocks.subarray(at, at + 64))
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The fractions of the roots of the first primes, as the standard has them. */
const PRIMES = firstPrimes(64)
const START = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)))
const ROUNDS = PRIMES.map((prime) => fractionOf(Math.cbrt(prime)))

/** Spelled out without lists that change places: it runs once, before V8 makes anything of it fast. */
function addBlock(state: Int32Array, block: Buffer): void {
  const words = new Int32Array(64)
  for (let at = 0; at < 16; at += 1) words[at] = block.readInt32BE(at * 4)
  for (let at = 16; at < 64; at += 1) {
    const near = words[at - 2]!
    const far = words[at - 15]!
    const one = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const two = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[at] = words[at - 16]! + one + words[at - 7]! + two
  }
  const mixed = Int32Array.from(state)
  for (let at = 0; at < 64; at += 1) {
    const a = mixed[0]!
    const b = mixed[1]!
    const c = mixed[2]!
    const e = mixed[4]!
    const chosen = (e & mixed[5]!) ^ (~e & mixed[6]!)
    const turned = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (mixed[7]! + turned + chosen + ROUNDS[at]! + words[at]!) | 0
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    mixed.copyWithin(1, 0, 7)
    mixed[4] = mixed[4]! + first
    mixed[0] = first + second
  }
  for (let at = 0; at < 8; at += 1) state[at] = state[at]! + mixed[at]!
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
