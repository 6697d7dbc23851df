import type { Due } from './tasks.ts'

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Reads a due date: `today`, `tomorrow`, a weekday, `in 3 days` or `2026-11-15`. */
export function parseDue(text: string, now: Date): Due | undefined {
  const word = text.trim().toLowerCase()
  const inDays = (days: number): Due => ({ string: text.trim(), date: dayOf(addDays(now, days)) })
  if (word === 'today') return inDays(0)
  if (word === 'tomorrow') return inDays(1)
  const weekday = DAYS.indexOf(word)
  if (weekday >= 0) return inDays((weekday - now.getDay() + 7) % 7 || 7)
  const days = /^in (\d{1,4}) days?$/.exec(word)?.[1]
  if (days !== undefined) return inDays(Number(days))
  if (/^\d{4}-\d{2}-\d{2}$/.test(word) && isRealDay(word))
    return { string: text.trim(), date: word }
  return undefined
}

/** Gives the local calendar day. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
}

function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
