/** Gives a number with its noun, in the plural where there is not exactly one. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
