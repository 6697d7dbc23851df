import { COMMAND_NUMBERS } from './exit-names.ts'

export const EXIT_RANGES = Object.freeze([
  Object.freeze({ from: 0, to: 13, use: 'standard', authors: 'by name' }),
  Object.freeze({ from: 14, to: 63, use: 'framework extensions', authors: 'refused' }),
  Object.freeze({ from: 64, to: 78, use: 'sysexits', authors: 'refused' }),
  Object.freeze({ ...COMMAND_NUMBERS, use: 'command-specific', authors: 'declared with a name' }),
  Object.freeze({ from: 126, to: 255, use: 'shell', authors: 'refused' }),
] as const)

/** What a range of exit numbers is for; `out of range` for numbers that no process can return. */
export type ExitRangeUse = (typeof EXIT_RANGES)[number]['use'] | 'out of range'

export function rangeOf(number: number): ExitRangeUse {
  return (
    EXIT_RANGES.find((range) => number >= range.from && number <= range.to)?.use ?? 'out of range'
  )
}
