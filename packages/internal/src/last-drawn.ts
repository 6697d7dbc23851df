/** What a terminal shows of a line that was drawn several times. */
export function lastDrawn(line: string): string {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line
  return whole.slice(whole.lastIndexOf('\r') + 1)
}
