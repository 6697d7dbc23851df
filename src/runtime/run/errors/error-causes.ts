import { describeThrown } from './describe-error.ts'

/** Describes a thrown value together with its cause or, for an AggregateError, its errors. */
export function describeWithCauses(error: unknown, depth = 0): string {
  const message = describeThrown(error)
  if (!(error instanceof Error) || depth === 3) return message
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown }
  const behind = [...(Array.isArray(errors) ? (errors as unknown[]) : []), cause]
    .filter((other) => other instanceof Error)
    .slice(0, 5)
    .map((other) => describeWithCauses(other, depth + 1))
    .filter((text) => text !== '' && !message.includes(text))
  return behind.length === 0 ? message : `${message}: ${behind.join('; ')}`
}
