import type { InputProblem } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'

/** A text that is not empty. */
export function required(description: string) {
  return s.string().min(1).describe(description)
}

/** An option with text; it may be left out, but not be empty. */
export function text(description: string) {
  return required(description).optional()
}

export function matching(pattern: RegExp, inWords: string, description: string) {
  return s.string().pattern(pattern, inWords).describe(description)
}

export function count(description: string, least: number, most?: number) {
  const limited = s.integer().min(least).describe(description)
  return most === undefined ? limited : limited.max(most)
}

/** The words of a call, of which there is at least one. */
export function words(description: string) {
  return s.array(s.string()).min(1).describe(description)
}

export function texts(description: string) {
  return s.array(s.string().min(1)).default([]).describe(description)
}

/** Words of which there may be none. */
export function anyWords(description: string) {
  return s.array(s.string()).default([]).describe(description)
}

export function flag(description: string) {
  return s.boolean().default(false).describe(description)
}

/** An error that the same call meets again until something else changes. */
export function lasting<const Exit extends string>(exit: Exit, description: string) {
  return { exit, description, retryable: false } as const
}

/** An error that the same call may not meet again. */
export function passing<const Exit extends string>(exit: Exit, description: string) {
  return { exit, description, retryable: true } as const
}

/** Examples of calls, each under what it shows. */
export function examples(calls: Readonly<Record<string, string>>) {
  return Object.entries(calls).map(([description, command]) => ({ description, command }))
}

/** What is wrong with the input if a condition holds, as a list. */
export function problemIf(
  isWrong: boolean,
  param: string,
  code: string,
  message: string,
  more: Partial<InputProblem> = {},
): readonly InputProblem[] {
  return isWrong ? [{ param, code, message, ...more }] : []
}
