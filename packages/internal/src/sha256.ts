/** Gives the SHA-256 of a text or of bytes in hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  // Loaded when it is needed: few answers have a cursor or an etag, and it takes six milliseconds.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
}
