import { s } from '../../schema/index.ts'

/** An option with text; it may be left out, but not be empty. */
export function text(description: string) {
  return s.string().min(1).optional().describe(description)
}

/** An option with text that may be given several times. */
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
