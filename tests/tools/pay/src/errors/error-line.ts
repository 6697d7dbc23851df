/** Codes of the framework that say nothing to a person. */
const UNSAID: ReadonlySet<string> = new Set(['UNKNOWN', 'COMMAND_NOT_FOUND'])

/** The one line that a person at a terminal reads about an error. */
export function errorLine({ code, message }: { readonly code: string; readonly message: string }) {
  return UNSAID.has(code) ? `Error: ${message}` : `Error (${code}): ${message}`
}
