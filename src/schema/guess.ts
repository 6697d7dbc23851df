import type { StandardSchema } from './standard.ts'

const NUMBERS = [0, 1, -1, 0.5, 10, 100, 1e3, 1e4, 1e5, 1e6]

/**
 * Finds out by trying what a schema takes that cannot say it, as far as the command line must know:
 * whether it is a switch, a number or a list. Whatever takes a text is handed the text.
 */
export function guessJsonSchema(schema: StandardSchema): Readonly<Record<string, unknown>> {
  const takes = (value: unknown): boolean => accepts(schema, value)
  if (takes('') || takes('x')) return {}
  const takesNumber = NUMBERS.some(takes)
  // What takes both makes something else of them.
  if (takes(true) || takes(false)) return takesNumber ? {} : { type: 'boolean' }
  if (takesNumber) return { type: 'number' }
  if (takes(['x'])) return { type: 'array', items: {} }
  if (NUMBERS.some((number) => takes([number]))) return { type: 'array', items: { type: 'number' } }
  return takes([]) ? { type: 'array', items: {} } : {}
}

/** Tests whether a schema takes a value; one that answers later, or throws, is taken not to. */
export function accepts(schema: StandardSchema, value: unknown): boolean {
  try {
    const result = schema['~standard'].validate(value)
    if (!(result instanceof Promise)) return result.issues === undefined
    // Nobody waits for the answer, so nobody may be alarmed by it.
    result.catch(() => {})
    return false
  } catch {
    // A check that expects something else than it is given here says no in its own way.
    return false
  }
}
