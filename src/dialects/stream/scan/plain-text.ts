/** The characters of changing texts: a letter, digit or one of a few signs, never an escape. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, c) =>
  c < 0x80 && /[\w .:+/=-]/.test(String.fromCharCode(c)) ? 1 : 0,
)

/** The escapes that a writer of JSON uses itself, so that they come out as they went in. */
export const SHORT_ESCAPE = Uint8Array.from({ length: 256 }, (_, c) =>
  '"\\bfnrt'.includes(String.fromCharCode(c)) ? 1 : 0,
)
