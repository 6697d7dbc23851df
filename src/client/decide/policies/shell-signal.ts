/** Tests for an exit number with which a shell reports a signal: 128 plus its number. */
export function isShellSignal(number: number): boolean {
  return number > 128 && number <= 128 + 64
}
