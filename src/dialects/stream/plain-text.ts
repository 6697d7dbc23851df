/** The characters of changing texts: a letter, digit or one of a few signs, never an escape. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, c) =>
  c < 0x80 && /[\w .:+/=-]/.test(String.fromCharCode(c)) ? 1 : 0,
)
