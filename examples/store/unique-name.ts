let count = 0

/** Names something that no other process and no other call makes. Loads no cryptography for it. */
export function uniqueName(): string {
  count += 1
  return `${process.pid}-${process.hrtime.bigint().toString(36)}-${count}`
}
