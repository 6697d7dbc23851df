import { closeSync, openSync, readSync } from 'node:fs'

let pool: Buffer | undefined
let used = 0
const POOL_BYTES = 1024

/**
 * Generates a random UUID. Like that of `node:crypto`, which takes several milliseconds to load, it comes
 * from the random numbers of the system.
 */
export function randomUuid(): string {
  if (pool === undefined || used === POOL_BYTES) {
    pool = randomBytes()
    used = 0
  }
  const bytes = pool.subarray(used, (used += 16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return [...parts, hex.slice(20)].join('-')
}

function randomBytes(): Buffer {
  try {
    const bytes = Buffer.alloc(POOL_BYTES)
    const file = openSync('/dev/urandom', 'r')
    try {
      if (readSync(file, bytes, 0, POOL_BYTES, null) === POOL_BYTES) return bytes
    } finally {
      closeSync(file)
    }
  } catch {
    // There is no such file on this system.
  }
  return process.getBuiltinModule('node:crypto').randomBytes(POOL_BYTES)
}
