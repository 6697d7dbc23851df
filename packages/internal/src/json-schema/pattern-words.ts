import type { SchemaMistake } from './check-value.ts'

/** What the patterns of our schemas ask for; a test finds those that are missing. */
const WORDS: Readonly<Record<string, string>> = {
  '\\S': 'a text that is not blank',
  '^-\\S+$': 'an option with its dashes, such as -n',
  '^--[a-z][a-z0-9-]*$': 'an option in lower case, such as --json',
  '^--?[a-z][a-z0-9-]*$': 'an option in lower case, such as --json or -j',
  '^[^-]': 'a text that does not begin with a dash',
  '^~?/': 'a path that begins with / or ~/',
  '^\\s*(-[^\\s=]+(=[=?]?)?(\\s+|$))*$':
    'options with their dashes and blanks between them, such as "-v --name="',
  '^(0|[1-9][0-9]*)$': 'a whole number in digits',
  '^(0|[1-9][0-9]{0,2})$': 'an exit code in digits',
  '^\\d+(\\.\\d+)?(ms|s)$': 'a time such as 12ms or 1.5s',
  '^\\d+\\.\\d+$': 'a version such as 1.0',
  '^3\\.(0|[1-9][0-9]*)$': 'a version that begins with 3, such as 3.0',
  '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$': 'a version such as 1.0.0',
  '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$': 'a version such as 1.0.0',
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$':
    'a version such as 1.0.0',
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$':
    'a time in UTC, such as 2026-01-31T09:00:00Z',
  '\\n\\[[^\\]\\n]*tokens [^\\]\\n]*\\]$':
    'a text whose last line says in brackets how many tokens were cut',
  '^[A-Z][A-Z0-9_]+$': 'capitals, digits and _, such as NOT_FOUND',
  '^[A-Za-z_][A-Za-z0-9_]*$': 'the name of a variable, such as MY_TOKEN',
  '^[A-Za-z_][A-Za-z0-9_]*\\*?$': 'the name of a variable, or its beginning with a *',
  '^[a-z][a-z_]*$': 'lower-case letters and _',
  '^[a-z][a-z0-9_-]*$': 'lower-case letters, digits, _ and -, a letter first',
  '^[a-z][a-z0-9]*(-[a-z0-9]+)*$': 'words in lower case with dashes between them, such as dry-run',
  '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$':
    'words in lower case with dots or dashes between them, such as my-tool',
  '^[a-z0-9][a-zA-Z0-9._-]*$':
    "letters, digits, '.', '_' and '-', a lower-case letter or a digit first",
  '^[a-z0-9][a-z0-9_-]*( [a-z0-9][a-z0-9_-]*)*$':
    'words in lower case with blanks between them, such as "issue list"',
  '^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*$': 'a media type such as text/html',
}

/** Returns what is wrong, in words where the pattern is one of ours; that of a stranger is shown as it is. */
export function inPlainWords({ message, pattern }: SchemaMistake): string {
  const words = pattern === undefined ? undefined : WORDS[pattern]
  return words === undefined ? message : `must be ${words}`
}

/** Tests whether a pattern can be said in words. */
export function hasWords(pattern: string): boolean {
  return Object.hasOwn(WORDS, pattern)
}
