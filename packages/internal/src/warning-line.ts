/** What programs print beside an answer without taking it back: `npm warn …`, `[warn] …`, `x: warning: …`, `hint: …`. */
const WARNING =
  /^\s*$|^(?:[\w./-]+:? )?\[?(?:warn(?:ing)?|notice|note|hint|info|debug|deprecat\w*)\b/i

/** Tests for a line that says nothing about the end of a call: a warning, or a blank one. */
export function isWarning(line: string): boolean {
  return WARNING.test(line)
}
