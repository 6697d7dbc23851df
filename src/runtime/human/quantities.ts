const DURATIONS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const

/** Writes milliseconds in readable units: `850ms`, `1.2s`, `3m 20s`, `2h 5m`. */
export function durationText(ms: number): string {
  const size = Math.abs(ms)
  if (size < 1000) return `${round(ms)}ms`
  if (size < 60_000) return `${round(ms / 1000)}s`
  const at = DURATIONS.findIndex(([, unit]) => size >= unit)
  const [name, unit] = DURATIONS[at]!
  const [below, belowUnit] = DURATIONS[at + 1] ?? (['s', 1000] as const)
  const rest = Math.floor((size % unit) / belowUnit)
  const sign = ms < 0 ? '-' : ''
  return `${sign}${Math.floor(size / unit)}${name}${rest === 0 ? '' : ` ${rest}${below}`}`
}

/** Writes a number of bytes with a decimal unit: `1.4 MB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  let size = bytes
  let at = 0
  while (Math.abs(size) >= 999.95 && at < units.length - 1) {
    size /= 1000
    at++
  }
  return `${round(size)} ${units[at]}`
}

/** Writes a time relative to now: `3 hours ago`, `in 2 days`. */
export function relativeText(moment: Date, now: Date): string {
  const ms = moment.getTime() - now.getTime()
  const size = Math.abs(ms)
  if (size < 45_000) return 'just now'
  const [unit, span] = RELATIVE.find(([, least]) => size >= least) ?? RELATIVE.at(-1)!
  const count = Math.max(1, Math.round(size / span))
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`
  return ms < 0 ? `${words} ago` : `in ${words}`
}

const RELATIVE = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function round(value: number): number {
  return Math.round(value * 10) / 10
}
