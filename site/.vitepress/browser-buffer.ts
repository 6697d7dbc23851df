// What the code of the playground needs of `node:buffer`, in a browser.

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Bytes to bytes of another encoding; only text in UTF-8 is read in the page. */
export function transcode(): never {
  throw new Error('A browser transcodes no bytes.')
}
