/** The members that options may have. */
const RULES = ['errors', 'exits', 'timeoutMs', 'fields', 'limit', 'dialect']
const OPTIONS = [...RULES, 'name', 'agents', 'ownFlags', 'isolate', 'commands', 'redirects']
const COMMAND = [...RULES, 'danger']
const ERROR = ['exit', 'when', 'retryable', 'suggestion']
const EXIT = ['code', 'exit', 'data', 'retryable']

/** Names the first member that nobody knows: a guard that is misspelt must not be left out. */
export function unknownMember(options: object): string | undefined {
  const { commands = {} } = options as { readonly commands?: object }
  const places: (readonly [string, unknown])[] = [['', options]]
  for (const [path, each] of Object.entries(commands)) places.push([`commands['${path}'].`, each])
  for (const [place, given] of places) {
    const {
      errors = {},
      exits = {},
      dialect,
    } = (given ?? {}) as {
      readonly dialect?: unknown
      readonly errors?: object
      readonly exits?: object | string
    }
    const found =
      other(given, place === '' ? OPTIONS : COMMAND) ??
      within(errors, ERROR) ??
      other(dialect, ['data']) ??
      (typeof exits === 'object' ? within(exits, EXIT) : undefined)
    if (found !== undefined) return `${place}${found}`
  }
  return undefined
}

function other(given: unknown, known: readonly string[]): string | undefined {
  return typeof given === 'object' && given !== null
    ? Object.keys(given).find((name) => !known.includes(name))
    : undefined
}

function within(rules: object, known: readonly string[]): string | undefined {
  return Object.values(rules)
    .map((rule) => other(rule, known))
    .find((name) => name !== undefined)
}
