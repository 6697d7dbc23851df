import type { InputProblem } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'

/** An option with text; it may be left out, but not be empty. */
export function text(description: string) {
  return s.string().min(1).optional().describe(description)
}

export function texts(description: string) {
  return s.array(s.string().min(1)).default([]).describe(description)
}

export function flag(description: string) {
  return s.boolean().default(false).describe(description)
}

/** An error that the same call meets again until something else changes. */
export function lasting<const Exit extends string>(exit: Exit, description: string) {
  return { exit, description, retryable: false } as const
}

/** Examples of calls, each under what it shows. */
export function examples(calls: Readonly<Record<string, string>>) {
  return Object.entries(calls).map(([description, command]) => ({ description, command }))
}

/** What is wrong with the input, as a list of one. */
export function problem(param: string, code: string, message: string): readonly InputProblem[] {
  return [{ param, code, message }]
}
