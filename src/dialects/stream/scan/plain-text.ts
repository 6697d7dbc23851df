/** The characters of plain strings: letters, digits and a few signs, never an escape. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, c) =>
  c < 0x80 && /[\w .:+/=-]/.test(String.fromCharCode(c)) ? 1 : 0,
)

/** The escapes that JSON.stringify uses too, so that they stay as they are. */
export const SHORT_ESCAPE = Uint8Array.from({ length: 256 }, (_, c) =>
  '"\\bfnrt'.includes(String.fromCharCode(c)) ? 1 : 0,
)
